// Submits signed transactions and reports their status.

import { type PredictionMarketClient, type Sent, TransactionUnconfirmedError } from '@prediction-market/sdk'
import { MAX_STATUSES, PendingTransactions } from '@prediction-market/sdk/transaction'
import { LRUCache } from 'lru-cache'
import type { RpcNodes } from '../../chain/rpc-nodes.ts'
import { Batches } from '../../runtime/coalesced-task.ts'
import { traced } from '../../runtime/tracing.ts'
import { rememberRelayed, type StoredTransaction } from '../../store/idempotency.ts'
import type { BetSender, PlacedBet } from '../bets/one-call/bets.ts'
import { onChain, toApiError } from '../http/errors/chain-errors.ts'
import type { Answered } from '../http/fields/answered.ts'
import type { Submitted } from '../http/respond.ts'
import { type CheckedTransaction, checkTransaction } from './check.ts'
import { type OutcomeSources, type Result, readResult } from './outcome.ts'
import type { TransactionStatus } from './schemas.ts'
import { type KnownStatus, readKnownStatuses } from './status.ts'
import { failureOf, Submission, type SubmissionOptions } from './submission.ts'

export interface RelayOptions extends OutcomeSources {
  /** Reads transactions that no replica has sent: anyone may ask for any number of them. */
  callerClient: PredictionMarketClient
  /** Its subscriptions report transactions first. */
  rpc: Pick<RpcNodes, 'logs' | 'each'>
  /** Milliseconds that a response waits for the confirmation. */
  patienceMs: number
  onError: (error: Error, what: string) => void
}

export type Fate = Answered<typeof TransactionStatus>

/** The answer to a confirmed transaction: its result, or its status if it has none. */
type Confirmed = Result | Fate

/** Transactions whose responses are cached; older ones are read from the chain again. */
const MAX_REMEMBERED = 10_000

/** Milliseconds that a relayed transaction stays in the store. */
const REMEMBERED_MS = 24 * 3_600_000

/** Milliseconds that a transaction is followed while no node answers; its blockhash has expired by then. */
const SILENCE_MS = 180_000

/** Milliseconds between two reads of the statuses of transactions, for those that no subscription reports. */
const POLL_MS = 1_000

/** Milliseconds between checks whether the simulation has finished. */
const RECHECK_MS = 100

interface Relayed {
  submission: Submission
  answer: Promise<Confirmed>
}

/** Submits signed transactions. The same transaction has one effect and one response, however often it is sent. */
export class TransactionRelay implements BetSender {
  readonly #relayed = new Map<string, Relayed>()
  readonly #pending: PendingTransactions
  readonly #listeners: (() => void)[] = []
  /** Results by signature and slot: on another fork it may have another result. */
  readonly #results = new LRUCache<string, { result: Result | null }>({ max: 1_000 })

  /** Concurrent look-ups, even of unknown transactions, share calls to nodes and database statements. */
  readonly #statuses: Batches<string, KnownStatus>

  constructor(private readonly options: RelayOptions) {
    const { connection, programId, rpc } = options
    this.#statuses = new Batches((signatures) => readKnownStatuses(signatures, options), MAX_STATUSES)
    const pending = new PendingTransactions(connection, {
      programId,
      patienceMs: SILENCE_MS,
      pollMs: POLL_MS,
    })
    this.#pending = pending
    rpc.logs.subscribe(({ signature, slot }) => {
      // The word of one node of several is not enough.
      if (rpc.each.length === 1) pending.confirm({ signature, slot })
      else pending.look(signature)
    })
  }

  /**
   * Checks a transaction, simulates it, submits it and waits for its confirmation.
   *
   * @throws ApiError if the check, the simulation or the chain refuses it
   */
  async submit(base64: string): Promise<Submitted<Confirmed>> {
    const checked = checkTransaction(base64, this.options.programId)
    const { signature } = checked
    const relayed = this.#relayed.get(signature) ?? this.#begin(checked)
    return onChain(() => this.#await(relayed))
  }

  /** Calls back when a transaction is confirmed, before its response: what was read of wallets is old then. */
  onConfirmed(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async sendBet(
    { transaction, lastValidBlockHeight }: StoredTransaction,
    settled?: (sent: Promise<Sent>) => void,
  ): Promise<Submitted<PlacedBet>> {
    const checked = checkTransaction(transaction, this.options.programId)
    const known = this.#relayed.get(checked.signature)
    const relayed = known ?? this.#begin(checked, { lastValidBlockHeight, isNew: settled !== undefined })
    if (!known) settled?.(relayed.submission.sent)
    const submitted = await onChain(() => this.#await(relayed))
    if (submitted.isPending) return submitted
    const { body } = submitted
    if ('amountStaked' in body) return { isPending: false, body }
    // It is confirmed, but no node returns its events now; GET /v1/transactions/{id} will.
    return { isPending: true, signature: checked.signature }
  }

  /** The status of any transaction, relayed or not. */
  async fate(signature: string): Promise<Fate> {
    return onChain(async () => {
      const { status, lastValidBlockHeight, finalSlot } = await this.#statuses.get(signature)
      const { callerClient: client } = this.options
      const sources =
        lastValidBlockHeight === null
          ? { ...this.options, client, connection: client.connection }
          : this.options
      if (!status || status === 'expired' || status instanceof Error) {
        if (finalSlot !== null) return this.#confirmed({ signature, slot: finalSlot }, 'finalized', sources)
        if (status instanceof Error) throw status
        if (!status)
          return fateOf(signature, { status: lastValidBlockHeight === null ? 'unknown' : 'pending' })
        return fateOf(signature, {
          status: 'expired',
          error: 'No block included it before its blockhash expired',
        })
      }
      const { slot, err, confirmationStatus = 'confirmed' } = status
      if (err) {
        const error = toApiError(await failureOf(signature, status, sources)) as Error
        return fateOf(signature, { status: 'failed', slot, error: error.message })
      }
      if (confirmationStatus === 'processed') return fateOf(signature, { status: 'pending', slot })
      return this.#confirmed({ signature, slot }, confirmationStatus, sources)
    })
  }

  async #confirmed(sent: Sent, status: 'confirmed' | 'finalized', sources: OutcomeSources): Promise<Fate> {
    const { signature, slot } = sent
    return fateOf(signature, { status, slot, result: await this.#result(sent, sources) })
  }

  async #result({ signature, slot }: Sent, sources: OutcomeSources = this.options): Promise<Result | null> {
    const key = `${signature} ${slot}`
    const known = this.#results.get(key)
    if (known) return known.result
    const result = await traced('read result', { signature }, () => readResult({ signature, slot }, sources))
    if (result !== undefined) this.#results.set(key, { result })
    return result ?? null
  }

  #begin(
    checked: CheckedTransaction,
    own?: Pick<SubmissionOptions, 'lastValidBlockHeight' | 'isNew'>,
  ): Relayed {
    const { connection, programId, db, onError } = this.options
    const { signature } = checked
    const submission = new Submission(checked, {
      connection,
      programId,
      db,
      pending: this.#pending,
      ...own,
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
      // A transaction that was never broadcast can be submitted again: the reason may no longer apply. One that the
      // gateway signed, or whose status is unknown, is looked up on the chain again.
      const isUnknown = error instanceof TransactionUnconfirmedError
      if (!submission.isBroadcast || own || isUnknown) this.#relayed.delete(signature)
      if (submission.isBroadcast) onError(error, 'relayed transaction was not confirmed')
    })
    for (const [oldest, { submission: other }] of this.#relayed) {
      if (this.#relayed.size <= MAX_REMEMBERED || !other.isSettled) break
      this.#relayed.delete(oldest)
    }
    return relayed
  }

  async #answer(submission: Submission): Promise<Confirmed> {
    const { signature, slot } = await submission.sent
    for (const listener of this.#listeners) listener()
    const result = await this.#result({ signature, slot })
    return result ?? fateOf(signature, { status: 'confirmed', slot })
  }

  /** Waits for the response up to `patienceMs`. */
  async #await({ submission, answer }: Relayed): Promise<Submitted<Confirmed>> {
    const { signature } = submission.checked
    const final = answer.then((body): Submitted<Confirmed> => ({ isPending: false, body }))
    // Until it is broadcast it is not pending: the simulation may still refuse it.
    for (let wait = this.options.patienceMs; ; wait = RECHECK_MS) {
      const submitted = await within(wait, final)
      if (submitted) return submitted
      if (submission.isBroadcast) return { isPending: true, signature }
    }
  }
}

function fateOf(transactionId: string, known: Pick<Fate, 'status'> & Partial<Fate>): Fate {
  const { status, slot = null, error = null, result = null } = known
  return { transactionId, status, slot, error, result }
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
