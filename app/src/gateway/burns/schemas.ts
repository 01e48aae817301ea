// The schemas of the burn auction.

import { z } from '@hono/zod-openapi'
import * as fields from '../http/fields/schemas.ts'
import { NotSent, UnsignedTransaction } from '../http/fields/transaction.ts'

const Price = fields.AnsweredAmount.openapi({
  description: 'In UTILITY for one SOL, rounded up to a base unit',
})

export const Bought = {
  wallet: fields.Address.openapi({ description: 'The buyer' }),
  sol: fields.AnsweredAmount.openapi({ description: 'SOL that was bought' }),
  tokens: fields.AnsweredAmount.openapi({ description: 'UTILITY that was burned for it' }),
  price: Price,
}

/** A purchase in the burn auction, in a list. */
export const Purchase = z
  .strictObject({
    id: z
      .int()
      .openapi({ description: 'Id of its event in `GET /v1/events`; later purchases have larger ids' }),
    ...Bought,
    boughtAt: fields.IsoTime,
    transactionId: fields.TransactionId,
  })
  .openapi('Purchase')

export const MintAuthority = fields.Address.nullable().openapi({
  description:
    'The authority that can mint UTILITY, and so buy the reserved SOL of `GET /v1/burns` for nothing; `null` if there is none',
})

/** The burn auction, and what was burned so far. */
export const Burns = z
  .strictObject({
    burned: z.strictObject({
      amount: fields.AnsweredAmount.openapi({
        description: 'UTILITY burned so far, by the auction and by markets',
      }),
      label: z.string().openapi({ example: '1250.5 UTILITY' }),
      byAuction: fields.AnsweredAmount.openapi({ description: 'Paid for SOL in the auction' }),
      byMarkets: fields.AnsweredAmount.openapi({ description: 'Burn shares and dust of UTILITY markets' }),
    }),
    reserved: z.strictObject({
      amount: fields.AnsweredAmount.openapi({
        description: 'SOL for sale: burn shares and dust of SOL markets',
      }),
      label: z.string().openapi({ example: '0.75 SOL' }),
    }),
    price: Price,
    auction: z.strictObject({
      smallestPurchase: fields.AnsweredAmount.openapi({
        description: 'The least SOL that a purchase can buy',
      }),
      largestPurchase: fields.AnsweredAmount.openapi({
        description: 'The most SOL that a purchase can buy now',
      }),
      smallestLot: fields.AnsweredAmount.openapi({
        description: 'While less SOL than this is for sale, the price does not fall',
      }),
      halfLifeSlots: z.int().openapi({ description: 'Slots in which the price halves' }),
      slotMilliseconds: z.int().nullable().openapi({
        description: 'How long a slot takes now, as measured; null in the first seconds of the gateway',
      }),
      slot: z.int().openapi({ description: 'The slot of `price`' }),
      start: z
        .strictObject({
          slot: z.int(),
          price: Price,
          floor: fields.AnsweredAmount.openapi({
            description:
              'The price does not fall below this: an eighth of the price after the last purchase, 0 before the first',
          }),
        })
        .openapi({
          description:
            'The price and the slot at which the fall began: `quoteBurn` of the SDK computes the price in any slot from them',
        }),
    }),
    mintAuthority: MintAuthority,
    purchases: z.array(Purchase).openapi({ description: 'Newest first; a page as in other lists' }),
  })
  .openapi('Burns')

export const BuyBody = z
  .strictObject({
    sol: fields.RequestedAmount,
    maxTokens: fields.RequestedAmount.optional().openapi({
      description: 'The most UTILITY to pay; the present price by default',
    }),
  })
  .openapi('Buy')

/** A confirmed purchase; the sum of all of its transaction. */
export const PurchaseConfirmation = z
  .strictObject({ ...Bought, transactionId: fields.TransactionId, message: z.string() })
  .openapi('PurchaseConfirmation')

/** A purchase as the transaction will make it, at the price of the moment. */
export const ProjectedPurchase = z
  .strictObject({
    ...PurchaseConfirmation.shape,
    transactionId: NotSent,
    transaction: UnsignedTransaction,
  })
  .openapi('ProjectedPurchase')
