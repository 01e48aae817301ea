import { type Config, toTransactionError } from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import type { BookLoader } from '../book/loader.ts'
import { onChain, toApiError } from '../chain-errors.ts'
import { checkTransaction } from './check.ts'
import { outcomeText, readEffects } from './outcome.ts'
import { Submission } from './submission.ts'

/** What a relay works with. */
export interface RelayOptions {
  connection: Connection
  programId: PublicKey
  loader: BookLoader
  config: () => Config
  /** How long an answer waits for the confirmation. */
  patienceMs: number
  onError: (error: Error) => void
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

/** Transactions that are remembered; what became of older ones is on the chain. */
const MAX_REMEMBERED = 10_000

/** How often it is looked whether the simulation of a transaction is through. */
const RECHECK_MS = 100

interface Relayed {
  submission: Submission
  answer: Promise<string>
}

/** Brings signed transactions to the chain, each once however often it is handed in. */
export class TransactionRelay {
  readonly #relayed = new Map<string, Relayed>()

  constructor(private readonly options: RelayOptions) {}

  /**
   * Checks a transaction, simulates it, sends it and waits for it.
   *
   * @throws ApiError if it is refused, by us, by the simulation or on the chain
   */
  async submit(base64: string): Promise<Submitted> {
    const checked = checkTransaction(base64, this.options.programId)
    const { signature } = checked
    const relayed = this.#relayed.get(signature) ?? this.#begin(new Submission(checked, this.options))
    return onChain(() => this.#await(relayed))
  }

  /** What became of a transaction, whoever sent it. */
  async fate(signature: string): Promise<Fate> {
    return onChain(async () => {
      const { connection } = this.options
      const search = { searchTransactionHistory: true }
      const status = (await connection.getSignatureStatuses([signature], search)).value[0]
      const fate: Fate = { transactionId: signature, status: 'unknown', slot: null, error: null }
      if (status) {
        fate.slot = status.slot
        if (status.err) return { ...fate, status: 'failed', error: await this.#reason(signature, status) }
        const { confirmationStatus } = status
        return {
          ...fate,
          status: confirmationStatus === 'processed' ? 'pending' : (confirmationStatus ?? 'confirmed'),
        }
      }
      const submission = this.#relayed.get(signature)?.submission
      if (submission?.isExpired)
        return { ...fate, status: 'expired', error: 'No block took it in, and none will' }
      return submission && !submission.isSettled ? { ...fate, status: 'pending' } : fate
    })
  }

  #begin(submission: Submission): Relayed {
    const { signature } = submission.checked
    const relayed = { submission, answer: this.#answer(submission) }
    this.#relayed.set(signature, relayed)
    relayed.answer.catch((error) => {
      // What never left may be tried again, and the reason why it did not may be gone by then.
      if (!submission.isBroadcast) this.#relayed.delete(signature)
      else this.options.onError(error)
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
  async #reason(signature: string, status: object): Promise<string> {
    const { connection, programId } = this.options
    const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const
    const transaction = await connection.getTransaction(signature, options).catch(() => null)
    const error = toApiError(toTransactionError(transaction?.meta ?? status, programId))
    return error instanceof Error ? error.message : String(error)
  }
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
