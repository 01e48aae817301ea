import { z } from '@hono/zod-openapi'
import { COMPARISONS, type Condition, findFeed, findFeedById, TIMINGS } from '@prediction-market/sdk'
import {
  Address,
  Currency,
  DECIMAL_PATTERN,
  decimalField,
  MarketId,
  Moment,
  OutcomeName,
  RequestedAmount,
} from '../fields/schemas.ts'

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

const compared = { comparison: Comparison, target: Target, timing: Timing.default('atExpiry') }

/** The condition of a market in a request. */
export const ConditionInput = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('price'), feed: Feed, ...compared }),
      z.strictObject({ type: z.literal('marketCap'), feed: Feed, ...compared }),
      z.strictObject({ type: z.literal('supply'), ...compared }),
      z.strictObject({ type: z.literal('holders'), ...compared, minimumBalance: BaseUnits.default(1n) }),
      z.strictObject({ type: z.literal('migration'), timing: Timing.default('byExpiry') }),
      z.strictObject({ type: z.literal('event'), timing: Timing.default('atExpiry') }),
    ],
    'must have a type: price, marketCap, supply, holders, migration or event',
  )
  .transform((condition): Condition => condition)
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

/** A bet to place. */
export const PlaceBetBody = z
  .strictObject({
    outcome: OutcomeName,
    amount: RequestedAmount,
    currency: Currency.optional(),
    minPayout: RequestedAmount.optional().openapi({
      description:
        'The least that this stake must be paid if its outcome wins with the pools as they are after the bet, itself ' +
        'included; later bets can still change it',
    }),
    from: z
      .enum(['wallet', 'bankroll'], 'must be wallet or bankroll')
      .optional()
      .openapi({
        description:
          'Whose money a bet that is built stakes: the wallet signs either way; `wallet` by default. A bet that an API key ' +
          'places is always from the bankroll',
      }),
  })
  .openapi('PlaceBet')

/** Whether a bet is built for the wallet to sign. */
export const BetQuery = z.strictObject({
  build: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .openapi({ description: '`true`: an API key has the bet built, and places none' }),
})

/** A bet to quote. */
export const QuoteQuery = z.strictObject({
  outcome: OutcomeName,
  amount: z.string().openapi({ pattern: DECIMAL_PATTERN, example: '1.5' }),
})

/** A transaction to relay. */
export const SubmitBody = z
  .strictObject({
    signedTransaction: z.string().openapi({
      description: 'Base64',
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
    }),
  })
  .openapi('SubmitTransaction')

/** A payment of the localnet's faucet. */
export const FaucetBody = z
  .strictObject({ wallet: Address, currency: Currency, amount: RequestedAmount })
  .openapi('Faucet')

/** A simulated price of the localnet. */
export const PriceBody = z
  .strictObject({
    feed: z.string().openapi({ example: 'SOL/USD' }),
    price: decimalField('must be a number such as 300, or a string of one').openapi({
      type: ['number', 'string'],
      minimum: 0,
      pattern: DECIMAL_PATTERN,
      example: 300,
    }),
  })
  .openapi('SetPrice')

/** An event that the localnet's attestors attest. */
export const EventBody = z
  .strictObject({
    market: MarketId,
    value: z.boolean('must be true or false').openapi({ description: 'Whether the event has taken place' }),
  })
  .openapi('SetEvent')
