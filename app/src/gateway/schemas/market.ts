import { z } from '@hono/zod-openapi'
import { COMPARISONS, TIMINGS } from '@prediction-market/sdk'
import { SORTS } from '../../book/sort.ts'
import { Address, AnsweredAmount, Currency, Fraction, IsoTime, MarketId, OutcomeName } from './common.ts'
import { Paging } from './paging.ts'

/** Every status of a market. */
export const Status = z.enum(['open', 'resolved', 'void'], 'must be open, resolved or void')

/** Odds by outcome. */
export const Odds = z.strictObject({ Yes: Fraction, No: Fraction })

/** Amounts by outcome. */
export const Stakes = z.strictObject({ Yes: AnsweredAmount, No: AnsweredAmount })

/** What makes a market Yes, as answers have it. */
export const Condition = z
  .strictObject({
    type: z.enum(['price', 'marketCap', 'supply', 'migration', 'holders', 'event']),
    feed: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .openapi({ description: 'Pyth feed id' }),
    symbol: z.string().optional().openapi({ example: 'SOL/USD' }),
    comparison: z.enum(COMPARISONS).optional(),
    target: z.number().min(0).optional(),
    minimumBalance: z.number().min(1).optional().openapi({ description: 'Base units of the token' }),
    timing: z.enum(TIMINGS),
  })
  .openapi('Condition')

/** A market in a list. */
export const MarketSummary = z
  .strictObject({
    id: MarketId,
    question: z.string(),
    tokenAddress: Address.nullable(),
    currency: Currency,
    status: Status,
    expireAt: IsoTime,
    odds: Odds,
  })
  .openapi('MarketSummary')

const Base = {
  id: MarketId,
  question: z.string(),
  tokenAddress: Address.nullable(),
  details: z.string(),
  currency: Currency,
  expireAt: IsoTime,
  createdAt: IsoTime,
  creator: Address,
  feePercentage: z.strictObject({ burn: Fraction, developer: Fraction }),
  totalVolume: AnsweredAmount,
  condition: Condition,
  closeAt: IsoTime,
  acceptingBets: z.boolean(),
}

/** A market that has not been decided. */
export const OpenMarket = z
  .strictObject({
    ...Base,
    status: z.literal('open'),
    outcomes: z
      .array(z.strictObject({ name: OutcomeName, odds: Fraction, totalStake: AnsweredAmount }))
      .length(2),
    conditionProgress: z
      .strictObject({ currentCount: z.number(), target: z.number(), unit: z.string() })
      .optional(),
  })
  .openapi('OpenMarket')

const Decided = {
  ...Base,
  outcomes: z.array(z.strictObject({ name: OutcomeName, totalStake: AnsweredAmount })).length(2),
  resolvedAt: IsoTime,
  payoutRatio: z.strictObject({ Yes: z.number().min(0), No: z.number().min(0) }),
  feesCollected: z
    .strictObject({ burned: z.string(), developer: z.string() })
    .openapi({ example: { burned: '12.5 SOL', developer: '12.5 SOL' } }),
}

/** A market that has been decided. */
export const ResolvedMarket = z
  .strictObject({ ...Decided, status: z.literal('resolved'), winningOutcome: OutcomeName })
  .openapi('ResolvedMarket')

/** A market without a winner: every stake is paid back. */
export const VoidMarket = z
  .strictObject({ ...Decided, status: z.literal('void'), winningOutcome: z.null() })
  .openapi('VoidMarket')

/** A market in full. */
export const MarketDetail = z
  .discriminatedUnion('status', [OpenMarket, ResolvedMarket, VoidMarket])
  .openapi('Market')

/** The query of a list. */
export const MarketListQuery = z.strictObject({
  status: Status.optional(),
  currency: Currency.optional(),
  tokenAddress: Address.optional(),
  creator: Address.optional(),
  q: z
    .string()
    .min(1, 'must not be empty')
    .max(100, 'must be at most 100 characters')
    .optional()
    .openapi({ description: 'Words that the question has, in any order and case', example: 'sol above' }),
  sort: z.enum(SORTS, `must be one of ${SORTS.join(', ')}`).default('newest'),
  ...Paging,
})
