// The answers about the bets and the history of a market.

import type { Stakes } from '@prediction-market/sdk'
import type { BetEvent } from '../../../history/queries/bets.ts'
import type { PoolsAt, TimeRange } from '../../../history/queries/pools.ts'
import { toStakes } from '../../../history/stored.ts'
import { amount } from '../../../json/write.ts'
import type { Answered } from '../../http/fields/answered.ts'
import { isoTime, oddsView, stakesView } from '../../http/fields/views.ts'
import type { HistoryPoint, PlacedBet } from './schemas.ts'

/** A bet in a list. */
export function placedBetView(bet: BetEvent, decimals: number): Answered<typeof PlacedBet> {
  const { outcome, amount: staked, pools: after } = bet.details
  const pools = toStakes(after)
  return {
    id: bet.id,
    wallet: bet.wallet ?? '',
    outcome,
    amount: amount(BigInt(staked), decimals),
    newTotalStake: stakesView(pools, decimals),
    newOdds: oddsView(pools),
    placedAt: isoTime(bet.time),
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
