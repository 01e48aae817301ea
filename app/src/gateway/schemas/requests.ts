import { z } from '@hono/zod-openapi'
import { COMPARISONS, type Condition, findFeed, findFeedById, TIMINGS } from '@prediction-market/sdk'
import { Address, Currency, decimalField, MarketId, OutcomeName, RequestedAmount } from './common.ts'

/** A moment, to the second. */
const Moment = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 time in UTC, such as 2026-12-01T00:00:00Z' })
  .transform((text) => BigInt(Math.floor(Date.parse(text) / 1_000)))
  .openapi({ type: 'string', format: 'date-time', example: '2026-12-01T00:00:00Z' })

/** A stake. */
const Stake = z.strictObject({ outcome: OutcomeName, amount: RequestedAmount })

const Comparison = z.enum(COMPARISONS, `must be one of ${COMPARISONS.join(', ')}`)
const Timing = z.enum(TIMINGS, `must be one of ${TIMINGS.join(', ')}`)
const Target = decimalField('must be a number such as 250, or a string of one').openapi({
  type: ['number', 'string'],
  example: 250,
})
const Whole = decimalField('must be a whole number of base units')
  .refine((text) => /^[1-9]\d{0,19}$/.test(text), 'must be a whole number of base units, from 1')
  .transform((text) => BigInt(text))
  .openapi({ type: ['integer', 'string'], default: 1 })

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

/** What makes a market Yes, as requests give it. */
export const ConditionInput = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('price'), feed: Feed, ...compared }),
      z.strictObject({ type: z.literal('marketCap'), feed: Feed, ...compared }),
      z.strictObject({ type: z.literal('supply'), ...compared }),
      z.strictObject({ type: z.literal('holders'), ...compared, minimumBalance: Whole.default(1n) }),
      z.strictObject({ type: z.literal('migration'), timing: Timing.default('byExpiry') }),
      z.strictObject({ type: z.literal('event'), timing: Timing.default('atExpiry') }),
    ],
    'must have a type: price, marketCap, supply, holders, migration or event',
  )
  .transform((condition): Condition => condition)
  .openapi('ConditionInput')

/** A market to open. */
export const CreateMarketBody = z
  .strictObject({
    question: z.string().openapi({ description: '1 to 280 bytes', example: 'Will SOL be above $250?' }),
    tokenAddress: Address.nullish(),
    outcomes: z
      .array(z.string())
      .refine(
        (names) => names.length === 2 && names[0] === 'Yes' && names[1] === 'No',
        'must be ["Yes","No"]',
      )
      .openapi({ example: ['Yes', 'No'] }),
    expireAt: Moment,
    currency: Currency,
    condition: ConditionInput.optional().openapi({
      description: 'What makes the market Yes; derived from the question if absent',
    }),
    closeAt: Moment.optional().openapi({ description: 'When bets end; `expireAt` by default' }),
    initialStake: Stake.optional(),
  })
  .openapi('CreateMarket')

/** A bet to place. */
export const PlaceBetBody = z
  .strictObject({ outcome: OutcomeName, amount: RequestedAmount, currency: Currency.optional() })
  .openapi('PlaceBet')

/** A bet to quote. */
export const QuoteQuery = z.strictObject({
  outcome: OutcomeName,
  amount: z.string().openapi({ example: '1.5' }),
})

/** A transaction to relay. */
export const SubmitBody = z
  .strictObject({ signedTransaction: z.string().openapi({ description: 'Base64' }) })
  .openapi('SubmitTransaction')

/** Play money of the localnet. */
export const FaucetBody = z
  .strictObject({ wallet: Address, currency: Currency, amount: RequestedAmount })
  .openapi('Faucet')

/** A price of the localnet. */
export const PriceBody = z
  .strictObject({
    feed: z.string().openapi({ example: 'SOL/USD' }),
    price: decimalField('must be a number such as 300, or a string of one').openapi({
      type: ['number', 'string'],
      example: 300,
    }),
  })
  .openapi('SetPrice')

/** What the localnet's attestors are to say of an event. */
export const EventBody = z
  .strictObject({
    market: MarketId,
    value: z.boolean('must be true or false').openapi({ description: 'Whether it has taken place' }),
  })
  .openapi('SetEvent')
