// The schemas of questions and new markets.

import { z } from '@hono/zod-openapi'
import type { Condition as SdkCondition } from '@prediction-market/sdk'
import {
  COMPARISONS,
  CONDITION_KINDS,
  type ConditionFields,
  isDated,
  METRICS,
  TIMINGS,
} from '@prediction-market/sdk/condition'
import { findFeed, findFeedById } from '@prediction-market/sdk/feeds'
import { deceivingCharacters } from '@prediction-market/sdk/question'
import { BASIS_POINTS, MAX_CHANGE_BPS, MAX_QUESTION_BYTES } from '@prediction-market/sdk/rules'
import { digitsOf } from '../../json/json.ts'
import * as fields from '../http/fields/schemas.ts'
import { CostFields, UnsignedTransaction } from '../http/fields/transaction.ts'
import { Condition, MarketSummary, OpenMarket } from '../markets/schemas.ts'

/** A stake of the creator. */
const InitialStake = z
  .strictObject({ outcome: fields.OutcomeName, amount: fields.RequestedAmount })
  .openapi('InitialStake')

const Comparison = z.enum(COMPARISONS, `must be one of ${COMPARISONS.join(', ')}`)
const Timing = z.enum(TIMINGS, `must be one of ${TIMINGS.join(', ')}`)
const Target = fields.decimalField('must be a number such as 250, or a string of one').openapi({
  ...fields.DECIMAL,
  example: 250,
})
const BaseUnits = fields
  .decimalField('must be a whole number of base units')
  .refine((text) => /^[1-9]\d{0,19}$/.test(text), 'must be a whole number of base units, from 1')
  .transform((text) => BigInt(text))
  .optional()
  .transform((units) => units ?? 1n)
  // No `default`: generators write it into code as a number where the type is a number or a string.
  .openapi({
    type: ['integer', 'string'],
    minimum: 1,
    pattern: '^[1-9][0-9]{0,19}$',
    description: 'Base units of the token; 1 by default',
  })

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

const BasisPoints = z
  .unknown()
  .refine(
    (value) => /^(0|-?[1-9]\d{0,6})$/.test(digitsOf(value) ?? ''),
    'must be a whole number of basis points',
  )
  .transform((value) => Number(digitsOf(value)))
  .openapi({
    type: 'integer',
    minimum: 1 - BASIS_POINTS,
    maximum: MAX_CHANGE_BPS,
    default: 0,
    description: 'Above the reference, or below it if negative: 500 is 5 %, 0 is up or down',
  })

/** The fields that conditions can have. */
const FIELDS = {
  feed: Feed,
  comparison: Comparison,
  target: Target,
  minimumBalance: BaseUnits,
  bps: BasisPoints.default(0),
  referenceAt: fields.Moment.transform((second) => BigInt(second)).openapi({
    type: 'string',
    format: 'date-time',
    description: 'The second of the price that is compared with; betting ends before it',
  }),
} satisfies Record<keyof ConditionFields, z.ZodType>

/** A schema for each type of condition. */
const TYPES = CONDITION_KINDS.map(({ type, fields }) =>
  z
    .strictObject({
      type: z.literal(type),
      ...Object.fromEntries(fields.map((field) => [field, FIELDS[field]])),
      timing: Timing.default(isDated({ type }) ? 'atExpiry' : 'byExpiry'),
    })
    .openapi(`${type.charAt(0).toUpperCase()}${type.slice(1)}Condition`),
)

/** The condition of a market in a request. */
export const ConditionInput = z
  .discriminatedUnion(
    'type',
    TYPES as [(typeof TYPES)[number], ...typeof TYPES],
    `must have a type: one of ${METRICS.join(', ')}`,
  )
  .transform((condition) => condition as SdkCondition)
  .openapi('ConditionInput')

/** A text that the chain can hold, without deceiving characters. Its length is checked before anything reads it. */
const Question = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= MAX_QUESTION_BYTES, {
    error: `must have at most ${MAX_QUESTION_BYTES} bytes`,
    abort: true,
  })
  .refine((text) => deceivingCharacters(text) === null, {
    error: ({ input }) => `${deceivingCharacters(String(input))}; write plain text without such characters`,
  })
  .openapi({
    description: '1 to 280 bytes',
    minLength: 1,
    maxLength: MAX_QUESTION_BYTES,
    example: 'Will SOL be above $250?',
  })

export const CreateMarketBody = z
  .strictObject({
    question: Question,
    tokenAddress: fields.Address.nullish(),
    outcomes: z
      .array(z.string())
      .refine(
        (names) => names.length === 2 && names[0] === 'Yes' && names[1] === 'No',
        'must be ["Yes","No"]',
      )
      .openapi({ minItems: 2, maxItems: 2, example: ['Yes', 'No'] }),
    expireAt: fields.Moment,
    currency: fields.Currency,
    condition: ConditionInput.optional().openapi({
      description:
        'Decides the outcome; by default derived from the question. It must not contradict the question',
    }),
    details: z.string().optional().openapi({
      description: 'The description that you confirmed; refused if the description of the condition differs',
    }),
    closeAt: fields.Moment.optional().openapi({
      description:
        'The end of betting; by default as late as the rules allow: four betting periods before `expireAt` where the ' +
        'market can be decided early, otherwise some seconds before it',
    }),
    initialStake: InitialStake.optional(),
  })
  .openapi('CreateMarket')

/** A market as the transaction will create it. */
export const ProjectedMarket = z
  .strictObject({ ...OpenMarket.shape, ...CostFields, transaction: UnsignedTransaction })
  .openapi('ProjectedMarket')

/** A question to read. */
export const QuestionBody = z
  .strictObject({
    question: Question.openapi({
      description:
        'As people type it, at most 280 bytes. If it cannot be the question of a market, the answer says why',
      minLength: 0,
    }),
    tokenAddress: fields.Address.nullish().transform((address) => address ?? null),
    expireAt: fields.Moment,
    currency: fields.Currency.optional().openapi({
      description: 'Of the market, for its costs; SOL by default',
    }),
    hasStake: z
      .boolean()
      .optional()
      .openapi({ description: 'Whether the creator stakes with the creation, for its costs' }),
  })
  .openapi('Question')

/** A condition as requests have it. */
const SendableCondition = Condition.omit({ symbol: true, reference: true }).openapi('SendableCondition')

/** A market that a question may mean. */
const MeantMarket = z
  .strictObject({
    question: z.string(),
    tokenAddress: fields.Address.nullable(),
    expireAt: fields.IsoTime,
    condition: SendableCondition,
    details: z.string().openapi({ description: 'The condition in words' }),
  })
  .openapi('MeantMarket')

/** What a question means, or what may be meant. */
export const QuestionAnswer = z
  .strictObject({
    ...MeantMarket.shape,
    condition: fields.orNull(SendableCondition).openapi({ description: '`null` if it is not understood' }),
    details: z.string().nullable(),
    closeAt: fields.IsoTime.nullable().openapi({
      description: 'The end of betting, as late as the rules allow',
    }),
    reason: z
      .string()
      .nullable()
      .openapi({ description: 'Why it is not understood, and what to write instead' }),
    mintedTokens: fields.Exact.nullable().openapi({
      description:
        'The tokens that a market capitalisation counts: all minted ones; `null` if they cannot be read',
    }),
    costs: fields.orNull(z.strictObject(CostFields).openapi('Costs')).openapi({
      description: 'What opening the market costs besides a stake; `null` if it is not understood',
    }),
    alternatives: z.array(MeantMarket),
    markets: z.array(MarketSummary).openapi({ description: 'Open markets that ask the same, at most 5' }),
  })
  .openapi('QuestionAnswer')
