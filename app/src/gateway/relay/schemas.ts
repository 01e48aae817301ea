import { z } from '@hono/zod-openapi'
import { BetConfirmation, MarketResult } from '../service/schemas.ts'
import { BankrollAnswer } from '../bankroll/schemas.ts'
import { PurchaseConfirmation } from '../burns/schemas.ts'
import { TransactionId } from '../fields/schemas.ts'
import { OpenMarket } from '../markets/schemas.ts'

/** The status of a transaction. */
export const TransactionStatus = z
  .strictObject({
    transactionId: TransactionId,
    status: z.enum(['pending', 'confirmed', 'finalized', 'failed', 'expired', 'unknown']),
    slot: z.int().nullable(),
    error: z.string().nullable(),
    result: z
      .union([OpenMarket, BetConfirmation, MarketResult, PurchaseConfirmation, BankrollAnswer])
      .nullable()
      .openapi({
        description:
          'Once it is confirmed, the 201 answer to it: the market that it created, the bet that it placed, the payout ' +
          'that it claimed, the purchase that it made or the bankroll that it changed; `null` for other transactions',
      }),
  })
  .openapi('TransactionStatus')

/** A transaction that was not confirmed in time for the answer. */
export const PendingTransaction = z
  .strictObject({ transactionId: TransactionId, status: z.literal('pending') })
  .openapi('PendingTransaction')
