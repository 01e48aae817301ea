import { type Config, PendingTransactions, readStatuses, toTransactionError } from '@prediction-market/sdk'
import type { Connection, PublicKey, SignatureStatus } from '@solana/web3.js'
import type { BookLoader } from '../../book/loader.ts'
import type { Database } from '../../store/database.ts'
import { lastBlockOf, rememberRelayed } from '../../store/relayed.ts'
import { onChain, toApiError } from '../chain-errors.ts'
import { type CheckedTransaction, checkTransaction } from './check.ts'
import { hasBurned, outcomeText, readEffects } from './outcome.ts'
import { Submission } from './submission.ts'

/** The parts that a relay uses, and its limits. */
export interface RelayOptions {
  connection: Connection
  programId: PublicKey
  loader: BookLoader
  /** Replicas share their pending transactions through it. */
  db: Database
  config: () => Config
  /** Reads the fee vault again, after a purchase of its SOL. */
  refreshVault: () => Promise<void>
  /** Milliseconds that a response waits for the confirmation. */
  patienceMs: number
  onError: (error: Error, what: string) => void
}

/** The final response body, or the signature of a transaction that is still pending. */
export type Submitted = { isPending: false; text: string } | { isPending: true; signature: string }

/** The status of a transaction. */
export interface Fate {
  transactionId: string
  status: 'pending' | 'confirmed' | 'finalized' | 'failed' | 'expired' | 'unknown'
  slot: number | null
  error: string | null
}

/** Transactions whose responses are cached; older ones are read from the chain again. */
const MAX_REMEMBERED = 10_000

/** Milliseconds that a relayed transaction stays in the store. */
const REMEMBERED_MS = 24 * 3_600_000

/** Milliseconds that a transaction is followed while no node answers; its blockhash has expired by then. */
const SILENCE_MS = 180_000

/** Milliseconds between checks whether the simulation has finished. */
const RECHECK_MS = 100

interface Relayed {
  submission: Submission
  answer: Promise<string>
}

/** Submits signed transactions. The same transaction has one effect and one response, however often it is sent. */
export class TransactionRelay {
  readonly #relayed = new Map<string, Relayed>()
  readonly #pending: PendingTransactions

  constructor(private readonly options: RelayOptions) {
    const { connection, programId } = options
    this.#pending = new PendingTransactions(connection, { programId, patienceMs: SILENCE_MS })
  }

  /**
   * Checks a transaction, simulates it, submits it and waits for its confirmation.
   *
   * @throws ApiError if the check, the simulation or the chain refuses it
   */
  async submit(base64: string): Promise<Submitted> {
    const checked = checkTransaction(base64, this.options.programId)
    const { signature } = checked
    const relayed = this.#relayed.get(signature) ?? this.#begin(checked)
    return onChain(() => this.#await(relayed))
  }

  /** The status of any transaction, relayed or not. */
  async fate(signature: string): Promise<Fate> {
    return onChain(async () => {
      const { connection, db } = this.options
      const lastValidBlockHeight = await lastBlockOf(db, signature)
      const options = { finality: 'confirmed', searchTransactionHistory: true } as const
      const [status] = await readStatuses(connection, [{ signature, lastValidBlockHeight }], options)
      if (!status) return fateOf(signature, lastValidBlockHeight === null ? 'unknown' : 'pending')
      if (status === 'expired') {
        return fateOf(signature, 'expired', null, 'No block took it in, and none will')
      }
      const { slot, err, confirmationStatus } = status
      if (err) return fateOf(signature, 'failed', slot, await this.#reason(signature, status))
      const isPending = confirmationStatus === 'processed'
      return fateOf(signature, isPending ? 'pending' : (confirmationStatus ?? 'confirmed'), slot)
    })
  }

  #begin(checked: CheckedTransaction): Relayed {
    const { connection, programId, db, onError } = this.options
    const { signature } = checked
    const submission = new Submission(checked, {
      connection,
      programId,
      pending: this.#pending,
      // A failure here does not stop the submission: the chain knows the transaction too.
      onLeaving: (lastBlock) => {
        const expiresAt = new Date(Date.now() + REMEMBERED_MS)
        const remembered = rememberRelayed(db, signature, lastBlock, expiresAt)
        return remembered.catch((error) => onError(error, 'could not record relayed transaction'))
      },
    })
    const relayed = { submission, answer: this.#answer(submission) }
    this.#relayed.set(signature, relayed)
    relayed.answer.catch((error) => {
      // A transaction that was never broadcast can be submitted again: the reason may be gone by then.
      if (!submission.isBroadcast) this.#relayed.delete(signature)
      else onError(error, 'relayed transaction was not confirmed')
    })
    for (const [oldest, { submission: other }] of this.#relayed) {
      if (this.#relayed.size <= MAX_REMEMBERED || !other.isSettled) break
      this.#relayed.delete(oldest)
    }
    return relayed
  }

  async #answer(submission: Submission): Promise<string> {
    const { loader, config, refreshVault } = this.options
    const effects = await readEffects(await submission.sent, this.options)
    // The caller's next read includes the change.
    await Promise.all([loader.refresh(effects.markets), hasBurned(effects) && refreshVault()])
    return outcomeText(effects, loader.book, config())
  }

  /** Waits for the response up to `patienceMs`. */
  async #await({ submission, answer }: Relayed): Promise<Submitted> {
    const { signature } = submission.checked
    const final = answer.then((text): Submitted => ({ isPending: false, text }))
    // Until it is broadcast it is not pending: the simulation may still refuse it.
    for (let wait = this.options.patienceMs; ; wait = RECHECK_MS) {
      const submitted = await within(wait, final)
      if (submitted) return submitted
      if (submission.isBroadcast) return { isPending: true, signature }
    }
  }

  /** The error message of a failed transaction. */
  async #reason(signature: string, status: SignatureStatus): Promise<string> {
    const { connection, programId } = this.options
    const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const
    const transaction = await connection.getTransaction(signature, options).catch(() => null)
    const error = toApiError(toTransactionError(transaction?.meta ?? status, programId))
    return error instanceof Error ? error.message : String(error)
  }
}

function fateOf(
  transactionId: string,
  status: Fate['status'],
  slot: number | null = null,
  error: string | null = null,
): Fate {
  return { transactionId, status, slot, error }
}

/** The value of a promise, or `undefined` if it takes longer. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    return (await Promise.race([promise, patience])) ?? undefined
  } finally {
    clearTimeout(timer)
  }
}
