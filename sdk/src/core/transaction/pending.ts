// Sends transactions and follows them until they are confirmed, fail or expire.

import bs58 from 'bs58'
import { IDL_ADDRESS } from '../../idl/prediction_market.ts'
import type { Node, NodeListener, NodeStatus } from '../node.ts'
import type { Confirmation, Sent, SignedTransaction } from './confirmation.ts'
import * as errors from './errors.ts'
import { type Finality, MAX_STATUSES, READ_CONFIRMED, readStatuses, type StatusQuery } from './status.ts'

/** Options of sending and confirming. */
export interface PendingOptions {
  /** The program's address, for your own deployment. */
  programId?: { toString(): string } | undefined
  /** How final a transaction must be before it counts; `confirmed` by default. */
  commitment?: 'processed' | Finality | undefined
  /** A connection whose websocket reports confirmations sooner than the next poll. */
  listener?: NodeListener | undefined
  /** Milliseconds from a submission to the next poll; 200 by default. The pause grows up to a second. */
  pollMs?: number | undefined
  /** Milliseconds without an answer from the node until a transaction ends unconfirmed; 10,000 by default. */
  patienceMs?: number | undefined
  /** Milliseconds until a transaction ends unconfirmed that does not expire, as on a fork; 300,000 by default. */
  giveUpMs?: number | undefined
  /** Called when a poll fails; polling goes on. */
  onError?: ((error: Error) => void) | undefined
}

/** A submitted transaction whose result is not known yet. */
interface Pending {
  signature: string
  /** `null` if somebody else sends it. */
  serialized: Uint8Array | null
  /** `null` if it is not known, so that it never counts as expired. */
  lastValidBlockHeight: number | null
  submittedAt: number
  broadcastAt: number
  /** When the node last answered a poll. */
  answeredAt: number
  /** Whether a confirmed block has included it; one of a fork may yet be dropped. */
  isConfirmed: boolean
  subscription: number | undefined
  confirmation: Promise<Confirmation>
  resolve: (confirmation: Confirmation) => void
}

const POLL_MS = 200
const MAX_POLL_MS = 1_000
const REBROADCAST_MS = 2_000

/** Milliseconds that a transaction is pending before the block height is asked for, which tells whether it has expired. */
const HEIGHT_MS = 2_000

/** Several times as long as a blockhash is valid. */
const GIVE_UP_MS = 300_000

const LEVELS = ['processed', 'confirmed', 'finalized'] as const

/**
 * Sends transactions and confirms them. Each is broadcast again every two seconds, since nodes drop transactions under
 * load, until it is confirmed, expires or is dropped. All pending transactions share their status polls, 256 to a call.
 */
export class PendingTransactions {
  readonly #pending = new Map<string, Pending>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #pollAt = 0
  #pauseMs = 0
  #isPolling = false
  #isStopped = false

  constructor(
    private readonly node: Node,
    private readonly options: PendingOptions = {},
  ) {}

  /** The number of pending transactions. */
  get size(): number {
    return this.#pending.size
  }

  /** Sends a transaction and waits until it is confirmed or can no longer be. Submitting it twice has one effect. */
  submit(signed: SignedTransaction): Promise<Confirmation> {
    if (this.#isStopped) return Promise.reject(new Error('Sending has been stopped'))
    const { transaction, lastValidBlockHeight, skipPreflight = true } = signed
    const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64))
    const known = this.#pending.get(signature)
    if (known) return known.confirmation
    const pending = this.#add(signature, transaction.serialize(), lastValidBlockHeight)
    this.#broadcast(pending, skipPreflight).catch((error: unknown) => this.#takeRefusal(pending, error))
    return pending.confirmation
  }

  /** Waits for a transaction that somebody else has sent, such as a wallet. It is not broadcast again. */
  follow({ signature, lastValidBlockHeight }: StatusQuery): Promise<Confirmation> {
    const pending = this.#pending.get(signature) ?? this.#add(signature, null, lastValidBlockHeight)
    return pending.confirmation
  }

  /** Takes a confirmation that was heard elsewhere, such as from a subscription to logs. */
  confirm({ signature, slot }: Sent): void {
    const pending = this.#pending.get(signature)
    if (pending) this.#endIncluded(pending, slot, null)
  }

  /** Polls at once if a transaction is pending, such as after news of it. */
  look(signature: string): void {
    if (!this.#pending.has(signature)) return
    this.#pauseMs = 0
    this.#schedulePoll()
  }

  /** Stops broadcasting a transaction and waiting for it; it ends as `unconfirmed` and may still be confirmed. */
  drop(signature: string, cause?: unknown): void {
    const pending = this.#pending.get(signature)
    if (pending) this.#endUnconfirmed(pending, cause)
  }

  #add(signature: string, serialized: Uint8Array | null, lastValidBlockHeight: number | null): Pending {
    let resolve: Pending['resolve'] = () => undefined
    const confirmation = new Promise<Confirmation>((settle) => {
      resolve = settle
    })
    const now = Date.now()
    const pending: Pending = {
      signature,
      serialized,
      lastValidBlockHeight,
      submittedAt: now,
      broadcastAt: now,
      answeredAt: now,
      isConfirmed: false,
      subscription: undefined,
      confirmation,
      resolve,
    }
    this.#pending.set(signature, pending)
    this.#listen(pending)
    this.#pauseMs = this.options.pollMs ?? POLL_MS
    this.#schedulePoll()
    return pending
  }

  /** Stops sending. Everything pending ends as `unconfirmed`. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    for (const pending of this.#pending.values()) this.#endUnconfirmed(pending)
  }

  #listen(pending: Pending): void {
    pending.subscription = this.options.listener?.onSignature(
      pending.signature,
      ({ err }, { slot }) => {
        // The subscription ends itself after its one notification.
        pending.subscription = undefined
        this.#endIncluded(pending, slot, err)
      },
      this.options.commitment ?? 'confirmed',
    )
  }

  async #broadcast({ serialized }: Pending, skipPreflight: boolean): Promise<void> {
    if (serialized) await this.node.sendRawTransaction(serialized, { skipPreflight, maxRetries: 0 })
  }

  /** Only the node's refusal of the first broadcast ends a transaction: after a lost response its status is unknown. */
  #takeRefusal(pending: Pending, error: unknown): void {
    if (!errors.isRefusal(error) || error.message.includes('already been processed')) return
    const { signature } = pending
    const reason = this.#toError(error)
    if (this.#remove(pending)) pending.resolve({ status: 'failed', signature, slot: null, error: reason })
  }

  /** Schedules the next poll, unless there is one that is due sooner. */
  #schedulePoll(): void {
    const pollAt = Date.now() + this.#pauseMs
    if (this.#isPolling || this.#isStopped || (this.#timer && this.#pollAt <= pollAt)) return
    clearTimeout(this.#timer)
    this.#pollAt = pollAt
    this.#timer = setTimeout(() => this.#poll(), this.#pauseMs)
  }

  async #poll(): Promise<void> {
    this.#timer = undefined
    this.#isPolling = true
    this.#pauseMs = Math.min(1.5 * Math.max(this.#pauseMs, this.options.pollMs ?? POLL_MS), MAX_POLL_MS)
    const all = [...this.#pending.values()]
    for (let start = 0; start < all.length; start += MAX_STATUSES) {
      await this.#pollBatch(all.slice(start, start + MAX_STATUSES))
    }
    this.#isPolling = false
    if (this.#pending.size > 0) this.#schedulePoll()
  }

  async #pollBatch(batch: readonly Pending[]): Promise<void> {
    const { commitment, patienceMs = 10_000, giveUpMs = GIVE_UP_MS, onError } = this.options
    const finality = commitment === 'finalized' ? 'finalized' : 'confirmed'
    try {
      const heightFrom = Date.now() - HEIGHT_MS
      const queries = batch.map((pending) =>
        pending.submittedAt > heightFrom ? { ...pending, lastValidBlockHeight: null } : pending,
      )
      const statuses = await readStatuses(this.node, queries, { finality })
      batch.forEach((pending, index) => {
        this.#takeStatus(pending, statuses[index] ?? null)
      })
    } catch (error) {
      onError?.(error as Error)
      for (const pending of batch) {
        if (Date.now() - pending.answeredAt >= patienceMs) this.#endUnconfirmed(pending, error)
      }
    }
    for (const pending of batch) {
      if (Date.now() - pending.submittedAt >= giveUpMs) this.#endUnconfirmed(pending)
      this.#rebroadcast(pending)
    }
  }

  #takeStatus(pending: Pending, status: NodeStatus | 'expired' | null): void {
    pending.answeredAt = Date.now()
    if (status === 'expired') {
      const { signature } = pending
      const error = new errors.TransactionExpiredError(signature)
      if (this.#remove(pending)) pending.resolve({ status: 'expired', signature, error })
      return
    }
    const wanted = LEVELS.indexOf(this.options.commitment ?? 'confirmed')
    const reached = status?.confirmationStatus ? LEVELS.indexOf(status.confirmationStatus) : -1
    pending.isConfirmed = reached >= LEVELS.indexOf('confirmed')
    if (status && reached >= wanted) this.#endIncluded(pending, status.slot, status.err)
  }

  #rebroadcast(pending: Pending): void {
    const isDue = Date.now() - pending.broadcastAt >= REBROADCAST_MS
    if (!isDue || pending.isConfirmed || !this.#pending.has(pending.signature)) return
    pending.broadcastAt = Date.now()
    this.#broadcast(pending, true).catch(() => undefined)
  }

  #endIncluded(pending: Pending, slot: number, err: unknown): void {
    if (!this.#remove(pending)) return
    const { signature } = pending
    if (!err) {
      pending.resolve({ status: 'confirmed', signature, slot })
      return
    }
    this.node
      .getTransaction(signature, READ_CONFIRMED)
      .catch(() => null)
      .then((transaction) => {
        // Without its logs if the node does not have them.
        const error = this.#toError(transaction?.meta ?? { err })
        pending.resolve({ status: 'failed', signature, slot, error })
      })
  }

  #toError(report: unknown) {
    return errors.toTransactionError(report, this.options.programId ?? IDL_ADDRESS)
  }

  #endUnconfirmed(pending: Pending, cause?: unknown): void {
    const { signature } = pending
    const error = new errors.TransactionUnconfirmedError(signature, { cause })
    if (this.#remove(pending)) pending.resolve({ status: 'unconfirmed', signature, error })
  }

  /** @returns whether it was still pending */
  #remove({ signature, subscription }: Pending): boolean {
    if (subscription !== undefined) {
      this.options.listener?.removeSignatureListener(subscription).catch(() => undefined)
    }
    return this.#pending.delete(signature)
  }
}
