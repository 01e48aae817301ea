import { z } from '@hono/zod-openapi'
import { RANKINGS } from '../../history/queries/leaderboard.ts'
import { PERIODS, type Period } from '../../store/schema/history-types.ts'
import { INTERVALS, type Interval, MAX_POINTS } from '../intervals.ts'
import { Address, AnsweredAmount, Currency, Fraction, IsoTime, MarketId, OutcomeName } from './common.ts'
import { Odds, Stakes, Status } from './market.ts'
import { Paging } from './paging.ts'

const TransactionId = z.string().openapi({ description: 'Signature of the transaction' })

/** Nothing but the part of the list. */
export const PageQuery = z.strictObject(Paging)

/** A bet that was placed. */
export const PlacedBet = z
  .strictObject({
    id: z.int().openapi({ description: 'Of its event in `GET /v1/events`; later bets have greater ones' }),
    wallet: Address,
    outcome: OutcomeName,
    amount: AnsweredAmount,
    newTotalStake: Stakes,
    newOdds: Odds,
    placedAt: IsoTime,
    transactionId: TransactionId,
  })
  .openapi('PlacedBet')

const Moment = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 time in UTC, such as 2026-12-01T00:00:00Z' })
  .transform((text) => Math.floor(Date.parse(text) / 1_000))
  .openapi({ type: 'string', format: 'date-time', example: '2026-12-01T00:00:00Z' })

const intervals = Object.keys(INTERVALS) as [Interval, ...Interval[]]

/** Which part of a market's past, and how finely. */
export const MarketHistoryQuery = z.strictObject({
  interval: z
    .enum(intervals, `must be one of ${intervals.join(', ')}`)
    .optional()
    .openapi({
      description: `Length of a piece; at most ${MAX_POINTS} pieces. By default the shortest that makes at most 200`,
    }),
  from: Moment.optional().openapi({ description: 'The creation of the market by default' }),
  to: Moment.optional().openapi({ description: 'The decision, or now, by default' }),
})

/** A piece of a market's past. */
export const HistoryPoint = z
  .strictObject({
    time: IsoTime.openapi({ description: 'When the piece begins' }),
    odds: Odds.openapi({ description: 'At its end' }),
    totalStake: Stakes.openapi({ description: 'At its end' }),
    volume: AnsweredAmount.openapi({ description: 'Staked during the piece' }),
  })
  .openapi('HistoryPoint')

/** Which positions. */
export const PositionsQuery = z.strictObject({ status: Status.optional(), ...Paging })

/** What a wallet has or had in a market. */
export const Position = z
  .strictObject({
    marketId: MarketId,
    question: z.string(),
    currency: Currency,
    status: Status.openapi({ description: 'Of the market' }),
    winningOutcome: OutcomeName.nullable(),
    expireAt: IsoTime,
    stake: Stakes,
    bets: z.int(),
    openedAt: IsoTime,
    potentialWinnings: Stakes.nullable().openapi({
      description:
        'All that would be credited for each outcome with the pools as they are; null once decided',
    }),
    winnings: AnsweredAmount.nullable().openapi({
      description: 'All that was or will be credited, the refund of a void market too; null until decided',
    }),
    settled: z.boolean(),
    settledAt: IsoTime.nullable(),
    transactionId: TransactionId.nullable().openapi({ description: 'What paid the winnings' }),
  })
  .openapi('Position')

/** Which wallets of a leaderboard. */
export const LeaderboardQuery = z.strictObject({
  by: z.enum(RANKINGS, `must be one of ${RANKINGS.join(', ')}`).default('profit'),
  period: z
    .enum(PERIODS as [Period, ...Period[]], `must be one of ${PERIODS.join(', ')}`)
    .default('all')
    .openapi({ description: 'The current day, week (from Monday) or month of UTC, or all time' }),
  currency: Currency.default('SOL'),
  ...Paging,
})

/** A wallet in a leaderboard. */
export const Leader = z
  .strictObject({
    rank: z.int(),
    wallet: Address,
    currency: Currency,
    profit: z.number().openapi({ description: 'Of decided and settled positions; below 0 for a loss' }),
    volume: AnsweredAmount.openapi({ description: 'Staked in the period' }),
    bets: z.int(),
    decided: z.int().openapi({ description: 'Positions settled in decided markets' }),
    won: z.int().openapi({ description: 'Those that were paid at least their stake' }),
    winRate: Fraction.nullable().openapi({ description: '`won / decided`; null where nothing was' }),
  })
  .openapi('Leader')
