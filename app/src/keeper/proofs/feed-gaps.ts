// Tracks the seconds of a price feed whose updates the keeper has not seen, and those that could still decide a market.

import { readsAccount } from '@prediction-market/sdk/condition'
import {
  EARLY_SUPPLY_SECONDS,
  proofDeadline,
  type UndecidedMarket,
  wouldDecide,
} from '@prediction-market/sdk/rules'

/** Unix seconds, both included. */
export interface Span {
  from: number
  to: number
}

/** The seconds of a price feed in which an update may have been published that was not seen. */
export class FeedGaps {
  #gaps: Span[] = []
  #since: number
  #until: number

  /**
   * @param now - the unix second from which on the feed is watched
   */
  constructor(now: number) {
    this.#since = now
    this.#until = now
  }

  get isEmpty(): boolean {
    return this.#gaps.length === 0
  }

  /** Adds the seconds after an earlier one, such as the creation of a market. */
  extendTo(second: number): void {
    if (second >= this.#since) return
    this.#gaps.push({ from: second + 1, to: this.#since })
    this.#since = second
  }

  /** Notes an update that was seen. If it does not follow the last one, the seconds between them are a gap. */
  saw({ publishTime, prevPublishTime }: { publishTime: number; prevPublishTime: number }): void {
    if (prevPublishTime > this.#until) this.#gaps.push({ from: this.#until + 1, to: prevPublishTime })
    this.#until = Math.max(this.#until, publishTime)
  }

  /**
   * The span to look up next: from the shortest gap, at most `length` seconds. Seconds before `useful` are forgotten,
   * seconds after it are left for later.
   */
  next(useful: Span, length: number): Span | null {
    this.#remove({ from: 0, to: useful.from - 1 })
    const ready = this.#gaps.filter(({ from }) => from <= useful.to)
    const [first] = ready.sort((a, b) => a.to - a.from - (b.to - b.from))
    if (!first) return null
    return { from: first.from, to: Math.min(first.to, useful.to, first.from + length - 1) }
  }

  /** Whether a second of a span is in a gap. */
  has(span: Span): boolean {
    return this.#gaps.some(({ from, to }) => from <= span.to && to >= span.from)
  }

  /** Removes seconds that were looked up. */
  lookedUp(span: Span): void {
    this.#remove(span)
  }

  #remove(span: Span): void {
    this.#gaps = this.#gaps.flatMap(({ from, to }) => {
      const before = { from, to: Math.min(to, span.from - 1) }
      const after = { from: Math.max(from, span.to + 1), to }
      return [before, after].filter((part) => part.from <= part.to)
    })
  }
}

/** Seconds until the history of a source holds an update. */
const HISTORY_LAG = 3

/** The numbers that determine the useful seconds of a market; they change only with its state. */
export interface Usefulness {
  /** The first unix second whose update could decide the market; the expiry if there is none. */
  from: number
  /** Unix second. */
  expireAt: number
  /** The unix second from which on no update from before the expiry counts. */
  deadline: number
  /** Seconds after which an update does not count any more. */
  maxAge: number
}

export function usefulnessOf(market: UndecidedMarket): Usefulness {
  const { condition, expireAt } = market
  return {
    from: Number(firstUseful(market)),
    expireAt: Number(expireAt),
    deadline: Number(proofDeadline(market)),
    maxAge: readsAccount(condition) ? EARLY_SUPPLY_SECONDS : Number.POSITIVE_INFINITY,
  }
}

/**
 * The seconds before the expiry whose updates could decide a market now, and are in the history; `null` if there are
 * none.
 *
 * @param now - the chain's time, in unix seconds
 */
export function usefulSpan({ from, expireAt, deadline, maxAge }: Usefulness, now: number): Span | null {
  const span = { from: Math.max(from, now - maxAge), to: Math.min(now - HISTORY_LAG, expireAt - 1) }
  return now < deadline && span.from <= span.to ? span : null
}

function firstUseful(market: UndecidedMarket): bigint {
  const { createdAt, expireAt } = market
  const isUseful = (second: bigint) => {
    const shown = { at: second, previous: second - 1n, reading: 'met', isSure: false } as const
    return wouldDecide(market, shown, second)
  }
  // Of two seconds the later one is useful if the earlier one is. Without late bets, all of them are.
  let [low, high] = [createdAt + 1n, expireAt]
  if (low < high && isUseful(low)) return low
  while (low < high) {
    const middle = (low + high) / 2n
    if (isUseful(middle)) high = middle
    else low = middle + 1n
  }
  return high
}
