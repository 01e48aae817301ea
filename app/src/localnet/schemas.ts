// The schemas of the localnet's routes.

import { z } from '@hono/zod-openapi'
import * as fields from '../gateway/http/fields/schemas.ts'

export const FaucetBody = z
  .strictObject({ wallet: fields.Address, currency: fields.Currency, amount: fields.RequestedAmount })
  .openapi('Faucet')

const Dollars = fields.decimalField('must be a number such as 300, or a string of one').openapi({
  ...fields.DECIMAL,
  example: 300,
})

export const PriceBody = z
  .strictObject({
    feed: z.string().openapi({ example: 'SOL/USD' }),
    price: Dollars.optional(),
    confidence: Dollars.optional().openapi({
      description: 'Half the width of the confidence interval, in dollars',
      example: 0.15,
    }),
    asleep: z
      .boolean()
      .optional()
      .openapi({ description: 'Whether the feed publishes nothing until the next change' }),
    schedule: z.string().optional().openapi({
      description:
        'When the feed is scheduled to publish, in the format of Pyth; the simulation does not follow it',
      example: 'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;1225/C',
    }),
  })
  .openapi('SetPrice')

/** An event that the localnet's attestors attest. */
export const EventBody = z
  .strictObject({
    market: fields.MarketId,
    value: z.boolean('must be true or false').openapi({ description: 'Whether the event has taken place' }),
  })
  .openapi('SetEvent')

/** The most holders that this route gives to a token. */
const MAX_HOLDERS = 1_000

/** A token of the localnet to create or to change. */
export const TokenBody = z
  .strictObject({
    mint: fields.Address.optional().openapi({
      description: 'The token to change, or the address of a new one; a random address by default',
    }),
    decimals: z
      .int('must be a whole number')
      .min(0)
      .max(9)
      .optional()
      .openapi({ description: 'Of a new token; 6 by default' }),
    supply: fields
      .decimalField('must be a number of tokens, or a string of one')
      .optional()
      .openapi({
        ...fields.DECIMAL,
        description: 'Whole tokens; a million of a new token by default',
        example: 1_000_000,
      }),
    holders: z.int('must be a whole number').min(0).max(MAX_HOLDERS).optional().openapi({
      description: 'Wallets that hold the whole supply in equal parts; none by default',
      example: 12,
    }),
    bondingCurve: z.enum(['open', 'complete'], 'must be open or complete').optional().openapi({
      description: 'Puts the token on a bonding curve of pump.fun, or completes it',
    }),
    pool: z.literal(true, 'must be true').optional().openapi({
      description: 'Completes the bonding curve and opens its pool: the token has migrated',
    }),
  })
  .openapi('SetToken')

export const Token = z
  .strictObject({
    mint: fields.Address,
    decimals: z.int(),
    supply: fields.AnsweredAmount.openapi({ description: 'Whole tokens' }),
    holders: z.int().openapi({ description: 'Wallets that received it through this route' }),
    bondingCurve: z.enum(['none', 'open', 'complete']),
    pool: z.boolean(),
  })
  .openapi('Token')
