// Ranks markets by the lamports that depend on their decision, and chooses by that which accounts to read next.

import type { CurrencyId, FeeVault, Market, Stakes } from '@prediction-market/sdk'
import { CURRENCIES, currencyOf, SOL_DECIMALS } from '@prediction-market/sdk/currency'
import { PRICE_BITS } from '@prediction-market/sdk/rules'
import TinyQueue from 'tinyqueue'
import { compare, least } from '../runtime/bigint.ts'

/** Lamports of one SOL, at the precision of the auction's prices. */
const SCALE = (10n ** BigInt(SOL_DECIMALS)) << PRICE_BITS

/** The fields of a market that determine its value. */
export interface Staked {
  pools: Stakes
  currency: CurrencyId
}

/** The rank of a market in the order of work, in lamports. */
export interface Rank {
  /** The value of a decision: the smaller pool; 0 if one of the sides has no stakes. */
  value: bigint
  stake: bigint
}

/** Ranks a market by the value of its decision. */
export type RankOf = (market: Staked) => Rank

/**
 * Ranks markets in lamports: UTILITY at the last price of the burn auction, or at its first price before the first
 * sale.
 *
 * @param vault - the present state of the auction
 */
export function rankBy(vault: () => Pick<FeeVault, 'last' | 'price'>): RankOf {
  return ({ pools, currency }) => {
    const { Yes, No } = pools
    const ranked = { value: least(Yes, No), stake: Yes + No }
    if (CURRENCIES[currency].isNative) return ranked
    const { last, price: first } = vault()
    const price = last?.price ?? first.value
    const lamports = (units: bigint) => (price > 0n ? (units * SCALE) / price : units)
    return { value: lamports(ranked.value), stake: lamports(ranked.stake) }
  }
}

/** Ranks a market as the chain has it. */
export function rankMarket(rankOf: RankOf, { pools, mint }: Pick<Market, 'pools' | 'mint'>): Rank {
  return rankOf({ pools, currency: currencyOf({ mint }) })
}

/** Orders markets: the most valuable first; those without stakes on both sides last, by all stakes. */
export function byValue(a: Rank, b: Rank): number {
  return compare(b.value, a.value) || compare(b.stake, a.stake)
}

/** An item that is read repeatedly, and its value in lamports. */
export interface Valued {
  value: bigint
}

/** Milliseconds that an order is kept. */
const ORDER_MS = 1_000

/** One read of this many, besides those of the most valuable, is of an item without value. */
const PART = 8

/**
 * Chooses what to read next of more items than can be read at once. Half are the most valuable, every time. The others
 * take turns, and items without value get an eighth of the remaining reads: however many there are, the rest does not
 * wait for them.
 */
export class ValueTurns<Item extends Valued> {
  #order: { at: number; first: Item[]; others: Item[]; idle: Item[] } | undefined
  readonly #next = { others: 0, idle: 0 }

  /** Up to `count` of the items, which may have changed since the last call. */
  take(items: ReadonlyMap<string, Item>, count: number): Item[] {
    if (items.size <= count) return [...items.values()]
    const { first, others, idle } = this.#ordered(items, Math.ceil(count / 2))
    const free = count - first.length
    const forIdle = Math.min(idle.length, Math.max(Math.ceil(free / PART), free - others.length))
    return [...first, ...this.#turn('others', others, free - forIdle), ...this.#turn('idle', idle, forIdle)]
  }

  #turn(kind: 'others' | 'idle', list: readonly Item[], count: number): Item[] {
    const length = Math.min(count, list.length)
    const start = this.#next[kind] % Math.max(list.length, 1)
    this.#next[kind] = start + length
    return Array.from({ length }, (_, index) => list[(start + index) % list.length] as Item)
  }

  #ordered(items: ReadonlyMap<string, Item>, count: number) {
    const at = performance.now()
    if (this.#order && at - this.#order.at < ORDER_MS) return this.#order
    const best = new TinyQueue<Item>([], (a, b) => compare(a.value, b.value))
    const [others, idle]: [Item[], Item[]] = [[], []]
    for (const item of items.values()) {
      if (item.value === 0n) {
        idle.push(item)
        continue
      }
      best.push(item)
      if (best.length > count) others.push(best.pop() as Item)
    }
    const first: Item[] = []
    for (let item = best.pop(); item; item = best.pop()) first.unshift(item)
    this.#order = { at, first, others, idle }
    return this.#order
  }
}
