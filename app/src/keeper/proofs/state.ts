// Proves supplies and migrations by the state of accounts.

import type { Fetched, Market, Proof } from '@prediction-market/sdk'
import { isDated, measures, type StateReading, stateReadings } from '@prediction-market/sdk/condition'
import {
  findBondingCurve,
  findMigrationPool,
  readQuoteMint,
  readSupply,
  showMigration,
} from '@prediction-market/sdk/oracle'
import { decide, type Measured, type Shown, showSupply, wouldDecide } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import { type RankOf, rankMarket } from '../../book/market-value.ts'
import { most } from '../../runtime/bigint.ts'
import { remember } from '../../runtime/remember.ts'
import { forEachInSlices } from '../../runtime/slices.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import type { ProofSource, Watchable } from './proof.ts'

const MAX_CACHED = 10_000

interface Dependents {
  /** In lamports, by address in base58. */
  values: Map<string, bigint>
  /** The largest of them. */
  most: bigint
}

/**
 * Proves supplies and migrations: the program reads the accounts itself when it decides. The accounts of `byExpiry`
 * conditions are watched.
 */
export class StateProofs implements ProofSource {
  /** Addresses of pump.fun's accounts: deriving one takes longer than everything else about a market. */
  readonly #addresses = new LRUCache<string, PublicKey>({ max: MAX_CACHED })
  /** The watched markets, by account in base58. */
  readonly #markets = new Map<string, Dependents>()
  /** The tokens of the watched bonding curves, by the address of the curve in base58. */
  readonly #curves = new Map<string, PublicKey>()

  /** The accounts of a token from which a value is read. */
  readonly #accounts: Record<StateReading, (token: PublicKey) => PublicKey[]> = {
    mintSupply: (token) => [token],
    hasMigrated: (token) => {
      const pool = this.#poolOf(token)
      const curve = this.#curveOf(token)
      return pool ? [curve, pool] : [curve]
    },
  }

  constructor(
    private readonly accounts: WatchedAccounts,
    private readonly rankOf: RankOf,
  ) {}

  hasEarly(market: Market, now: bigint): boolean {
    const shown = this.#show(market, now)
    return shown !== null && now < market.expireAt && wouldDecide(market, shown, now)
  }

  /** Whether the accounts show a complete bonding curve without its pool, which the program would only record. */
  hasOnlyCurve(market: Market, now: bigint): boolean {
    const shown = this.#show(market, now)
    return shown !== null && decide(market, shown, now).kind === 'recordCurve'
  }

  async prove(market: Fetched<Market>, now: bigint): Promise<Proof | null> {
    // The accounts of conditions at expiry are not watched: the program accepts either answer.
    const shown = this.#show(market, now) ?? { at: now, previous: null, reading: 'notMet', isSure: true }
    return wouldDecide(market, shown, now) ? {} : null
  }

  watch({ address, market }: Watchable): void {
    const { condition, token } = market
    const accounts = this.#accountsOf(market)
    if (accounts.length === 0) return
    const { value } = rankMarket(this.rankOf, market)
    for (const account of accounts) this.#watch(account, address, value)
    const [curve] = accounts
    if (stateReadings(condition).includes('hasMigrated') && curve && token)
      this.#curves.set(curve.toBase58(), token)
  }

  unwatch(market: Fetched<Market>): void {
    for (const account of this.#accountsOf(market)) {
      const key = account.toBase58()
      const markets = this.#markets.get(key)
      if (!markets) continue
      markets.values.delete(market.address.toBase58())
      if (markets.values.size > 0) {
        markets.most = [...markets.values.values()].reduce(most)
        this.accounts.watch(account, markets.most)
        continue
      }
      this.#markets.delete(key)
      this.#curves.delete(key)
      this.accounts.unwatch(account)
    }
  }

  /**
   * The addresses of the markets that changed accounts may decide.
   *
   * @param accounts - those that have changed, in base58
   */
  async decidedBy(accounts: readonly string[]): Promise<string[]> {
    const decided: string[] = []
    await forEachInSlices(accounts, (account) => {
      const markets = this.#markets.get(account)?.values ?? new Map<string, bigint>()
      for (const market of markets.keys()) decided.push(market)
      const token = this.#curves.get(account)
      // The address of a pool follows from the data of the curve.
      const pool = token && this.#poolOf(token)
      if (pool) for (const [market, value] of markets) this.#watch(pool, market, value)
    })
    return decided
  }

  /** An account is as valuable as the most valuable of its markets. */
  #watch(account: PublicKey, market: string, value: bigint): void {
    const key = account.toBase58()
    const markets = remember(this.#markets, key, () => ({ values: new Map(), most: 0n }))
    markets.values.set(market, value)
    markets.most = most(markets.most, value)
    this.accounts.watch(account, markets.most)
  }

  /** The accounts that may decide a market before it expires; none for most. */
  #accountsOf({ condition, token }: Market): PublicKey[] {
    if (condition.timing !== 'byExpiry' || !token) return []
    return stateReadings(condition).flatMap((reading) => this.#accounts[reading](token))
  }

  #curveOf(token: PublicKey): PublicKey {
    return remember(this.#addresses, token.toBase58(), () => findBondingCurve(token))
  }

  /** The pool that the migration of a token creates; `undefined` while its curve was not read. */
  #poolOf(token: PublicKey): PublicKey | undefined {
    const curve = this.accounts.get(this.#curveOf(token))
    if (!curve) return undefined
    const quote = readQuoteMint(curve.data)
    return remember(this.#addresses, `${token} ${quote}`, () => findMigrationPool(token, quote))
  }

  /** The observation from the accounts as they were last read; `null` if they are not watched. */
  #show(market: Market, now: bigint): Shown | null {
    const { condition, token } = market
    if (!token) return null
    if (measures(condition, 'hasMigrated')) {
      const curve = this.accounts.get(this.#curveOf(token))
      const pool = this.#poolOf(token)
      return curve ? showMigration(curve.data, pool && this.accounts.get(pool)?.data, now) : null
    }
    const supply = !isDated(condition) ? watchedSupply(this.accounts, token) : null
    return supply && showSupply(market, supply, now)
  }
}

/** The supply of a watched mint, in whole tokens; `null` if it is not watched or not a mint. */
export function watchedSupply(accounts: WatchedAccounts, mint: PublicKey): Measured | null {
  const account = accounts.get(mint)
  return account ? readSupply(account) : null
}
