import type { Fetched, Market, Proof } from '@prediction-market/sdk'
import { isDated, type StateReading, stateReadings } from '@prediction-market/sdk/condition'
import { hasMigrated, readQuoteMint, readSupply } from '@prediction-market/sdk/oracle'
import { type Measured, meets, multiplyMeasured, wouldDecide } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import { forEachInSlices } from '../../runtime/slices.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import type { ProofSource, Watchable } from './proof.ts'
import { PumpAddresses } from './pump-addresses.ts'

/** What is watched and read for a condition about the state of accounts. */
interface StateReader {
  /** As far as they are known. */
  accounts(token: PublicKey): PublicKey[]
  /** The value, as the accounts were last read; `null` if they do not show it. */
  read(token: PublicKey): Measured | null
}

/**
 * Proves supplies and migrations: the program reads the accounts itself when it decides. The accounts of `byExpiry`
 * conditions are watched.
 */
export class StateProofs implements ProofSource {
  readonly #addresses = new PumpAddresses()
  /** The addresses of the watched markets, by account; all in base58. */
  readonly #markets = new Map<string, Set<string>>()
  /** The tokens of the watched bonding curves, by the address of the curve in base58. */
  readonly #curves = new Map<string, PublicKey>()

  /** How the accounts of a token are watched and read. */
  readonly #readers: Record<StateReading, StateReader> = {
    mintSupply: {
      accounts: (token) => [token],
      read: (token) => watchedSupply(this.accounts, token),
    },
    hasMigrated: {
      accounts: (token) => {
        const pool = this.#poolOf(token)
        const curve = this.#addresses.curve(token)
        return pool ? [curve, pool] : [curve]
      },
      read: (token) => ({ value: this.#hasMigrated(token) ? 1n : 0n, exponent: 0 }),
    },
  }

  constructor(private readonly accounts: WatchedAccounts) {}

  hasEarly(market: Market, now: bigint): boolean {
    return this.#isMet(market) && isTaken(market, true, now)
  }

  async prove(market: Fetched<Market>, now: bigint): Promise<Proof | null> {
    return isTaken(market, this.#isMet(market), now) ? {} : null
  }

  watch({ address, market }: Watchable): void {
    const { condition, token } = market
    const accounts = this.#accountsOf(market)
    for (const account of accounts) this.#watch(account, address)
    const [curve] = accounts
    if (stateReadings(condition).includes('hasMigrated') && curve && token)
      this.#curves.set(curve.toBase58(), token)
  }

  unwatch(market: Fetched<Market>): void {
    for (const account of this.#accountsOf(market)) {
      const key = account.toBase58()
      const markets = this.#markets.get(key)
      markets?.delete(market.address.toBase58())
      if (markets?.size !== 0) continue
      this.#markets.delete(key)
      this.#curves.delete(key)
      this.accounts.unwatch(account)
    }
  }

  /**
   * The addresses of the markets that these accounts may decide, which have changed.
   *
   * @param accounts - in base58
   */
  async decidedBy(accounts: readonly string[]): Promise<string[]> {
    const decided: string[] = []
    await forEachInSlices(accounts, (account) => {
      const markets = this.#markets.get(account) ?? new Set<string>()
      for (const market of markets) decided.push(market)
      const token = this.#curves.get(account)
      // The address of a pool follows from the data of the curve.
      const pool = token && this.#poolOf(token)
      if (pool) for (const market of markets) this.#watch(pool, market)
    })
    return decided
  }

  #watch(account: PublicKey, market: string): void {
    const key = account.toBase58()
    const markets = this.#markets.get(key) ?? new Set<string>()
    this.#markets.set(key, markets)
    markets.add(market)
    this.accounts.watch(account)
  }

  /** The accounts that may decide a market before it expires; none for most. */
  #accountsOf({ condition, token }: Market): PublicKey[] {
    if (condition.timing !== 'byExpiry' || !token) return []
    return stateReadings(condition).flatMap((reading) => this.#readers[reading].accounts(token))
  }

  /** The pool that the migration of a token creates; `undefined` while its curve was not read. */
  #poolOf(token: PublicKey): PublicKey | undefined {
    const curve = this.accounts.get(this.#addresses.curve(token))
    return curve && this.#addresses.pool(token, readQuoteMint(curve.data))
  }

  /** Whether the condition is met by the accounts as they were last read; `false` if they are not watched. */
  #isMet({ condition, token }: Market): boolean {
    if (!token || isDated(condition)) return false
    const values = stateReadings(condition).map((reading) => this.#readers[reading].read(token))
    const known = values.filter((value) => value !== null)
    return known.length === values.length && meets(condition, multiplyMeasured(known))
  }

  #hasMigrated(token: PublicKey): boolean {
    const curve = this.accounts.get(this.#addresses.curve(token))
    const pool = this.#poolOf(token)
    return hasMigrated(curve?.data, pool && this.accounts.get(pool)?.data)
  }
}

/** Whether the program would take this state of an account now. */
function isTaken(market: Market, isMet: boolean, now: bigint): boolean {
  return wouldDecide(market, { at: now, previous: null, isMet }, now)
}

/** The supply of a watched mint, in whole tokens; `null` if it is not watched or not a mint. */
export function watchedSupply(accounts: WatchedAccounts, mint: PublicKey): Measured | null {
  const account = accounts.get(mint)
  return account ? readSupply(mint, account) : null
}
