// The schemas of the route about live markets.

import { z } from '@hono/zod-openapi'
import {
  FeePercentage,
  Fraction,
  IsoTime,
  MARKET_ID_PATTERN,
  MarketId,
  Stakes,
} from '../../http/fields/schemas.ts'
import { Condition, MaxRatio, OpenMarket } from '../schemas.ts'

/** The most markets of an answer; a query is not longer. */
export const MAX_MARKETS = 30

/** The most odds of a market's history in an answer. */
export const MAX_ODDS = 24

/** The markets to read. */
export const LiveQuery = z.strictObject({
  market: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z
        .array(MarketId)
        .min(1, 'must be at least one market')
        .max(MAX_MARKETS, `must be at most ${MAX_MARKETS} markets`),
    )
    .openapi({
      type: 'array',
      items: { type: 'string', pattern: MARKET_ID_PATTERN },
      description: `The market to read; repeat it for up to ${MAX_MARKETS}`,
    }),
})

/** The changing figures of an open market. */
export const LiveMarket = z
  .strictObject({
    id: MarketId,
    condition: Condition,
    closeAt: IsoTime.openapi({ description: 'The end of betting, unless the answer is known earlier' }),
    acceptingBets: z.boolean(),
    conditionProgress: OpenMarket.shape.conditionProgress,
    pools: Stakes,
    feePercentage: FeePercentage,
    maxRatio: MaxRatio,
    bets: z.int().openapi({ description: 'The number of bets so far' }),
    oddsOfYes: z.array(Fraction).openapi({
      description: `The odds of Yes over time, oldest first, at most ${MAX_ODDS}, in equal intervals since both sides had a stake`,
    }),
  })
  .openapi('LiveMarket')
