// The schemas of markets.

import { z } from '@hono/zod-openapi'
import { COMPARISONS, METRICS, TIMINGS } from '@prediction-market/sdk/condition'
import { findFeed } from '@prediction-market/sdk/feeds'
import { SORTS } from '../../book/sort.ts'
import * as fields from '../http/fields/schemas.ts'
import { Paging } from '../http/page-schemas.ts'

export const Status = z
  .enum(['open', 'resolved', 'void'], 'must be open, resolved or void')
  .openapi('MarketStatus')

/** The first price of a change. */
export const Reference = z
  .strictObject({
    price: fields.Exact.openapi({ description: 'US dollars' }),
    publishedAt: fields.IsoTime,
  })
  .openapi('Reference', { description: 'The first price of a change' })

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
    target: fields.Exact.min(0).optional(),
    minimumBalance: fields.Exact.min(1).optional().openapi({ description: 'Base units of the token' }),
    bps: z
      .int()
      .optional()
      .openapi({ description: 'Of a change: basis points above the reference, or below it if negative' }),
    referenceAt: fields.IsoTime.optional().openapi({
      description: 'Of a change: the second of the price that is compared with; betting ends before it',
    }),
    reference: fields
      .orNull(Reference)
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

export const MarketSummary = z
  .strictObject({
    id: fields.MarketId,
    question: z.string(),
    description: z.string().openapi({ description: 'The condition in words; it decides the market' }),
    questionAgrees: QuestionAgrees,
    condition: Condition,
    symbol: z.string().optional().openapi({ description: 'Of its price feed', example: 'SOL/USD' }),
    tokenAddress: fields.Address.nullable(),
    currency: fields.Currency,
    status: Status,
    expireAt: fields.IsoTime,
    odds: fields.Odds,
    totalVolume: fields.AnsweredAmount,
    winningOutcome: fields.OutcomeName.nullable()
      .optional()
      .openapi({ description: 'Once decided; `null` for a void market' }),
  })
  .openapi('MarketSummary')

/** How much of a losing side is lost at most. */
export const MaxRatio = fields.orNull(fields.Ratio).openapi({
  description:
    'Up or down: the most that is lost for each unit on the winning side; the rest of the losing side is refunded. null for no limit',
})

const Base = {
  id: fields.MarketId,
  question: z.string(),
  questionAgrees: QuestionAgrees,
  tokenAddress: fields.Address.nullable(),
  details: z.string(),
  currency: fields.Currency,
  expireAt: fields.IsoTime,
  createdAt: fields.IsoTime,
  creator: fields.Address,
  feePercentage: fields.FeePercentage,
  totalVolume: fields.AnsweredAmount,
  condition: Condition,
  closeAt: fields.IsoTime.openapi({ description: 'The end of betting, unless the answer is known earlier' }),
  acceptingBets: z.boolean(),
  bettingPeriodSeconds: z.int().openapi({
    description:
      'A stake counts once one whole period has passed after its own. An early answer refunds later stakes on both sides',
  }),
  maxRatio: MaxRatio,
  rewards: fields.Rewards,
}

export const OpenMarket = z
  .strictObject({
    ...Base,
    status: z.literal('open'),
    outcomes: z
      .array(
        z.strictObject({
          name: fields.OutcomeName,
          odds: fields.Fraction,
          totalStake: fields.AnsweredAmount,
        }),
      )
      .length(2),
    decisionReward: fields.AnsweredAmount.openapi({
      description: 'SOL that deciding it earns at the current pools',
    }),
    conditionProgress: z
      .strictObject({ currentCount: fields.Exact, target: fields.Exact, unit: z.string() })
      .optional()
      .openapi({ description: 'The progress of the condition, if it can be read' }),
  })
  .openapi('OpenMarket')

const Decided = {
  ...Base,
  outcomes: z
    .array(
      z.strictObject({
        name: fields.OutcomeName,
        totalStake: fields.AnsweredAmount.openapi({
          description:
            'The stakes that counted, from which `payoutRatio` is computed; all stakes of a void market',
        }),
        refundedStake: fields.AnsweredAmount.openapi({
          description:
            'The stakes that are paid back: late ones and losing ones without an opponent, or all stakes of a void market',
        }),
      }),
    )
    .length(2),
  resolvedAt: fields.IsoTime,
  payoutRatio: fields.PayoutRatio,
  feesCollected: fields.FeesCollected,
}

export const ResolvedMarket = z
  .strictObject({ ...Decided, status: z.literal('resolved'), winningOutcome: fields.OutcomeName })
  .openapi('ResolvedMarket')

/** The answer to a void market. */
export const Answer = fields.OutcomeName.nullable().openapi({
  description: 'The answer of a void market, if it was known; no stake counted on it',
})

export const Cancelled = z
  .boolean()
  .openapi({ description: 'Whether the creator of a void market cancelled it before anyone had staked' })

/** A market without a winner: every stake is refunded. */
export const VoidMarket = z
  .strictObject({
    ...Decided,
    status: z.literal('void'),
    winningOutcome: fields.OutcomeName.nullable().openapi({ description: 'Always `null`: nobody won' }),
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

function areTypes(value: unknown): boolean {
  return Array.isArray(value) && value.every((type) => METRICS.includes(type))
}

export const MarketListQuery = z.strictObject({
  status: Status.optional(),
  currency: fields.Currency.optional(),
  tokenAddress: fields.Address.optional(),
  creator: fields.Address.optional(),
  type: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.custom<(typeof METRICS)[number][]>(areTypes, `must be one of ${METRICS.join(', ')}`).optional(),
    )
    .openapi({
      type: 'array',
      items: { type: 'string', enum: [...METRICS] },
      description:
        'The type of the condition; repeat it for several. Decided markets of type `change` are listed with ' +
        '`type=change` alone',
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
