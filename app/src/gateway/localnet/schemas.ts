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
