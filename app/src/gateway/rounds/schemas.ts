// The schemas of rounds.

import { z } from '@hono/zod-openapi'
import * as fields from '../http/fields/schemas.ts'
import { MAX_PAGE, whole } from '../http/page-schemas.ts'
import { MaxRatio, Reference } from '../markets/schemas.ts'

const Times = {
  id: fields.MarketId,
  referenceAt: fields.IsoTime.openapi({ description: 'The second of the first price' }),
  expireAt: fields.IsoTime.openapi({ description: 'The second of the second price' }),
}

export const Round = z
  .strictObject({
    ...Times,
    question: z.string(),
    closeAt: fields.IsoTime.openapi({ description: 'The end of betting, before the first price' }),
    odds: fields.Odds,
    pools: fields.Stakes.openapi({
      description: 'The stakes on each side: check the opposite one before you bet',
    }),
    feePercentage: fields.FeePercentage,
    maxRatio: MaxRatio,
    reference: fields.orNull(Reference).openapi({ description: '`null` until it is recorded on chain' }),
  })
  .openapi('Round')

export const RoundResult = z
  .strictObject({
    ...Times,
    winningOutcome: fields.OutcomeName.nullable().openapi({ description: '`null` for a void round' }),
    reference: fields.orNull(Reference).openapi({ description: 'The first price, if there was one' }),
    price: fields.orNull(Reference).openapi({ description: 'The second price, if there was one' }),
    totalVolume: fields.AnsweredAmount,
    payoutRatio: fields.PayoutRatio,
  })
  .openapi('RoundResult')

export const RoundSeries = z
  .strictObject({
    series: z.int().min(1).max(999).openapi({ description: 'The number of the series' }),
    asset: z.string().openapi({ example: 'SOL/USD' }),
    currency: fields.Currency,
    lengthSeconds: z.int().openapi({
      description: 'From the first price to the second; also the interval between the starts of rounds',
    }),
    opener: fields.Address.openapi({ description: 'The wallet that opens the rounds' }),
    takingBets: fields.orNull(Round),
    measuring: z.array(Round).openapi({
      description: 'Rounds whose betting has ended and that are not decided, the next one first',
    }),
    results: z.array(RoundResult).openapi({
      description: 'Decided rounds, the last one first. Rounds that nobody bet on are left out',
    }),
  })
  .openapi('RoundSeries')

export const SeriesParams = z.object({
  series: whole(1, 999).openapi({ type: 'integer', minimum: 1, maximum: 999, example: 1 }),
})

/** How many rounds to look back. */
export const ResultsQuery = z.strictObject({
  limit: whole(1, MAX_PAGE).default(20).openapi({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE,
    default: 20,
    description: 'The number of past rounds to return results of',
  }),
})
