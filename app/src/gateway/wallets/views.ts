import { formatAmount, marketIdOf, type Outcome, positionDue, type Stakes } from '@prediction-market/sdk'
import { toDecided } from '../../history/market-row.ts'
import type { Ranking } from '../../history/queries/leaderboard.ts'
import type { PoolsAt, TimeRange } from '../../history/queries/pools.ts'
import type { MarketPosition } from '../../history/queries/positions.ts'
import { toRecent } from '../../history/stored.ts'
import { amount, decimal, type Json } from '../../json/write.ts'
import type { BetRow, WalletStatsRow } from '../../store/schema/history.ts'
import { isoTime, oddsView, stakesView } from '../markets/views.ts'

/** A bet in a list. */
export function placedBetView(bet: BetRow, decimals: number): Json {
  const pools = [bet.poolYes, bet.poolNo] as const
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
): Json[] {
  const changes = new Map(buckets.map(({ start, pools }) => [start, pools]))
  const points: Json[] = []
  let pools = before
  for (let start = from; start < to; start += interval) {
    const [yes, no] = pools
    pools = changes.get(start) ?? pools
    points.push({
      time: isoTime(start),
      odds: oddsView(pools),
      totalStake: stakesView(pools, decimals),
      volume: amount(pools[0] + pools[1] - yes - no, decimals),
    })
  }
  return points
}

/** A position with its winnings and refund, or its potential winnings. */
export function positionView({ position, market }: MarketPosition): Json {
  const { decimals, status, outcome } = market
  const stakes = [position.stakeYes, position.stakeNo] as const
  const staked = { stakes, recent: toRecent(position.recent) }
  const decided = toDecided(market)
  const ifWon = (winner: Outcome) => {
    const { payout, refund } = positionDue({ ...decided, outcome: winner }, staked)
    return payout + refund
  }
  const isOpen = status === 'open'
  const due = isOpen ? null : positionDue(decided, staked)
  const winnings = position.payout ?? due?.payout ?? null
  const refund = position.refund ?? due?.refund ?? null
  return {
    marketId: marketIdOf(market.address),
    question: market.question,
    currency: market.currency,
    status,
    winningOutcome: outcome,
    expireAt: isoTime(market.expireAt),
    stake: stakesView(stakes, decimals),
    bets: position.bets,
    openedAt: isoTime(position.openedAt),
    potentialWinnings: isOpen ? stakesView([ifWon('Yes'), ifWon('No')], decimals) : null,
    winnings: winnings === null ? null : amount(winnings, decimals),
    refund: refund === null ? null : amount(refund, decimals),
    settled: position.payout !== null,
    settledAt: position.settledAt === null ? null : isoTime(position.settledAt),
    transactionId: position.settledSignature,
  }
}

/** A wallet in a leaderboard. */
export function leaderView(stats: WalletStatsRow, rank: number, decimals: number): Json {
  const { wallet, currency, bets, decided, won } = stats
  return {
    rank,
    wallet,
    currency,
    profit: amount(stats.returned - stats.staked, decimals),
    volume: amount(stats.volume, decimals),
    bets,
    decided,
    won,
    winRate: decided === 0 ? null : decimal(formatAmount(rateInTenThousandths(won, decided), 4)),
  }
}

/** The value that a ranking sorts by. */
export function rankedValue(stats: WalletStatsRow, by: Ranking): bigint {
  if (by === 'profit') return stats.returned - stats.staked
  return by === 'volume' ? stats.volume : BigInt(stats.won)
}

/** Ten-thousandths, rounded half up. */
function rateInTenThousandths(won: number, decided: number): bigint {
  return (BigInt(won) * 20_000n + BigInt(decided)) / (2n * BigInt(decided))
}
