import { z } from '@hono/zod-openapi'
import type { Condition } from '@prediction-market/sdk'
import {
  COMPARISONS,
  CONDITION_KINDS,
  type ConditionFields,
  METRICS,
  TIMINGS,
} from '@prediction-market/sdk/condition'
import { findFeed, findFeedById } from '@prediction-market/sdk/feeds'
import {
  Address,
  Currency,
  DECIMAL_PATTERN,
  decimalField,
  Moment,
  OutcomeName,
  RequestedAmount,
} from '../fields/schemas.ts'
import { UnsignedTransaction } from '../fields/transaction.ts'
import { OpenMarket } from '../markets/schemas.ts'

/** A stake of the creator. */
const InitialStake = z.strictObject({ outcome: OutcomeName, amount: RequestedAmount }).openapi('InitialStake')

const Comparison = z.enum(COMPARISONS, `must be one of ${COMPARISONS.join(', ')}`)
const Timing = z.enum(TIMINGS, `must be one of ${TIMINGS.join(', ')}`)
const Target = decimalField('must be a number such as 250, or a string of one').openapi({
  type: ['number', 'string'],
  minimum: 0,
  pattern: DECIMAL_PATTERN,
  example: 250,
})
const BaseUnits = decimalField('must be a whole number of base units')
  .refine((text) => /^[1-9]\d{0,19}$/.test(text), 'must be a whole number of base units, from 1')
  .transform((text) => BigInt(text))
  .openapi({ type: ['integer', 'string'], minimum: 1, pattern: '^[1-9][0-9]{0,19}$', default: 1 })

const Feed = z
  .string()
  .transform((text, context) => {
    const feed = findFeed(text) ?? findFeedById(text)
    if (feed) return feed.id
    if (/^(0x)?[0-9a-f]{64}$/i.test(text)) return text.toLowerCase().replace(/^0x/, '')
    context.addIssue('must be a symbol such as SOL/USD, or a Pyth feed id of 64 hexadecimal digits')
    return z.NEVER
  })
  .openapi({ type: 'string', example: 'SOL/USD' })

/** The fields that conditions can have. */
const FIELDS = {
  feed: Feed,
  comparison: Comparison,
  target: Target,
  minimumBalance: BaseUnits.default(1n),
} satisfies Record<keyof ConditionFields, z.ZodType>

/** A schema for each type of condition. */
const TYPES = CONDITION_KINDS.map(({ type, fields, defaultTiming }) =>
  z.strictObject({
    type: z.literal(type),
    ...Object.fromEntries(fields.map((field) => [field, FIELDS[field]])),
    timing: Timing.default(defaultTiming),
  }),
)

/** The condition of a market in a request. */
export const ConditionInput = z
  .discriminatedUnion(
    'type',
    TYPES as [(typeof TYPES)[number], ...typeof TYPES],
    `must have a type: one of ${METRICS.join(', ')}`,
  )
  .transform((condition) => condition as Condition)
  .openapi('ConditionInput')

/** Controls, line separators, and characters that change the direction of text. */
const DECEIVING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** A market to create. */
export const CreateMarketBody = z
  .strictObject({
    question: z
      .string()
      .refine((text) => !DECEIVING.test(text), 'must not contain control or bidirectional characters')
      .openapi({
        description: '1 to 280 bytes',
        minLength: 1,
        maxLength: 280,
        example: 'Will SOL be above $250?',
      }),
    tokenAddress: Address.nullish(),
    outcomes: z
      .array(z.string())
      .refine(
        (names) => names.length === 2 && names[0] === 'Yes' && names[1] === 'No',
        'must be ["Yes","No"]',
      )
      .openapi({ minItems: 2, maxItems: 2, example: ['Yes', 'No'] }),
    expireAt: Moment,
    currency: Currency,
    condition: ConditionInput.optional().openapi({
      description: 'Decides the outcome; derived from the question by default, which it must not contradict',
    }),
    closeAt: Moment.optional().openapi({
      description:
        'The end of betting; by default as late as the rules allow, up to 10 seconds before `expireAt`',
    }),
    initialStake: InitialStake.optional(),
  })
  .openapi('CreateMarket')

/** A market as the transaction will create it. */
export const ProjectedMarket = z
  .strictObject({ ...OpenMarket.shape, transaction: UnsignedTransaction })
  .openapi('ProjectedMarket')
