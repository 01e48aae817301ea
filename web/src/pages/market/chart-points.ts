// The points of the chart of odds.

import type { ByOutcome, HistoryPoint, PlacedBet } from '../../model/types.ts'
import { oddsOf } from '../../money/pools.ts'
import { toSeconds } from '../../text/times.ts'

/** The odds of Yes from a moment on. */
export interface OddsPoint {
  /** Unix seconds. */
  at: number
  yes: number
}

/**
 * The odds to draw. They start with the first stakes on both sides: before, whoever is alone has "100%", which is
 * nobody's opinion.
 */
export function oddsPoints(history: readonly HistoryPoint[]): OddsPoint[] {
  const start = history.findIndex(({ totalStake }) => Number(totalStake.Yes) > 0 && Number(totalStake.No) > 0)
  if (start < 0) return []
  return history.slice(start).map(({ time, totalStake }) => ({ at: toSeconds(time), yes: yesOf(totalStake) }))
}

/** The odds of Yes with all their digits, as elsewhere on the page: the gateway rounds them. */
const yesOf = (pools: ByOutcome) => oddsOf(pools)?.Yes ?? 0

/** Whether odds have not moved since both sides had a stake. */
export function areStill(odds: readonly OddsPoint[]): boolean {
  return odds.length > 0 && odds.every(({ yes }) => yes === odds[0]?.yes)
}

/** The same from every bet of a market, newest first as the gateway lists them: exact to the second. */
export function oddsOfBets(bets: readonly PlacedBet[], from: number): OddsPoint[] {
  const matched = bets.filter(isMatched).toReversed()
  const points = matched.map((bet) => ({ at: toSeconds(bet.placedAt), yes: yesOf(bet.newTotalStake) }))
  const held = points.findLast(({ at }) => at < from)
  return [...(held ? [{ at: from, yes: held.yes }] : []), ...points.filter(({ at }) => at >= from)]
}

/** Whether both sides had a stake after a bet. */
function isMatched({ newTotalStake: { Yes, No } }: PlacedBet): boolean {
  return Number(Yes) > 0 && Number(No) > 0
}

/** The last point at or before a moment; the first if there is none. */
export function pointAt<T extends { at: number }>(points: readonly T[], at: number): T | undefined {
  return points.findLast((point) => point.at <= at) ?? points[0]
}

/** A bet on the line of the odds. */
export interface BetDot {
  bet: PlacedBet
  at: number
  yes: number
  /** From 0 to 1: its amount beside the largest one. */
  size: number
}

/** The bets to draw: those that moved odds which are drawn. */
export function betDots(bets: readonly PlacedBet[], from: number): BetDot[] {
  const matched = bets.filter((bet) => isMatched(bet) && toSeconds(bet.placedAt) >= from)
  const largest = Math.max(...matched.map(({ amount }) => Number(amount)))
  return matched.map((bet) => ({
    bet,
    at: toSeconds(bet.placedAt),
    yes: yesOf(bet.newTotalStake),
    size: Math.sqrt(Number(bet.amount) / largest),
  }))
}
