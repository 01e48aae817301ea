// Looks up price updates that the keeper has not seen in the history of a source.

import type { PriceSource, PriceUpdate } from '../../prices/source.ts'
import { compare } from '../../runtime/bigint.ts'
import { remember } from '../../runtime/remember.ts'
import { forEachInSlices } from '../../runtime/slices.ts'
import { FeedGaps, type Span, usefulSpan } from './feed-gaps.ts'
import type { FeedMarkets, Feeds } from './feed-markets.ts'

/** The most seconds in one request, Pyth's limit. */
const WINDOW = 60

const MAX_FEEDS = 64

/** One request in this many is for the nearest deadline, and one for feeds without stakes on both sides. */
const PART = 8

/** A feed, the seconds in which an update could still decide one of its markets, and the deadline for it. */
interface Need {
  feed: string
  /** Of its most valuable market, in lamports. */
  value: bigint
  gaps: FeedGaps
  useful: Span
  /** Unix second. */
  deadline: number
}

/**
 * Looks up the updates of feeds that were not seen: from before the keeper started, during a pause, or between two
 * reads. Only seconds whose updates could still decide a market are looked up, those of the most valuable feeds first.
 */
export class PriceLookUp {
  readonly #gaps = new Map<string, FeedGaps>()
  #isReading = false
  #turn = 0

  constructor(private readonly source: PriceSource) {}

  /** Notes updates that were seen. */
  saw(updates: readonly PriceUpdate[]): void {
    for (const update of updates) this.#gaps.get(update.feedId)?.saw(update)
  }

  /**
   * Looks up at most a minute, of all feeds that need it, in one request.
   *
   * @param feeds - all feeds with an undecided market that has a `byExpiry` condition
   * @param now - the chain's time, in unix seconds
   */
  async next(feeds: Feeds, now: bigint): Promise<PriceUpdate[]> {
    if (this.#isReading) return []
    this.#isReading = true
    try {
      const needs = inOrder(await this.#needs(feeds, Number(now)), this.#turn++)
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
  async #needs(feeds: Feeds, now: number): Promise<Need[]> {
    for (const feed of this.#gaps.keys()) if (!feeds.has(feed)) this.#gaps.delete(feed)
    const needs: Need[] = []
    await forEachInSlices(feeds, ([feed, markets]) => {
      const gaps = remember(this.#gaps, feed, () => new FeedGaps(now))
      gaps.extendTo(markets.createdAt)
      const need = gaps.isEmpty ? null : needOf(markets, now)
      if (need) needs.push({ feed, value: markets.value, gaps, ...need })
    })
    return needs
  }
}

/**
 * The feeds, the most valuable first. Of eight requests, one takes the nearest deadline first, and one the feeds
 * without stakes on both sides.
 */
function inOrder(needs: Need[], turn: number): Need[] {
  const isLast = (need: Need) => need.value === 0n
  const byDeadline = (a: Need, b: Need) => a.deadline - b.deadline
  if (turn % PART === PART - 1) return needs.sort(byDeadline)
  const isTheirs = turn % PART === PART - 2
  return needs.sort((a, b) => {
    const place = Number(isLast(a)) - Number(isLast(b))
    if (place !== 0) return isTheirs ? -place : place
    return compare(b.value, a.value) || byDeadline(a, b)
  })
}

/** The seconds whose updates could decide one of these markets, and the earliest deadline; `null` if there are none. */
function needOf(markets: FeedMarkets, now: number): Pick<Need, 'useful' | 'deadline'> | null {
  let need: Pick<Need, 'useful' | 'deadline'> | null = null
  for (const { usefulness } of markets.all()) {
    const useful = usefulSpan(usefulness, now)
    if (!useful) continue
    const { deadline } = usefulness
    need ??= { useful, deadline }
    need.useful.from = Math.min(need.useful.from, useful.from)
    need.useful.to = Math.max(need.useful.to, useful.to)
    need.deadline = Math.min(need.deadline, deadline)
  }
  return need
}

function firstOf(needs: readonly Need[]): Span | null {
  for (const { gaps, useful } of needs) {
    const span = gaps.next(useful, WINDOW)
    if (span) return span
  }
  return null
}
