import {
  type Fetched,
  hasMigrated,
  type Market,
  type Measured,
  meets,
  type Proof,
  readQuoteMint,
  readSupply,
  wouldDecide,
} from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { WatchedAccounts } from '../watched-accounts.ts'
import type { ProofSource } from './proof.ts'
import { PumpAddresses } from './pump-addresses.ts'

/**
 * Proves supplies and migrations: the program reads the accounts itself when it decides. The accounts of `byExpiry`
 * conditions are watched.
 */
export class StateProofs implements ProofSource {
  readonly #addresses = new PumpAddresses()
  /** The watched markets, by account and by their address, both in base58. */
  readonly #markets = new Map<string, Map<string, Fetched<Market>>>()

  constructor(private readonly accounts: WatchedAccounts) {}

  hasEarly(market: Market, now: bigint): boolean {
    return this.#isMet(market) && isTaken(market, true, now)
  }

  async prove(market: Fetched<Market>, now: bigint): Promise<Proof | null> {
    return isTaken(market, this.#isMet(market), now) ? {} : null
  }

  watch(market: Fetched<Market>): void {
    for (const account of this.#accountsOf(market)) {
      const key = account.toBase58()
      const markets = this.#markets.get(key) ?? new Map<string, Fetched<Market>>()
      this.#markets.set(key, markets)
      markets.set(market.address.toBase58(), market)
      this.accounts.watch(account)
    }
  }

  unwatch(market: Fetched<Market>): void {
    for (const account of this.#accountsOf(market)) {
      const key = account.toBase58()
      const markets = this.#markets.get(key)
      markets?.delete(market.address.toBase58())
      if (markets?.size !== 0) continue
      this.#markets.delete(key)
      this.accounts.unwatch(account)
    }
  }

  /**
   * The addresses of the markets that these accounts may decide, which have changed.
   *
   * @param accounts - in base58
   */
  decidedBy(accounts: readonly string[]): string[] {
    return accounts.flatMap((account) => {
      const markets = this.#markets.get(account) ?? new Map<string, Fetched<Market>>()
      // The address of a pool follows from the data of the curve.
      for (const market of markets.values()) if (market.condition.type === 'migration') this.watch(market)
      return [...markets.keys()]
    })
  }

  /** The accounts that may decide a market before it expires; none for most. */
  #accountsOf({ condition, token }: Market): PublicKey[] {
    if (condition.timing !== 'byExpiry' || !token) return []
    if (condition.type === 'supply' || condition.type === 'marketCap') return [token]
    if (condition.type !== 'migration') return []
    const address = this.#addresses.curve(token)
    const curve = this.accounts.get(address)
    return curve ? [address, this.#addresses.pool(token, readQuoteMint(curve.data))] : [address]
  }

  /** Whether the condition is met by the accounts as they were last read; `false` if they are not watched. */
  #isMet({ condition, token }: Market): boolean {
    if (!token) return false
    if (condition.type === 'migration') return this.#hasMigrated(token)
    if (condition.type !== 'supply') return false
    const supply = watchedSupply(this.accounts, token)
    return supply !== null && meets(condition, supply)
  }

  #hasMigrated(token: PublicKey): boolean {
    const curve = this.accounts.get(this.#addresses.curve(token))
    const pool = curve && this.accounts.get(this.#addresses.pool(token, readQuoteMint(curve.data)))
    return hasMigrated(curve?.data, pool?.data)
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
