// The schemas of the routes about wallets.

import { z } from '@hono/zod-openapi'
import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { RANKINGS } from '../../history/queries/leaderboard.ts'
import { PERIODS, type Period } from '../../store/schema/history-types.ts'
import * as fields from '../http/fields/schemas.ts'
import { Paging } from '../http/page-schemas.ts'
import { Condition, QuestionAgrees, Status } from '../markets/schemas.ts'

export const PositionsQuery = z.strictObject({
  status: Status.optional(),
  market: fields.MarketId.optional().openapi({ description: 'Only the position in this market' }),
  ...Paging,
})

export const WalletHistoryQuery = z.strictObject({
  market: fields.MarketId.optional().openapi({ description: 'Only what concerns this market' }),
  ...Paging,
})

export const Position = z
  .strictObject({
    marketId: fields.MarketId,
    question: z.string(),
    questionAgrees: QuestionAgrees,
    description: z.string().openapi({ description: 'The condition in words; it decides the market' }),
    condition: Condition,
    currency: fields.Currency,
    status: Status.openapi({ description: 'Of the market' }),
    winningOutcome: fields.OutcomeName.nullable(),
    expireAt: fields.IsoTime,
    stake: fields.Stakes,
    bets: z.int(),
    openedAt: fields.IsoTime,
    potentialWinnings: fields.orNull(fields.Stakes).openapi({
      description: 'Paid if that outcome wins at the current pools and no stake is late; null once decided',
    }),
    uncounted: z
      .array(
        z.strictObject({
          countsFrom: fields.IsoTime,
          stake: fields.Stakes,
          returnedBy: z
            .array(fields.OutcomeName)
            .openapi({ description: 'The answers that can be known early' }),
        }),
      )
      .openapi({
        description:
          'The newest stakes of an open market, oldest first: an answer of `returnedBy` as of a second before ' +
          '`countsFrom` refunds them in full',
      }),
    winnings: fields.AnsweredAmount.nullable().openapi({
      description: 'Winnings of stakes that counted, paid or still to be paid; null until decided',
    }),
    refund: fields.AnsweredAmount.nullable().openapi({
      description:
        'Refund of late and unmatched stakes, or of all stakes of a void market, paid or still to be paid; null until decided',
    }),
    settled: z.boolean(),
    settledAt: fields.IsoTime.nullable(),
    transactionId: fields.TransactionId.nullable().openapi({
      description: 'The transaction that paid the winnings and the refund',
    }),
  })
  .openapi('Position')

export const LeaderboardQuery = z.strictObject({
  by: z.enum(RANKINGS, `must be one of ${RANKINGS.join(', ')}`).default('profit'),
  period: z
    .enum(PERIODS as [Period, ...Period[]], `must be one of ${PERIODS.join(', ')}`)
    .default('all')
    .openapi({ description: 'The current day, week (from Monday) or month in UTC, or all time' }),
  currency: fields.Currency.default(CURRENCY_IDS[0]),
  ...Paging,
})

export const Leader = z
  .strictObject({
    rank: z.int(),
    wallet: fields.Address,
    currency: fields.Currency,
    profit: fields.Exact.openapi({
      description: 'From settled positions; a refund is neither profit nor loss',
    }),
    volume: fields.AnsweredAmount.openapi({
      description: 'Stakes that were decided in the period and had opposing stakes of other wallets',
    }),
    bets: z.int(),
    decided: z.int().openapi({ description: 'Settled positions with stakes that counted' }),
    won: z.int().openapi({ description: 'Decided positions that paid at least the stakes that counted' }),
    winRate: fields.Fraction.nullable().openapi({ description: '`won / decided`; null if none was decided' }),
  })
  .openapi('Leader')
