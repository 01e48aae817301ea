import { type Config, PendingTransactions, readStatuses, toTransactionError } from '@prediction-market/sdk'
import type { Connection, PublicKey, SignatureStatus } from '@solana/web3.js'
import type { BookLoader } from '../../book/loader.ts'
import type { Database } from '../../store/database.ts'
import { lastBlockOf, rememberRelayed } from '../../store/relayed.ts'
import { onChain, toApiError } from '../chain-errors.ts'
import { type CheckedTransaction, checkTransaction } from './check.ts'
import { outcomeText, readEffects } from './outcome.ts'
import { Submission } from './submission.ts'

/** What a relay works with. */
export interface RelayOptions {
  connection: Connection
  programId: PublicKey
  loader: BookLoader
  /** Where the replicas share which transactions are on their way. */
  db: Database
  config: () => Config
  /** How long an answer waits for the confirmation. */
  patienceMs: number
  onError: (error: Error, what: string) => void
}

/** The final answer, or that it has yet to come. */
export type Submitted = { isPending: false; text: string } | { isPending: true; signature: string }

/** What became of a transaction. */
export interface Fate {
  transactionId: string
  status: 'pending' | 'confirmed' | 'finalized' | 'failed' | 'expired' | 'unknown'
  slot: number | null
  error: string | null
}

/** Transactions whose answers are remembered; what became of older ones is on the chain. */
const MAX_REMEMBERED = 10_000

/** How long it is known that a transaction was on its way, should the chain never hear of it. */
const REMEMBERED_MS = 24 * 3_600_000

/** How long a transaction is followed without an answer from a node; its blockhash has expired by then. */
const SILENCE_MS = 180_000

/** How often it is looked whether the simulation of a transaction is through. */
const RECHECK_MS = 100

interface Relayed {
  submission: Submission
  answer: Promise<string>
}

/** Brings signed transactions to the chain, each once however often it is handed in. */
export class TransactionRelay {
  readonly #relayed = new Map<string, Relayed>()
  readonly #pending: PendingTransactions

  constructor(private readonly options: RelayOptions) {
    const { connection, programId } = options
    this.#pending = new PendingTransactions(connection, { programId, patienceMs: SILENCE_MS })
  }

  /**
   * Checks a transaction, simulates it, sends it and waits for it.
   *
   * @throws ApiError if it is refused, by us, by the simulation or on the chain
   */
  async submit(base64: string): Promise<Submitted> {
    const checked = checkTransaction(base64, this.options.programId)
    const { signature } = checked
    const relayed = this.#relayed.get(signature) ?? this.#begin(checked)
    return onChain(() => this.#await(relayed))
  }

  /** What became of a transaction, whoever sent it. */
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
      // It is sent all the same: then only the chain knows of it.
      onLeaving: (lastBlock) => {
        const expiresAt = new Date(Date.now() + REMEMBERED_MS)
        const remembered = rememberRelayed(db, signature, lastBlock, expiresAt)
        return remembered.catch((error) => onError(error, 'could not record relayed transaction'))
      },
    })
    const relayed = { submission, answer: this.#answer(submission) }
    this.#relayed.set(signature, relayed)
    relayed.answer.catch((error) => {
      // What never left may be tried again, and the reason why it did not may be gone by then.
      if (!submission.isBroadcast) this.#relayed.delete(signature)
      else onError(error, 'a transaction was not confirmed')
    })
    for (const [oldest, { submission: other }] of this.#relayed) {
      if (this.#relayed.size <= MAX_REMEMBERED || !other.isSettled) break
      this.#relayed.delete(oldest)
    }
    return relayed
  }

  async #answer(submission: Submission): Promise<string> {
    const { loader, config } = this.options
    const effects = await readEffects(await submission.sent, this.options)
    // Whoever reads the market next finds what they have just done.
    await loader.refresh(effects.markets)
    return outcomeText(effects, loader.book, config())
  }

  /** Waits for the answer as long as a client may be kept waiting. */
  async #await({ submission, answer }: Relayed): Promise<Submitted> {
    const { signature } = submission.checked
    const final = answer.then((text): Submitted => ({ isPending: false, text }))
    // Before it has left it cannot be pending: the simulation decides.
    for (let wait = this.options.patienceMs; ; wait = RECHECK_MS) {
      const submitted = await within(wait, final)
      if (submitted) return submitted
      if (submission.isBroadcast) return { isPending: true, signature }
    }
  }

  /** Why a transaction failed, in words. */
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

/** What a promise becomes, or `undefined` if that takes longer. */
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
