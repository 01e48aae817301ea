// The schemas of markets.

import { z } from '@hono/zod-openapi'
import { COMPARISONS, METRICS, TIMINGS } from '@prediction-market/sdk/condition'
import { findFeed } from '@prediction-market/sdk/feeds'
import { SORTS } from '../../book/sort.ts'
import {
  Address,
  AnsweredAmount,
  Currency,
  Exact,
  FeePercentage,
  FeesCollected,
  Fraction,
  IsoTime,
  MarketId,
  Odds,
  OutcomeName,
  orNull,
  PayoutRatio,
  Ratio,
  Rewards,
} from '../http/fields/schemas.ts'
import { Paging } from '../http/page-schemas.ts'

/** The status of a market. */
export const Status = z
  .enum(['open', 'resolved', 'void'], 'must be open, resolved or void')
  .openapi('MarketStatus')

/** The first price of a change. */
export const Reference = z
  .strictObject({
    price: Exact.openapi({ description: 'US dollars' }),
    publishedAt: IsoTime,
  })
  .openapi('Reference', { description: 'The first price of a change' })

/** The condition of a market in an answer. */
export const Condition = z
  .strictObject({
    type: z.enum(METRICS),
    feed: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .openapi({ description: 'Pyth feed id' }),
    symbol: z.string().optional().openapi({ example: 'SOL/USD' }),
    comparison: z.enum(COMPARISONS).optional(),
    target: Exact.min(0).optional(),
    minimumBalance: Exact.min(1).optional().openapi({ description: 'Base units of the token' }),
    bps: z
      .int()
      .optional()
      .openapi({ description: 'Of a change: basis points above the reference, or below it if negative' }),
    referenceAt: IsoTime.optional().openapi({
      description: 'Of a change: the second of the price that is compared with; betting ends before it',
    }),
    reference: orNull(Reference)
      .optional()
      .openapi({ description: 'Of a change in a market: `null` until it is recorded on chain' }),
    timing: z.enum(TIMINGS),
  })
  .openapi('Condition')

/** Whether a question says what the condition says. */
export const QuestionAgrees = z.enum(['yes', 'no', 'unread']).openapi({
  description:
    'Whether the question says what the condition says; `unread` if the gateway cannot read it. An event is `yes` only if ' +
    'nothing measurable is in its words and every date is its expiry. Unless it is `yes`, show ' +
    "the sentence of the condition first, and the question as the creator's words",
})

/** A market in a list. */
export const MarketSummary = z
  .strictObject({
    id: MarketId,
    question: z.string(),
    description: z.string().openapi({ description: 'The condition in words; it decides the market' }),
    questionAgrees: QuestionAgrees,
    symbol: z.string().optional().openapi({ description: 'Of its price feed', example: 'SOL/USD' }),
    tokenAddress: Address.nullable(),
    currency: Currency,
    status: Status,
    expireAt: IsoTime,
    odds: Odds,
    totalVolume: AnsweredAmount,
    winningOutcome: OutcomeName.nullable()
      .optional()
      .openapi({ description: 'Once decided; `null` for a void market' }),
  })
  .openapi('MarketSummary')

/** How much of a losing side is lost at most. */
export const MaxRatio = orNull(Ratio).openapi({
  description:
    'Up or down: the most that is lost for each unit on the winning side; the rest of the losing side is refunded. null for no limit',
})

const Base = {
  id: MarketId,
  question: z.string(),
  questionAgrees: QuestionAgrees,
  tokenAddress: Address.nullable(),
  details: z.string(),
  currency: Currency,
  expireAt: IsoTime,
  createdAt: IsoTime,
  creator: Address,
  feePercentage: FeePercentage,
  totalVolume: AnsweredAmount,
  condition: Condition,
  closeAt: IsoTime.openapi({ description: 'The end of betting, unless the answer is known earlier' }),
  acceptingBets: z.boolean(),
  bettingPeriodSeconds: z.int().openapi({
    description:
      'A stake counts once one whole period has passed after its own. An early answer refunds later stakes on both sides',
  }),
  maxRatio: MaxRatio,
  rewards: Rewards,
}

/** An undecided market. */
export const OpenMarket = z
  .strictObject({
    ...Base,
    status: z.literal('open'),
    outcomes: z
      .array(z.strictObject({ name: OutcomeName, odds: Fraction, totalStake: AnsweredAmount }))
      .length(2),
    decisionReward: AnsweredAmount.openapi({
      description: 'SOL that deciding it earns at the current pools',
    }),
    conditionProgress: z
      .strictObject({ currentCount: Exact, target: Exact, unit: z.string() })
      .optional()
      .openapi({ description: 'The progress of the condition, if it can be read' }),
  })
  .openapi('OpenMarket')

const Decided = {
  ...Base,
  outcomes: z
    .array(
      z.strictObject({
        name: OutcomeName,
        totalStake: AnsweredAmount.openapi({
          description:
            'The stakes that counted, from which `payoutRatio` is computed; all stakes of a void market',
        }),
        refundedStake: AnsweredAmount.openapi({
          description:
            'The stakes that are paid back: late ones and losing ones without an opponent, or all stakes of a void market',
        }),
      }),
    )
    .length(2),
  resolvedAt: IsoTime,
  payoutRatio: PayoutRatio,
  feesCollected: FeesCollected,
}

/** A decided market. */
export const ResolvedMarket = z
  .strictObject({ ...Decided, status: z.literal('resolved'), winningOutcome: OutcomeName })
  .openapi('ResolvedMarket')

/** The answer to a void market. */
export const Answer = OutcomeName.nullable().openapi({
  description: 'The answer of a void market, if it was known; no stake counted on it',
})

/** Whether a void market was cancelled. */
export const Cancelled = z
  .boolean()
  .openapi({ description: 'Whether the creator of a void market cancelled it before anyone had staked' })

/** A market without a winner: every stake is refunded. */
export const VoidMarket = z
  .strictObject({
    ...Decided,
    status: z.literal('void'),
    winningOutcome: OutcomeName.nullable().openapi({ description: 'Always `null`: nobody won' }),
    answer: Answer,
    cancelled: Cancelled,
  })
  .openapi('VoidMarket')

/** A market with all its fields. */
export const MarketDetail = z
  .discriminatedUnion('status', [OpenMarket, ResolvedMarket, VoidMarket])
  .openapi('MarketDetail')

/** An asset by its symbol; becomes its feed. */
export const Asset = z
  .string()
  .transform((name, context) => {
    const feed = findFeed(name)
    if (!feed) context.addIssue('must be an asset with a price feed, such as SOL or BTC/USD')
    return feed?.id ?? z.NEVER
  })
  .openapi({ type: 'string', description: 'Only markets about the price of this asset', example: 'SOL/USD' })

/** The query of the list of markets. */
export const MarketListQuery = z.strictObject({
  status: Status.optional(),
  currency: Currency.optional(),
  tokenAddress: Address.optional(),
  creator: Address.optional(),
  type: z
    .enum(METRICS, `must be one of ${METRICS.join(', ')}`)
    .optional()
    .openapi({
      description:
        'The type of the condition. Decided markets of type `change` are listed with `type=change` only',
    }),
  asset: Asset.optional(),
  q: z
    .string()
    .min(1, 'must not be empty')
    .max(100, 'must be at most 100 characters')
    .optional()
    .openapi({ description: 'Words of the question, in any order and case', example: 'sol above' }),
  sort: z.enum(SORTS, `must be one of ${SORTS.join(', ')}`).default('newest'),
  ...Paging,
})
