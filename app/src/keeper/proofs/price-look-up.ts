import { proofDeadline, wouldDecide } from '@prediction-market/sdk'
import type { PriceSource, PriceUpdate } from '../../prices/source.ts'
import { forEachInSlices } from '../../runtime/slices.ts'
import { FeedGaps, type Span } from './feed-gaps.ts'
import type { FeedMarkets, PricedMarket } from './feed-markets.ts'

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
   * @param feeds - all feeds with an undecided market that has a `byExpiry` condition
   * @param now - the chain's time, in unix seconds
   */
  async next(feeds: ReadonlyMap<string, FeedMarkets>, now: bigint): Promise<PriceUpdate[]> {
    if (this.#isReading) return []
    this.#isReading = true
    try {
      const needs = (await this.#needs(feeds, now)).sort((a, b) => Number(a.deadline - b.deadline))
      const span = firstOf(needs)
      if (!span) return []
      const asked = needs.filter(({ gaps }) => gaps.has(span)).slice(0, MAX_FEEDS)
      const ids = asked.map(({ feed }) => feed)
      const updates = (await this.source.history?.(ids, span.from, span.to)) ?? []
      for (const { gaps } of asked) gaps.lookedUp(span)
      return updates
    } finally {
      this.#isReading = false
    }
  }

  /** The feeds with gaps in seconds that could still decide a market; most of the time there are none. */
  async #needs(feeds: ReadonlyMap<string, FeedMarkets>, now: bigint): Promise<Need[]> {
    for (const feed of this.#gaps.keys()) if (!feeds.has(feed)) this.#gaps.delete(feed)
    const needs: Need[] = []
    for (const [feed, markets] of feeds) {
      const gaps = this.#gaps.get(feed) ?? new FeedGaps(Number(now))
      this.#gaps.set(feed, gaps)
      gaps.extendTo(markets.createdAt)
      if (gaps.isEmpty) continue
      const need = await needOf(markets, now)
      if (need) needs.push({ feed, gaps, ...need })
    }
    return needs
  }
}

/** The seconds whose updates could decide one of these markets, and the earliest deadline; `null` if there are none. */
async function needOf(markets: FeedMarkets, now: bigint): Promise<Pick<Need, 'useful' | 'deadline'> | null> {
  let need: Pick<Need, 'useful' | 'deadline'> | null = null
  await forEachInSlices(markets.all(), ({ market }) => {
    const useful = usefulSpan(market, now)
    if (!useful) return
    const deadline = proofDeadline(market)
    need ??= { useful, deadline }
    need.useful.from = Math.min(need.useful.from, useful.from)
    need.useful.to = Math.max(need.useful.to, useful.to)
    if (deadline < need.deadline) need.deadline = deadline
  })
  return need
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
  if (isUseful(low)) return { from: Number(low), to: Number(last) }
  while (low < high) {
    const middle = (low + high) / 2n
    if (isUseful(middle)) high = middle
    else low = middle + 1n
  }
  return { from: Number(low), to: Number(last) }
}
