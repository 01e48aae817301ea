// The answers about positions and the leaderboard.

import { type Outcome, positionDue } from '@prediction-market/sdk'
import { marketIdOf, type RecentStakes } from '@prediction-market/sdk/accounts'
import { periodOf, stakeCounts } from '@prediction-market/sdk/rules'
import { toDecided, toRecent } from '../../history/market-row.ts'
import type { Ranking, WalletStatsRow } from '../../history/queries/leaderboard.ts'
import type { MarketPosition } from '../../history/queries/positions.ts'
import { amount } from '../../json/json.ts'
import type { Answered } from '../http/fields/answered.ts'
import { isoTime, stakesView } from '../http/fields/views.ts'
import { conditionView } from '../markets/views.ts'
import { wordsOf } from '../markets/words.ts'
import type { Leader, Position } from './schemas.ts'

/** A position with its winnings and refund, or its potential winnings. */
export function positionView({ position, market }: MarketPosition): Answered<typeof Position> {
  const { decimals, status, outcome } = market
  const stakes = { Yes: position.stakeYes, No: position.stakeNo }
  const staked = { stakes, recent: toRecent(position.recent) }
  const decided = toDecided(market)
  const ifWon = (winner: Outcome) => {
    const { payout, refund } = positionDue({ ...decided, outcome: winner }, staked)
    return payout + refund
  }
  const isOpen = status === 'open'
  const { winnings, refund } = duesOf({ position, market })
  const marketId = marketIdOf(market.address)
  return {
    marketId,
    ...wordsOf(marketId, market),
    condition: conditionView(market.condition),
    currency: market.currency,
    status,
    winningOutcome: outcome,
    expireAt: isoTime(market.expireAt),
    stake: stakesView(stakes, decimals),
    bets: position.bets,
    openedAt: isoTime(position.openedAt),
    potentialWinnings: isOpen ? stakesView({ Yes: ifWon('Yes'), No: ifWon('No') }, decimals) : null,
    uncounted: isOpen ? uncountedView(market, staked.recent) : [],
    winnings: winnings === null ? null : amount(winnings, decimals),
    refund: refund === null ? null : amount(refund, decimals),
    settled: position.payout !== null,
    settledAt: position.settledAt === null ? null : isoTime(position.settledAt),
    transactionId: position.settledSignature,
  }
}

/** The stakes of the last betting periods, which an early answer may find late; none where no answer can be early. */
function uncountedView(market: MarketPosition['market'], { period, stakes }: RecentStakes) {
  const { createdAt, expireAt, period: length, decimals } = market
  const timed = { createdAt: BigInt(createdAt), expireAt: BigInt(expireAt), terms: { period: length } }
  const last = periodOf(timed, timed.expireAt - 1n)
  return stakes
    .map((stake, age) => {
      const second = timed.expireAt - 1n - (last - period + BigInt(age)) * BigInt(Math.max(length, 1))
      const { from, returnedBy } = stakeCounts({ ...timed, condition: market.condition }, second)
      return { countsFrom: isoTime(from), stake, returnedBy: [...returnedBy] }
    })
    .filter(({ stake, returnedBy }) => returnedBy.length > 0 && stake.Yes + stake.No > 0n)
    .map((recent) => ({ ...recent, stake: stakesView(recent.stake, decimals) }))
    .reverse()
}

/** What a position was paid or is to be paid, in base units; null while its market is open. */
export function duesOf({ position, market }: MarketPosition): Record<'winnings' | 'refund', bigint | null> {
  // The history keeps a settled position's payment, and no longer which of its stakes were recent.
  if (market.status === 'open' || position.payout !== null) {
    return { winnings: position.payout, refund: position.refund }
  }
  const { payout, refund } = positionDue(toDecided(market), {
    stakes: { Yes: position.stakeYes, No: position.stakeNo },
    recent: toRecent(position.recent),
  })
  return { winnings: payout, refund }
}

export function leaderView(stats: WalletStatsRow, rank: number, decimals: number): Answered<typeof Leader> {
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
    winRate: decided === 0 ? null : rateInTenThousandths(won, decided) / 10_000,
  }
}

export function rankedValue(stats: WalletStatsRow, by: Ranking): bigint {
  if (by === 'profit') return stats.returned - stats.staked
  return by === 'volume' ? stats.volume : BigInt(stats.won)
}

/** Ten-thousandths, rounded half up. */
function rateInTenThousandths(won: number, decided: number): number {
  return Number((BigInt(won) * 20_000n + BigInt(decided)) / (2n * BigInt(decided)))
}
