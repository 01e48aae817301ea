// The open markets of a price feed in the order of their targets, to find those that an update decides.

import type { Condition, Fetched, Market } from '@prediction-market/sdk'
import { kindOf, readsAccount } from '@prediction-market/sdk/condition'
import { type Measured, measurePrice, meets } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import type { PriceUpdate } from '../../prices/source.ts'
import { most } from '../../runtime/bigint.ts'
import { remember } from '../../runtime/remember.ts'
import { type Usefulness, usefulnessOf } from './feed-gaps.ts'
import type { Watchable } from './proof.ts'

export type PricedMarket = Fetched<Market> & { condition: Extract<Condition, { feed: string }> }

export function isPriced(market: Fetched<Market>): market is PricedMarket {
  return kindOf(market.condition).proof === 'pyth'
}

/** A market about a price with a fixed target, which any update may meet. */
export type TargetMarket = PricedMarket & { condition: { target: string } }

/** Whether any update from before the expiry may decide a market. */
export function canBeMet(market: PricedMarket): market is TargetMarket {
  return market.condition.timing === 'byExpiry' && 'target' in market.condition
}

/** A watched market. Its condition never changes; the rest is replaced when its state changes. */
export interface WatchedMarket {
  /** In base58. */
  readonly address: string
  readonly condition: TargetMarket['condition']
  entry: Watchable
  usefulness: Usefulness
  /** In lamports. */
  value: bigint
}

/** The open markets of one feed that it may decide before they expire. */
export class FeedMarkets {
  readonly #markets = new Map<string, WatchedMarket>()
  /** By token for market capitalisations, by the empty string for prices. */
  readonly #targets = new Map<string, Targets>()
  /** The earliest creation and the latest expiry of any market so far, in unix seconds. */
  #createdAt = Number.POSITIVE_INFINITY
  #expireAt = 0
  /** `undefined` until it is computed again. */
  #value: bigint | undefined = 0n

  get size(): number {
    return this.#markets.size
  }

  get createdAt(): number {
    return this.#createdAt
  }

  get expireAt(): number {
    return this.#expireAt
  }

  /** The value of the most valuable market, in lamports. */
  get value(): bigint {
    if (this.#value === undefined) {
      this.#value = [...this.#markets.values()].reduce((value, market) => most(value, market.value), 0n)
    }
    return this.#value
  }

  all(): Iterable<WatchedMarket> {
    return this.#markets.values()
  }

  /** Adds a market, or its newer state. */
  set(market: TargetMarket, entry: Watchable, value: bigint): void {
    const { address } = entry
    const state = { entry, usefulness: usefulnessOf(market), value }
    const known = this.#markets.get(address)
    if (known?.value === this.#value) this.#value = undefined
    else if (this.#value !== undefined) this.#value = most(this.#value, value)
    if (known) {
      Object.assign(known, state)
      return
    }
    const watched: WatchedMarket = { address, condition: market.condition, ...state }
    this.#markets.set(address, watched)
    remember(this.#targets, keyOf(market), () => new Targets(market.token)).add(watched)
    this.#createdAt = Math.min(this.#createdAt, Number(market.createdAt))
    this.#expireAt = Math.max(this.#expireAt, Number(market.expireAt))
  }

  delete(market: PricedMarket): void {
    const address = market.address.toBase58()
    const watched = this.#markets.get(address)
    if (!watched) return
    this.#markets.delete(address)
    if (watched.value === this.#value) this.#value = undefined
    const key = keyOf(market)
    const targets = this.#targets.get(key)
    targets?.delete(watched)
    if (targets?.size === 0) this.#targets.delete(key)
  }

  /**
   * The markets whose condition an update meets.
   *
   * @param supplyOf - the supply of a token; `null` if it is not known
   */
  metBy(update: PriceUpdate, supplyOf: (token: PublicKey) => Measured | null): WatchedMarket[] {
    return [...this.#targets].flatMap(([key, targets]) => {
      if (key === '') return targets.metBy(measurePrice(update))
      const supply = targets.token && supplyOf(targets.token)
      return supply ? targets.metBy(measurePrice(update, supply)) : []
    })
  }
}

export type Feeds = ReadonlyMap<string, FeedMarkets>

/** Markets in the order of their targets: those that a value meets are found without checking the others. */
class Targets {
  /** Markets that a rising value meets, the lowest target first. */
  readonly #rising: WatchedMarket[] = []
  /** Markets that a falling value meets, the highest target first. */
  readonly #falling: WatchedMarket[] = []

  constructor(readonly token: PublicKey | null) {}

  get size(): number {
    return this.#rising.length + this.#falling.length
  }

  add(watched: WatchedMarket): void {
    const list = this.#listOf(watched)
    list.splice(placeOf(list, watched), 0, watched)
  }

  delete(watched: WatchedMarket): void {
    const list = this.#listOf(watched)
    const index = list.indexOf(watched, placeOf(list, watched))
    if (index >= 0) list.splice(index, 1)
  }

  metBy(value: Measured): WatchedMarket[] {
    return [this.#rising, this.#falling].flatMap((list) => {
      const end = list.findIndex(({ condition }) => !meets(condition, value))
      return end < 0 ? list : list.slice(0, end)
    })
  }

  #listOf({ condition }: WatchedMarket): WatchedMarket[] {
    const isRising = condition.comparison === 'above' || condition.comparison === 'atLeast'
    return isRising ? this.#rising : this.#falling
  }
}

/** The index at which to insert a market: after those that are met by every value that meets it. */
function placeOf(list: readonly WatchedMarket[], { condition }: WatchedMarket): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = list[middle] as WatchedMarket
    if (isMetBefore(other.condition, condition)) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the first of two conditions in the same direction is met by more values than the second. */
function isMetBefore(one: TargetMarket['condition'], other: TargetMarket['condition']): boolean {
  return meets(one, measured(other.target)) && !meets(other, measured(one.target))
}

function measured(target: string): Measured {
  const [whole = '0', fraction = ''] = target.split('.')
  return { value: BigInt(whole + fraction), exponent: -fraction.length }
}

function keyOf({ condition, token }: PricedMarket): string {
  return readsAccount(condition) ? (token?.toBase58() ?? '') : ''
}
