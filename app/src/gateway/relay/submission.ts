// Submits one transaction and follows it until it is confirmed or has expired.

import { type Sent, TransactionUnconfirmedError } from '@prediction-market/sdk'
import {
  type PendingTransactions,
  READ_CONFIRMED,
  requireConfirmed,
  toTransactionError,
} from '@prediction-market/sdk/transaction'
import type { Connection, PublicKey, SignatureStatus } from '@solana/web3.js'
import { finalTransaction } from '../../history/queries/transactions.ts'
import { traced } from '../../runtime/tracing.ts'
import type { Database } from '../../store/database.ts'
import type { CheckedTransaction } from './check.ts'

/** Blocks by which the blockhash of a transaction can be newer than the latest that is known here. */
const NEWER_BLOCKS = 25

export interface SubmissionOptions {
  connection: Connection
  programId: PublicKey
  pending: PendingTransactions
  db: Database
  /**
   * The last block that can include it, if the gateway signed it. It is sent without a simulation: it was simulated
   * before it was signed, and may have been sent before.
   */
  lastValidBlockHeight?: number | undefined
  /** Whether the gateway has just signed it. */
  isNew?: boolean | undefined
  /** Called before it is sent, with the last block that can include it. */
  onLeaving: (lastValidBlockHeight: number) => Promise<void>
}

/** One relayed transaction: simulated, sent, and followed until it is confirmed or can no longer be. */
export class Submission {
  /** The confirmed transaction; rejects if it failed or expired. */
  readonly sent: Promise<Sent>
  /** Whether it was sent, so that it may be confirmed. */
  isBroadcast = false
  isSettled = false

  constructor(
    readonly checked: CheckedTransaction,
    private readonly options: SubmissionOptions,
  ) {
    this.sent = this.#run().finally(() => {
      this.isSettled = true
    })
  }

  async #run(): Promise<Sent> {
    const { lastValidBlockHeight } = this.options
    if (lastValidBlockHeight === undefined) return this.#simulateAndSend()
    this.isBroadcast = true
    // What was just signed cannot be there.
    const found = this.options.isNew ? null : await this.#find()
    return found ?? this.#send(lastValidBlockHeight)
  }

  async #simulateAndSend(): Promise<Sent> {
    const { connection, programId } = this.options
    const { transaction } = this.checked
    const options = { sigVerify: true, commitment: 'confirmed' } as const
    const [{ value }, latest] = await Promise.all([
      traced('simulate', {}, () => connection.simulateTransaction(transaction, options)),
      connection.getLatestBlockhash('confirmed'),
    ])
    if (value.err) {
      // It may be confirmed already. A placed bet must not be reported as expired: a client that signs a new one bets
      // twice.
      const included = await this.#find()
      if (included) return included
      if (value.err !== 'AlreadyProcessed') throw toTransactionError(value, programId)
    }
    // Its own blockhash cannot be much newer than the latest that is known here.
    return this.#send(latest.lastValidBlockHeight + NEWER_BLOCKS)
  }

  async #send(lastValidBlockHeight: number): Promise<Sent> {
    const { pending, onLeaving } = this.options
    const { transaction, signature } = this.checked
    await onLeaving(lastValidBlockHeight)
    this.isBroadcast = true
    const confirmation = await traced('confirm', { signature }, async (span) => {
      const ended = await pending.submit({ transaction, lastValidBlockHeight })
      span.setAttribute('status', ended.status)
      return ended
    })
    if (confirmation.status === 'failed' && confirmation.slot === null) {
      // A node that lags or is overloaded may refuse a simulated transaction that another has accepted, now or in an
      // earlier request.
      const included = await this.#find()
      if (included) return included
      throw new TransactionUnconfirmedError(signature, { cause: confirmation.error })
    }
    return requireConfirmed(confirmation)
  }

  /**
   * The transaction if it is on chain already, however old: in the ledger of a node or in the history.
   *
   * @throws ProgramError or TransactionFailedError if it failed there
   */
  async #find(): Promise<Sent | null> {
    const { connection, programId, db } = this.options
    const { signature } = this.checked
    const search = { searchTransactionHistory: true }
    const [status] = (await connection.getSignatureStatuses([signature], search)).value
    if (status && status.confirmationStatus !== 'processed') {
      this.isBroadcast = true
      if (!status.err) return { signature, slot: status.slot }
      throw await failureOf(signature, status, { connection, programId })
    }
    const recorded = status ? null : await finalTransaction(db, signature)
    return recorded && { signature, slot: recorded.slot }
  }
}

/** The error of a transaction that failed on chain. */
export async function failureOf(
  signature: string,
  status: SignatureStatus,
  { connection, programId }: { connection: Connection; programId: PublicKey },
) {
  const transaction = await connection.getTransaction(signature, READ_CONFIRMED).catch(() => null)
  return toTransactionError(transaction?.meta ?? status, programId)
}
