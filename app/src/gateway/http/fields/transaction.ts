// The schema and the view of transactions to sign, and of their costs.

import { z } from '@hono/zod-openapi'
import { type Costs, type PreparedTransaction, SOL_DECIMALS } from '@prediction-market/sdk'
import { amount } from '../../../json/json.ts'
import type { Answered } from './answered.ts'
import { Address, AnsweredAmount, TransactionId } from './schemas.ts'

export const UnsignedTransaction = z
  .strictObject({
    base64: z.string().openapi({ description: 'An unsigned versioned transaction' }),
    lastValidBlockHeight: z.int(),
    signers: z.array(Address).openapi({ description: 'The wallets that must sign it' }),
  })
  .openapi('UnsignedTransaction')

/** The signature of a transaction that is built and not signed. */
export const NotSent = TransactionId.nullable().openapi({
  description: '`null` until you send the transaction',
})

/** A transaction that was not confirmed in time for the answer. */
export const PendingTransaction = z
  .strictObject({ transactionId: TransactionId, status: z.literal('pending') })
  .openapi('PendingTransaction')

/** What the signer of a bet or a market pays besides the stake and the network fee, in SOL. */
export const CostFields = {
  deposit: AnsweredAmount.openapi({
    description: 'SOL for the rent of new accounts, returned when they are closed',
    example: 0.002,
  }),
  reward: AnsweredAmount.openapi({
    description: 'SOL for the keepers who decide, settle and close. What they do not earn is returned',
    example: 0.000005,
  }),
}

export function costsView({ deposit, reward }: Costs) {
  return { deposit: amount(deposit, SOL_DECIMALS), reward: amount(reward, SOL_DECIMALS) }
}

/** A prepared transaction, for the wallet to sign. */
export function transactionView({
  transaction,
  lastValidBlockHeight,
}: PreparedTransaction): Answered<typeof UnsignedTransaction> {
  const { header, staticAccountKeys } = transaction.message
  const signers = staticAccountKeys.slice(0, header.numRequiredSignatures)
  return {
    base64: Buffer.from(transaction.serialize()).toString('base64'),
    lastValidBlockHeight,
    signers: signers.map((signer) => signer.toBase58()),
  }
}
