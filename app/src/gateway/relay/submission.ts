import {
  type Sent,
  sendAndConfirm,
  TransactionUnconfirmedError,
  toTransactionError,
} from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import type { CheckedTransaction } from './check.ts'

/** Blocks in which a blockhash can be used. */
const BLOCKHASH_LIFE = 150

/** How long a transaction is looked after where no node answers; its blockhash has expired by then. */
const LONGEST_MS = 180_000

/** Where a transaction is sent. */
export interface SubmissionOptions {
  connection: Connection
  programId: PublicKey
  /** Called before it leaves, with the last block that can take it in. */
  onLeaving: (lastValidBlockHeight: number) => Promise<void>
}

/**
 * One signed transaction on its way, looked after until it is confirmed or can no longer be, whoever still
 * waits for it.
 */
export class Submission {
  /** Where it ended up; rejects if it failed or expired. */
  readonly sent: Promise<Sent>
  /** Whether it has left for the chain, so that it may happen. */
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
    const { connection, programId, onLeaving } = this.options
    const { transaction, signature } = this.checked
    const search = { searchTransactionHistory: true }
    const [{ value }, height] = await Promise.all([
      connection.getSignatureStatuses([signature], search),
      connection.getBlockHeight('confirmed'),
    ])
    // A transaction that the chain has needs no simulation: it would only be refused as processed.
    if (!value[0]) {
      const options = { sigVerify: true, commitment: 'confirmed' } as const
      const simulated = await connection.simulateTransaction(transaction, options)
      const { err } = simulated.value
      if (err && err !== 'AlreadyProcessed') throw toTransactionError(simulated.value, programId)
    }
    const lastValidBlockHeight = height + BLOCKHASH_LIFE
    await onLeaving(lastValidBlockHeight)
    this.isBroadcast = true
    return this.#send({ lastValidBlockHeight, until: Date.now() + LONGEST_MS })
  }

  /** Sends it, and goes on when the nodes come back after a silence. */
  async #send(limits: { lastValidBlockHeight: number; until: number }): Promise<Sent> {
    const { lastValidBlockHeight, until } = limits
    const { transaction } = this.checked
    const input = { ...this.options, transaction, lastValidBlockHeight, finality: 'confirmed' } as const
    for (;;) {
      try {
        return await sendAndConfirm({ ...input, skipPreflight: true })
      } catch (error) {
        if (!(error instanceof TransactionUnconfirmedError) || Date.now() > until) throw error
      }
    }
  }
}
