// Computes the seconds whose price updates could still decide a market.

import { readsAccount } from '@prediction-market/sdk/condition'
import {
  EARLY_SUPPLY_SECONDS,
  proofDeadline,
  type UndecidedMarket,
  wouldDecide,
} from '@prediction-market/sdk/rules'
import type { Span } from './feed-gaps.ts'

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
