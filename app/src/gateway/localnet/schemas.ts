import { z } from '@hono/zod-openapi'
import {
  Address,
  Currency,
  DECIMAL_PATTERN,
  decimalField,
  MarketId,
  RequestedAmount,
} from '../fields/schemas.ts'

/** A payment of the localnet's faucet. */
export const FaucetBody = z
  .strictObject({ wallet: Address, currency: Currency, amount: RequestedAmount })
  .openapi('Faucet')

const Dollars = decimalField('must be a number such as 300, or a string of one').openapi({
  type: ['number', 'string'],
  minimum: 0,
  pattern: DECIMAL_PATTERN,
  example: 300,
})

/** A simulated price of the localnet. */
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
      .openapi({ description: 'Whether the feed publishes nothing until it is set again' }),
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
    market: MarketId,
    value: z.boolean('must be true or false').openapi({ description: 'Whether the event has taken place' }),
  })
  .openapi('SetEvent')
