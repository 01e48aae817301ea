import {
  type PendingTransactions,
  requireConfirmed,
  type Sent,
  toTransactionError,
} from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import type { CheckedTransaction } from './check.ts'

/** Blocks in which a blockhash can be used. */
const BLOCKHASH_LIFE = 150

/** The parts that a submission uses. */
export interface SubmissionOptions {
  connection: Connection
  programId: PublicKey
  pending: PendingTransactions
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
    const { connection, programId, pending, onLeaving } = this.options
    const { transaction, signature } = this.checked
    const search = { searchTransactionHistory: true }
    const [{ value }, height] = await Promise.all([
      connection.getSignatureStatuses([signature], search),
      connection.getBlockHeight('confirmed'),
    ])
    // The simulation would refuse a transaction that is on chain already.
    if (!value[0]) {
      const options = { sigVerify: true, commitment: 'confirmed' } as const
      const simulated = await connection.simulateTransaction(transaction, options)
      const { err } = simulated.value
      if (err && err !== 'AlreadyProcessed') throw toTransactionError(simulated.value, programId)
    }
    const lastValidBlockHeight = height + BLOCKHASH_LIFE
    await onLeaving(lastValidBlockHeight)
    this.isBroadcast = true
    return requireConfirmed(await pending.submit({ transaction, lastValidBlockHeight }))
  }
}
