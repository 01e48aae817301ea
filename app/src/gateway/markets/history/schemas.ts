// The schemas of a market's bets and history.

import { z } from '@hono/zod-openapi'
import { INTERVALS, type Interval, MAX_POINTS } from '../../../history/queries/intervals.ts'
import {
  Address,
  AnsweredAmount,
  IsoTime,
  Moment,
  Odds,
  OutcomeName,
  Stakes,
  TransactionId,
} from '../../http/fields/schemas.ts'

/** A bet in a list. */
export const PlacedBet = z
  .strictObject({
    id: z.int().openapi({ description: 'Id of its event in `GET /v1/events`; later bets have larger ids' }),
    wallet: Address,
    outcome: OutcomeName,
    amount: AnsweredAmount,
    newTotalStake: Stakes,
    newOdds: Odds,
    placedAt: IsoTime,
    transactionId: TransactionId,
  })
  .openapi('PlacedBet')

const intervals = Object.keys(INTERVALS) as [Interval, ...Interval[]]

/** Range and resolution of a market's history. */
export const MarketHistoryQuery = z.strictObject({
  interval: z
    .enum(intervals, `must be one of ${intervals.join(', ')}`)
    .optional()
    .openapi({
      description: `Length of an interval; at most ${MAX_POINTS} intervals. The shortest that gives at most 200 by default`,
    }),
  from: Moment.optional().openapi({ description: 'The creation of the market by default' }),
  to: Moment.optional().openapi({ description: 'The decision, or now, by default' }),
})

/** One interval of a market's history. */
export const HistoryPoint = z
  .strictObject({
    time: IsoTime.openapi({ description: 'Start of the interval' }),
    odds: Odds.openapi({ description: 'At the end of the interval' }),
    totalStake: Stakes.openapi({ description: 'At the end of the interval' }),
    volume: AnsweredAmount.openapi({ description: 'Staked during the interval' }),
  })
  .openapi('HistoryPoint')
