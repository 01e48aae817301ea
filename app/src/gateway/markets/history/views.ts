// The answers about the bets and the history of a market.

import type { Stakes } from '@prediction-market/sdk'
import type { PoolsAt, TimeRange } from '../../../history/queries/pools.ts'
import { amount } from '../../../json/write.ts'
import type { BetRow } from '../../../store/schema/history.ts'
import type { Answered } from '../../http/fields/answered.ts'
import { isoTime, oddsView, stakesView } from '../../http/fields/views.ts'
import type { HistoryPoint, PlacedBet } from './schemas.ts'

/** A bet in a list. */
export function placedBetView(bet: BetRow, decimals: number): Answered<typeof PlacedBet> {
  const pools = { Yes: bet.poolYes, No: bet.poolNo }
  return {
    id: bet.id,
    wallet: bet.owner,
    outcome: bet.outcome,
    amount: amount(bet.amount, decimals),
    newTotalStake: stakesView(pools, decimals),
    newOdds: oddsView(pools),
    placedAt: isoTime(bet.placedAt),
    transactionId: bet.signature,
  }
}

/** A market's history by interval; an interval without a bet has the pools of the one before. */
export function historyView(
  { from, to, interval }: TimeRange,
  { before, buckets }: { before: Stakes; buckets: readonly PoolsAt[] },
  decimals: number,
): Answered<typeof HistoryPoint>[] {
  const changes = new Map(buckets.map(({ start, pools }) => [start, pools]))
  const points: Answered<typeof HistoryPoint>[] = []
  let pools = before
  for (let start = from; start < to; start += interval) {
    const { Yes, No } = pools
    pools = changes.get(start) ?? pools
    points.push({
      time: isoTime(start),
      odds: oddsView(pools),
      totalStake: stakesView(pools, decimals),
      volume: amount(pools.Yes + pools.No - Yes - No, decimals),
    })
  }
  return points
}
