// Finds the series of rounds among the markets on the chain.

import { type Market, PROGRAM_ID } from '@prediction-market/sdk'
import { findMarket, marketIdOf } from '@prediction-market/sdk/accounts'
import { type RoundGrid, roundAt, seriesNumber } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import type { MarketBook } from '../../book/book.ts'
import type { BookEntry } from '../../book/entry.ts'
import { matchesFilter } from '../../book/market-collection.ts'
import { remember } from '../../runtime/remember.ts'

/** A series of rounds and its rounds on the chain, the latest first. */
export interface Series extends RoundGrid {
  rounds: [BookEntry, ...BookEntry[]]
}

/** The most addresses of rounds in memory. */
const MAX_ADDRESSES = 2_000

/** The series of the wallet that opens rounds, derived from its markets on the chain. */
export class RoundSeries {
  readonly #ids = new LRUCache<string, string>({ max: MAX_ADDRESSES })

  constructor(
    private readonly book: MarketBook,
    /** In base58; without one there are no series. */
    private readonly opener: string | undefined,
    private readonly programId: PublicKey = PROGRAM_ID,
  ) {}

  /** Every series, by number. A series whose last round was closed is not known until the next one is opened. */
  all(): Series[] {
    if (this.opener === undefined) return []
    const filter = { creator: this.opener, types: ['change'] } as const
    const found = new Map<number, Series>()
    for (const entry of this.book.find(filter, 'newest')) {
      const grid = matchesFilter(entry, filter) ? gridOf(entry.market) : undefined
      if (!grid) continue
      const series = found.get(grid.number)
      if (!series) found.set(grid.number, { ...grid, rounds: [entry] })
      else if (isSameSeries(series, grid, entry)) series.rounds.push(entry)
    }
    return [...found.values()].sort((one, other) => one.number - other.number)
  }

  /** The ids of the last rounds of a series, whether they were opened or not, the latest first. */
  lastIds({ number, length, rounds: [latest] }: Series, count: number): string[] {
    const last = referenceOf(latest.market) ?? 0n
    return Array.from({ length: count }, (_, index) => {
      const beginsAt = last - BigInt(length) * BigInt(index + 1)
      return this.#idOf(roundAt({ number, length }, beginsAt, 0).nonce)
    })
  }

  #idOf(nonce: bigint): string {
    const find = () => findMarket(this.opener ?? '', nonce, this.programId)
    return remember(this.#ids, nonce.toString(), () => marketIdOf(find().toBase58()))
  }
}

/** The second of the first price of a change. */
export function referenceOf({ condition }: Pick<Market, 'condition'>): bigint | undefined {
  return 'referenceAt' in condition ? condition.referenceAt : undefined
}

/** The grid that a market is a round of; `undefined` if its nonce is not that of its times. */
function gridOf(market: Market): RoundGrid | undefined {
  const referenceAt = referenceOf(market)
  const number = seriesNumber(market)
  if (referenceAt === undefined || number === 0) return undefined
  const length = Number(market.expireAt - referenceAt)
  const round = roundAt({ number, length }, referenceAt - BigInt(length), 0)
  return round.nonce === market.nonce ? { number, length } : undefined
}

/** Whether two rounds are of one series: another length, feed or currency is a new series under the same number. */
function isSameSeries(
  { length, rounds: [latest] }: Series,
  grid: RoundGrid,
  { feed, currency }: BookEntry,
): boolean {
  return length === grid.length && latest.feed === feed && latest.currency === currency
}
