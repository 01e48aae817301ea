// The schemas of rounds.

import { z } from '@hono/zod-openapi'
import {
  Address,
  AnsweredAmount,
  Currency,
  FeePercentage,
  IsoTime,
  MarketId,
  Odds,
  OutcomeName,
  orNull,
  PayoutRatio,
  Stakes,
} from '../http/fields/schemas.ts'
import { MAX_PAGE, whole } from '../http/page-schemas.ts'
import { MaxRatio, Reference } from '../markets/schemas.ts'

const Times = {
  id: MarketId,
  referenceAt: IsoTime.openapi({ description: 'The second of the first price' }),
  expireAt: IsoTime.openapi({ description: 'The second of the second price' }),
}

/** A round that is not decided. */
export const Round = z
  .strictObject({
    ...Times,
    question: z.string(),
    closeAt: IsoTime.openapi({ description: 'The end of betting, before the first price' }),
    odds: Odds,
    pools: Stakes.openapi({ description: 'The stakes on each side: check the opposite one before you bet' }),
    feePercentage: FeePercentage,
    maxRatio: MaxRatio,
    reference: orNull(Reference).openapi({ description: '`null` until it is recorded on chain' }),
  })
  .openapi('Round')

/** A decided round. */
export const RoundResult = z
  .strictObject({
    ...Times,
    winningOutcome: OutcomeName.nullable().openapi({ description: '`null` for a void round' }),
    reference: orNull(Reference).openapi({ description: 'The first price, if there was one' }),
    price: orNull(Reference).openapi({ description: 'The second price, if there was one' }),
    totalVolume: AnsweredAmount,
    payoutRatio: PayoutRatio,
  })
  .openapi('RoundResult')

/** A series of rounds. */
export const RoundSeries = z
  .strictObject({
    series: z.int().min(1).max(999).openapi({ description: 'The number of the series' }),
    asset: z.string().openapi({ example: 'SOL/USD' }),
    currency: Currency,
    lengthSeconds: z.int().openapi({
      description: 'From the first price to the second; also the interval between the starts of rounds',
    }),
    opener: Address.openapi({ description: 'The wallet that opens the rounds' }),
    takingBets: orNull(Round),
    measuring: z.array(Round).openapi({
      description: 'Rounds whose betting has ended and that are not decided, the next one first',
    }),
    results: z.array(RoundResult).openapi({
      description: 'Decided rounds, the last one first. Rounds that nobody bet on are left out',
    }),
  })
  .openapi('RoundSeries')

/** The number of a series in a path. */
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
