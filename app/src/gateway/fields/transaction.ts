import type { PreparedTransaction } from '@prediction-market/sdk'
import type { Json } from '../../json/write.ts'

/** A transaction to sign. */
export function transactionView({ transaction, lastValidBlockHeight }: PreparedTransaction): Json {
  const { header, staticAccountKeys } = transaction.message
  const signers = staticAccountKeys.slice(0, header.numRequiredSignatures)
  return {
    base64: Buffer.from(transaction.serialize()).toString('base64'),
    lastValidBlockHeight,
    signers: signers.map((signer) => signer.toBase58()),
  }
}
