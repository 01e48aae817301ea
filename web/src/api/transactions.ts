// Signs transactions of the gateway with a wallet, submits them, and waits until they are confirmed.

import { RestError } from '@prediction-market/sdk/rest'
import type { PendingTransaction, TransactionStatus, UnsignedTransaction } from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { fromBase64, toBase64 } from '../text/bytes.ts'
import { t } from '../text/language.ts'
import { client, read, restError } from './http.ts'

/** Steps of sending a transaction, as a form shows them. */
export type SendingStep = 'building' | 'signing' | 'confirming'

const POLL_MS = 1_500

/** How often a transaction is submitted if there is no answer. */
const MAX_ATTEMPTS = 4

/** More than as long as a transaction can be confirmed, which the gateway ends with `expired`. */
const MAX_POLLS = 60

/**
 * Has a wallet sign a transaction of the gateway, submits it, and waits until it is confirmed.
 *
 * @returns the answer of the gateway: a market, a bet, or the status of the transaction
 */
export async function signAndSend<T>(
  wallet: Wallet,
  transaction: UnsignedTransaction,
  onStep: (step: SendingStep) => void,
): Promise<T | TransactionStatus> {
  onStep('signing')
  const signed = await wallet.signTransaction(fromBase64(transaction.base64))
  onStep('confirming')
  const answer = await submit<T | PendingTransaction>(toBase64(signed))
  return isPending(answer) ? untilConfirmed(answer.transactionId) : answer
}

/**
 * Submits a signed transaction. If there is no answer, the same transaction is sent again, which has no second effect;
 * building another one could bet twice.
 */
async function submit<T>(signedTransaction: string): Promise<T> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(POLL_MS)
    try {
      return (await read(client.POST('/v1/transactions', { body: { signedTransaction } }))) as T
    } catch (error) {
      const isUnknown = error instanceof RestError && (error.status === 0 || error.status >= 500)
      if (!isUnknown) throw error
    }
  }
  throw restError(t().shell.sending.mayHaveArrived, 0)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function isPending(answer: unknown): answer is PendingTransaction {
  return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'pending'
}

async function untilConfirmed(id: string): Promise<TransactionStatus> {
  for (let count = 0; count < MAX_POLLS; count++) {
    await pause(POLL_MS)
    const status = await read(client.GET('/v1/transactions/{id}', { params: { path: { id } } }))
    if (status.status === 'confirmed' || status.status === 'finalized') return status
    if (status.status === 'failed') throw restError(status.error ?? t().shell.sending.failed, 409)
    if (status.status === 'expired') {
      throw restError(t().shell.sending.expired, 409, 'TransactionExpired')
    }
  }
  throw restError(t().shell.sending.unconfirmed, 202)
}
