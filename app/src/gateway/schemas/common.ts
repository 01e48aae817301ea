import { z } from '@hono/zod-openapi'
import { MARKET_ID_PREFIX } from '@prediction-market/sdk'
import bs58 from 'bs58'
import { digitsOf, plainDecimal } from '../../json/decimal.ts'

/** Every error. */
export const ErrorBody = z.strictObject({ error: z.string() }).openapi('Error')

/** A fraction from 0 to 1, to 4 decimals. */
export const Fraction = z.number().min(0).max(1)

/** An amount in an answer: whole units of the currency with exactly their digits. */
export const AnsweredAmount = z.number().min(0).openapi({
  description: 'Whole units of the currency, with all of its decimals; may hold more digits than a double',
})

/** An amount in a request. */
export const RequestedAmount = decimalField('must be a number such as 1.5, or a string of one').openapi({
  type: ['number', 'string'],
  description: 'Whole units of the currency, with at most its decimals; a string keeps every digit anywhere',
  example: 1.5,
})

/** An ISO 8601 time in UTC, as answers have it. */
export const IsoTime = z.iso.datetime().openapi({ example: '2026-12-01T00:00:00Z' })

/** An address in base58. */
export const Address = z
  .string()
  .refine(isAddress, 'must be a Solana address in base58')
  .openapi({ example: 'So11111111111111111111111111111111111111112' })

/** Both outcomes, by name. */
export const OutcomeName = z.enum(['Yes', 'No'], 'must be Yes or No')

/** A currency. */
export const Currency = z.enum(['SOL', 'UTILITY'], 'must be SOL or UTILITY')

/** The id of a market. */
export const MarketId = z
  .string()
  .regex(
    new RegExp(`^${MARKET_ID_PREFIX}[1-9A-HJ-NP-Za-km-z]{32,44}$`),
    'must be the id of a market: market_ and its address',
  )
  .openapi({
    example: 'market_9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  })

/** A number or a string in plain notation, digit by digit. */
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

/** Whether a text is an address, other than the empty one. */
export function isAddress(text: string): boolean {
  const bytes = text.length <= 44 ? bs58.decodeUnsafe(text) : undefined
  return bytes?.length === 32 && bytes.some((byte) => byte !== 0)
}
