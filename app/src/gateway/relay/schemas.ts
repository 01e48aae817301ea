// The schemas of submitted transactions.

import { z } from '@hono/zod-openapi'
import { BankrollAnswer } from '../bankroll/schemas.ts'
import { BetConfirmation } from '../bets/schemas.ts'
import { PurchaseConfirmation } from '../burns/schemas.ts'
import { TransactionId } from '../http/fields/schemas.ts'
import { MarketResult } from '../markets/result/schemas.ts'
import { OpenMarket } from '../markets/schemas.ts'

/** The answer to a confirmed transaction: what it created, placed, claimed, bought or changed. */
export const TransactionResult = z.union([
  OpenMarket,
  BetConfirmation,
  MarketResult,
  PurchaseConfirmation,
  BankrollAnswer,
])

export const TransactionStatus = z
  .strictObject({
    transactionId: TransactionId,
    status: z.enum(['pending', 'confirmed', 'finalized', 'failed', 'expired', 'unknown']),
    slot: z.int().nullable(),
    error: z.string().nullable(),
    result: TransactionResult.nullable().openapi({
      description:
        'Once it is confirmed, the 201 answer to it: the market that it created, the bet that it placed, the payout ' +
        'that it claimed, the purchase that it made or the bankroll that it changed; `null` for other transactions',
    }),
  })
  .openapi('TransactionStatus')

export const SubmitBody = z
  .strictObject({
    signedTransaction: z.string().openapi({
      description: 'Base64',
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
    }),
  })
  .openapi('SubmitTransaction')
