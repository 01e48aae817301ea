// The schemas of fields that many routes share.

import { z } from '@hono/zod-openapi'
import { MARKET_ID_PREFIX } from '@prediction-market/sdk/accounts'
import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import bs58 from 'bs58'
import { digitsOf, plainDecimal } from '../../../json/json.ts'

export const ErrorBody = z.strictObject({ error: z.string() }).openapi('Error')

/** A fraction from 0 to 1, to 4 decimals. */
export const Fraction = z.number().min(0).max(1)

/** A number in an answer that is written with every digit; its type says so (`gateway/http/fields/answered.ts`). */
export const Exact = z.number().brand<'exact'>()

export const AnsweredAmount = z.number().min(0).brand<'exact'>().openapi({
  description: 'In whole units of the currency, exact; it may have more digits than a double can hold',
})

/** A plain decimal, as text in a request. */
export const DECIMAL_PATTERN = '^[0-9]{1,20}([.][0-9]{1,9})?$'

/** How the document describes a decimal of a request. */
export const DECIMAL = {
  type: ['number', 'string'] as ('number' | 'string')[],
  minimum: 0,
  pattern: DECIMAL_PATTERN,
}

export const RequestedAmount = decimalField('must be a number such as 1.5, or a string of one').openapi(
  'Amount',
  {
    ...DECIMAL,
    description: 'In whole units of the currency, with at most its decimals; send a string to avoid rounding',
    example: 1.5,
  },
)

export const IsoTime = z.iso.datetime().openapi({ example: '2026-12-01T00:00:00Z' })

/** A time in a request, as unix seconds. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 time in UTC, such as 2026-12-01T00:00:00Z' })
  .transform((text) => Math.floor(Date.parse(text) / 1_000))
  .openapi({ type: 'string', format: 'date-time', example: '2026-12-01T00:00:00Z' })

export const Address = z.string().refine(isAddress, 'must be a Solana address in base58').openapi({
  pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
  example: 'So11111111111111111111111111111111111111112',
})

/**
 * A named schema of the document, or null. `nullable()` would make the named schema itself nullable, wherever else it
 * is used.
 */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()])

export const OutcomeName = z.enum(['Yes', 'No'], 'must be Yes or No')

export const Currency = z.enum(CURRENCY_IDS, `must be ${CURRENCY_IDS.join(' or ')}`)

export const MARKET_ID_PATTERN = `^${MARKET_ID_PREFIX}[1-9A-HJ-NP-Za-km-z]{32,44}$`

export const MarketId = z
  .string()
  .regex(new RegExp(MARKET_ID_PATTERN), 'must be a market id: market_ and an address')
  .openapi({ example: 'market_9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' })

export const TransactionId = z.string().openapi({ description: 'Signature of the transaction in base58' })

export const Odds = z.strictObject({ Yes: Fraction, No: Fraction }).openapi('Odds')

export const Stakes = z.strictObject({ Yes: AnsweredAmount, No: AnsweredAmount }).openapi('Stakes')

/** A payout per unit of the stake, to 4 decimals. */
export const Ratio = z.number().min(0).brand<'exact'>()

/** Payout per unit that counted, by outcome. */
export const PayoutRatio = z
  .strictObject({ Yes: Ratio, No: Ratio })
  .openapi('PayoutRatio', { description: 'Payout per unit of the stakes that counted' })

/** Fee shares as fractions of the losing pool. */
export const FeePercentage = z.strictObject({ burn: Fraction, developer: Fraction }).openapi('FeePercentage')

/** The rewards for deciding, settling and closing a market. */
export const Rewards = z
  .strictObject({
    decide: AnsweredAmount.openapi({ description: 'SOL for whoever decides it, at most' }),
    settle: AnsweredAmount.openapi({ description: 'SOL for whoever settles a position' }),
    stake: orNull(AnsweredAmount).openapi({
      description:
        'The smaller pool, in its currency, from which on deciding earns all of `decide`; below it, a part. null if nothing is burned',
    }),
  })
  .openapi('Rewards')

/** Fees taken, each as amount and currency. */
export const FeesCollected = z
  .strictObject({ burned: z.string(), developer: z.string() })
  .openapi('FeesCollected', { example: { burned: '12.5 SOL', developer: '12.5 SOL' } })

/** A non-negative decimal in a request, as a number or a string; it becomes a plain decimal with every digit. */
export function decimalField(message: string) {
  return z
    .unknown()
    .refine((value) => value !== undefined, { error: 'is missing', abort: true })
    .refine((value) => typeof value === 'string' || digitsOf(value) !== undefined, {
      error: message,
      abort: true,
    })
    .refine((value) => !digitsOf(value)?.startsWith('-'), {
      error: 'must not be negative',
      abort: true,
    })
    .refine((value) => plainDecimal(value) !== null, { error: 'is out of range', abort: true })
    .transform((value) => plainDecimal(value) as string)
}

/** Whether a text is an address in base58, other than the default address of 32 zero bytes. */
export function isAddress(text: string): boolean {
  const bytes = text.length <= 44 ? bs58.decodeUnsafe(text) : undefined
  return bytes?.length === 32 && bytes.some((byte) => byte !== 0)
}
