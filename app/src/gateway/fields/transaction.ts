import { z } from '@hono/zod-openapi'
import type { PreparedTransaction } from '@prediction-market/sdk'
import type { Answered } from './answered.ts'
import { Address, TransactionId } from './schemas.ts'

/** A transaction to sign. */
export const UnsignedTransaction = z
  .strictObject({
    base64: z.string().openapi({ description: 'An unsigned versioned transaction' }),
    lastValidBlockHeight: z.int(),
    signers: z.array(Address).openapi({ description: 'The wallets that must sign it' }),
  })
  .openapi('UnsignedTransaction')

/** A transaction that was not confirmed in time for the answer. */
export const PendingTransaction = z
  .strictObject({ transactionId: TransactionId, status: z.literal('pending') })
  .openapi('PendingTransaction')

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
