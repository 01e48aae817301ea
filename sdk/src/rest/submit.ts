// Signs and submits transactions that the gateway built.

import type { RestClient } from './client.ts'
import { unwrap } from './error.ts'
import type { components } from './schema.ts'
import { type KeypairSigner, signTransaction } from './transaction.ts'

/** An answer that the gateway built: the documented shape as it will be, and the transaction to sign. */
export interface Built {
  transaction: components['schemas']['UnsignedTransaction']
}

/** The same shape once its transaction is confirmed. */
export type Confirmed<Answer extends Built> = Omit<Answer, 'transaction' | 'transactionId'> &
  ('transactionId' extends keyof Answer ? { transactionId: string } : unknown)

/** A `Keypair`, or a function that signs a transaction in base64: one that asks a wallet. */
export type TransactionSigner = KeypairSigner | ((base64: string) => Promise<string>)

/**
 * Signs the transaction of an answer, submits it, and waits until it is confirmed. Sending the same bytes again has no
 * second effect, so a call whose connection failed can be repeated with the signed transaction.
 *
 * @returns the market, bet, result, purchase or bankroll as it is now
 * @throws RestError if the gateway or the program refuses the transaction, or if it has expired
 */
export async function signAndSubmit<Answer extends Built>(
  client: RestClient,
  { transaction }: Answer,
  signer: TransactionSigner,
): Promise<Confirmed<Answer>> {
  const { base64 } = transaction
  const signedTransaction = await (typeof signer === 'function'
    ? signer(base64)
    : signTransaction(base64, signer))
  for (;;) {
    const result = await client.POST('/v1/transactions', { body: { signedTransaction } })
    const answer = unwrap(result)
    // 202: the gateway waited ten seconds. The transaction is confirmed, fails or expires within 150 blocks.
    if (result.response.status === 201) return answer as unknown as Confirmed<Answer>
  }
}
