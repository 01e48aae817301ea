import {
  type Fetched,
  type Market,
  type MarketCapCondition,
  type PriceCondition,
  proofDeadline,
  wouldDecide,
} from '@prediction-market/sdk'
import type { PriceSource, PriceUpdate } from '../../prices/source.ts'
import { FeedGaps, type Span } from './feed-gaps.ts'

/** A market about a price. */
export type PricedMarket = Fetched<Market> & { condition: PriceCondition | MarketCapCondition }

/** The most seconds in one request, Pyth's limit. */
const WINDOW = 60

/** The most feeds in one request. */
const MAX_FEEDS = 64

/** Seconds until the history of a source holds an update. */
const HISTORY_LAG = 3

/** A feed, the seconds in which an update could still decide one of its markets, and when that ends. */
interface Need {
  feed: string
  gaps: FeedGaps
  useful: Span
  deadline: bigint
}

/**
 * Looks up the updates of feeds that were not seen: from before the keeper started, during a pause, or between two
 * reads. Only seconds whose updates could still decide a market are looked up, those of the nearest deadline first.
 */
export class PriceLookUp {
  readonly #gaps = new Map<string, FeedGaps>()
  #isReading = false

  constructor(private readonly source: PriceSource) {}

  /** Takes updates that were seen. */
  saw(updates: readonly PriceUpdate[]): void {
    for (const update of updates) this.#gaps.get(update.feedId)?.saw(update)
  }

  /**
   * Looks up at most a minute, of all feeds that need it, in one request.
   *
   * @param markets - all undecided markets with a `byExpiry` condition
   * @param now - the chain's time, in unix seconds
   */
  async next(markets: readonly PricedMarket[], now: bigint): Promise<PriceUpdate[]> {
    if (this.#isReading) return []
    const needs = this.#needs(markets, now).sort((a, b) => Number(a.deadline - b.deadline))
    const span = firstOf(needs)
    if (!span) return []
    const asked = needs.filter(({ gaps }) => gaps.has(span)).slice(0, MAX_FEEDS)
    this.#isReading = true
    try {
      const feeds = asked.map(({ feed }) => feed)
      const updates = (await this.source.history?.(feeds, span.from, span.to)) ?? []
      for (const { gaps } of asked) gaps.lookedUp(span)
      return updates
    } finally {
      this.#isReading = false
    }
  }

  #needs(markets: readonly PricedMarket[], now: bigint): Need[] {
    const needs = new Map<string, Need>()
    const feeds = new Set<string>()
    for (const market of markets) {
      const { feed } = market.condition
      feeds.add(feed)
      const gaps = this.#gaps.get(feed) ?? new FeedGaps(Number(now))
      this.#gaps.set(feed, gaps)
      gaps.extendTo(Number(market.createdAt))
      const useful = usefulSpan(market, now)
      if (!useful) continue
      const known = needs.get(feed)
      const deadline = proofDeadline(market)
      if (known) {
        known.useful.from = Math.min(known.useful.from, useful.from)
        known.useful.to = Math.max(known.useful.to, useful.to)
        if (deadline < known.deadline) known.deadline = deadline
      } else needs.set(feed, { feed, gaps, useful, deadline })
    }
    for (const feed of this.#gaps.keys()) if (!feeds.has(feed)) this.#gaps.delete(feed)
    return [...needs.values()]
  }
}

function firstOf(needs: readonly Need[]): Span | null {
  for (const { gaps, useful } of needs) {
    const span = gaps.next(useful, WINDOW)
    if (span) return span
  }
  return null
}

/** The seconds before the expiry whose updates could decide a market now; `null` if there are none. */
function usefulSpan(market: PricedMarket, now: bigint): Span | null {
  const isUseful = (second: bigint) => {
    return wouldDecide(market, { at: second, previous: second - 1n, isMet: true }, now)
  }
  const newest = now - BigInt(HISTORY_LAG)
  const last = newest < market.expireAt ? newest : market.expireAt - 1n
  if (last <= market.createdAt || !isUseful(last)) return null
  // Of two seconds the later one is useful if the earlier one is.
  let [low, high] = [market.createdAt + 1n, last]
  while (low < high) {
    const middle = (low + high) / 2n
    if (isUseful(middle)) high = middle
    else low = middle + 1n
  }
  return { from: Number(low), to: Number(last) }
}
