// The projector writes the history: every event of the program into a log, and rows that follow from it.
//
//   notification, timer ─▶ projector.ts ─▶ pull.ts: one pass over what is new since the checkpoint
//
//   read/    list signatures ─▶ read transactions ─▶ parse events; recover them where logs are truncated
//     │
//     ▼
//   apply/   number events ─▶ complete them ─▶ write log and rows, one database transaction a batch
//     │      out of order? ─▶ recompute the rows of their markets from the log
//     ▼
//   heal/    the chain kept or dropped it?  ─▶ mark it final, or remove it
//            could not be read or applied?  ─▶ set it aside ─▶ try again ─▶ repair its markets from their accounts
//
// Each folder imports only those above it. A rebuild is all of this from the first transaction on
// (`apply/checkpoint.ts`). The glossary in docs/ARCHITECTURE.md defines the words.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicKey } from '@solana/web3.js'
import { NodeListener } from '../../chain/node-listener.ts'
import type { RpcNodes } from '../../chain/rpc-nodes.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import type { Database } from '../../store/database.ts'
import { type Elect, type Election, electAlways } from '../../store/election.ts'
import { type Checkpoint, unread } from '../../store/schema/history.ts'
import type { History, HistoryLag } from '../history.ts'
import { beginTerm, openCheckpoint, Replaced, readCheckpoint } from './apply/checkpoint.ts'
import { type PullOptions, pull } from './pull.ts'
import { RpcLedger } from './read/rpc-ledger.ts'

/** Settings of a projector. */
export interface ProjectorOptions {
  db: Database
  /** Elects the one process that writes; without it, this one does. */
  elect?: Elect | undefined
  rpc: RpcNodes
  programId: PublicKey
  /** Whether to remove the history of another chain, for localnets. */
  replaceOther?: boolean | undefined
  /** Milliseconds between two pulls of all transactions that are not final. */
  everyMs?: number | undefined
  /** Milliseconds that a node may report no slot before the projector subscribes to the next node. */
  silenceMs?: number | undefined
  /** Milliseconds of a slot, as measured, for the lag before the history is complete for the first time. */
  slotMs?: (() => number | null) | undefined
  onError: (error: Error, what: string) => void
  /** Called for each transaction that is set aside because it cannot be read or projected. */
  onUnread?: PullOptions['onUnread']
}

/** How often to look at all transactions that are not final: subscriptions report new ones. */
const EVERY_MS = 30_000

/** How often a process that does not lead reads how far the leader is, at least. */
const FOLLOW_MS = 5_000

/** Milliseconds after a pull that failed until the next. */
const RETRY_MS = 5_000

/** Milliseconds between two pulls: transactions that arrive meanwhile are pulled together. */
const PAUSE_MS = 250

/** Transactions per batch: few enough that readers of an embedded database do not wait noticeably. */
const BATCH = 500

/**
 * Keeps the history current. A node's notification only starts a pull, which lists the program's transactions
 * from the checkpoint on. Any number of processes may run a projector on one database: they elect a leader, which
 * pulls; the others read the checkpoint that it has written.
 */
export class Projector implements History {
  readonly #listeners = new Set<() => void>()
  readonly #stopping = new AbortController()
  readonly #pulls: CoalescedTask
  #pullOptions: PullOptions | undefined
  #election: Election | undefined
  /** The session of the leader; undefined in all other processes. */
  #session: Database | undefined
  #term: number | undefined
  #listener: NodeListener | undefined
  #timer: NodeJS.Timeout | undefined
  #markCaughtUp = () => {}
  readonly #caughtUp = new Promise<void>((resolve) => {
    this.#markCaughtUp = resolve
  })
  #isFullPullDue = true
  /** When the last full pull was requested, in unix milliseconds. */
  #fullAt = 0
  readonly db: Database
  lastEvent = 0
  removals = 0
  isRebuilding = false
  unread = 0
  /** The latest slot up to which every transaction is projected or set aside. */
  #completeSlot = 0
  /** The unix second when the leader last reached `#completeSlot`; 0 before the first time. */
  #completedAt = 0

  constructor(private readonly options: ProjectorOptions) {
    this.db = options.db
    this.#pulls = new CoalescedTask(
      () => this.#pull(),
      (error) => options.onError(error, 'could not update the history'),
      RETRY_MS,
    )
  }

  get isComplete(): boolean {
    return this.#completedAt > 0
  }

  /** Whether this process writes the history, as far as it knows. */
  get isLeader(): boolean {
    return this.#session !== undefined
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  lag(slot: number): HistoryLag {
    const slots = Math.max(0, slot - this.#completeSlot)
    const ms =
      this.#completedAt === 0
        ? slots * (this.options.slotMs?.() ?? 0)
        : Date.now() - this.#completedAt * 1_000
    return { slots, seconds: Math.max(0, Math.round(ms / 1_000)) }
  }

  /**
   * Starts; catching up goes on after it returns.
   *
   * @throws Error if the store holds the history of another chain, or no node answers
   */
  async start(): Promise<void> {
    const { db, rpc, programId, replaceOther = false } = this.options
    const { everyMs = EVERY_MS, onUnread, elect = electAlways(db) } = this.options
    const ledger = new RpcLedger(rpc, programId)
    const program = programId.toBase58()
    const genesis = await ledger.genesis()
    this.#update(await openCheckpoint(db, { program, genesis }, replaceOther))
    this.#pullOptions = {
      db,
      ledger,
      program,
      batch: BATCH,
      signal: this.#stopping.signal,
      onProgress: (checkpoint) => this.#update(checkpoint),
      onUnread,
    }
    this.#timer = setInterval(
      () => {
        if (this.isLeader && Date.now() - this.#fullAt < everyMs) return
        this.#requestFull()
      },
      Math.min(everyMs, FOLLOW_MS),
    ).unref()
    this.#election = elect({
      onLead: (session) => this.#lead(session),
      // The leader receives its own notifications, too.
      onNews: () => this.isLeader || this.#pulls.request(),
    })
    this.#requestFull()
  }

  /** Waits until it has caught up with the chain for the first time, but not longer than `ms`. */
  async catchUp(ms: number): Promise<void> {
    await Promise.race([this.#caughtUp, sleep(ms, undefined, { ref: false })])
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    this.#listener?.stop()
    await this.#pulls.stop()
    await this.#election?.stop()
  }

  #requestFull(): void {
    // Timers may be a little early.
    this.#fullAt = Date.now() - 100
    this.#isFullPullDue = true
    this.#pulls.request()
  }

  /** Listens to a node while this process leads. */
  #lead(session: Database | undefined): void {
    const { rpc, programId, silenceMs = 15_000, onError } = this.options
    this.#session = session
    this.#term = undefined
    this.#listener?.stop()
    this.#listener = undefined
    if (!session || this.#stopping.signal.aborted) return
    const request = () => this.#pulls.request()
    this.#listener = new NodeListener({
      nodes: rpc.addresses,
      silenceMs,
      isCurrent: (slot) => rpc.isCurrent(slot),
      onError,
      onGap: request,
      subscribe: (socket) => socket.onLogs(programId, request, 'confirmed'),
    })
    this.#listener.start()
    this.#requestFull()
  }

  #update({ lastEvent, removals, rebuilding, headSlot, completeSlot, completedAt }: Checkpoint): void {
    this.isRebuilding = rebuilding
    this.#completeSlot = Math.max(this.#completeSlot, headSlot, completeSlot)
    this.#completedAt = completedAt
    if (lastEvent === this.lastEvent && removals === this.removals) return
    this.lastEvent = lastEvent
    this.removals = removals
    for (const listener of this.#listeners) listener()
  }

  async #pull(): Promise<void> {
    const from = this.#isFullPullDue ? 'final' : 'head'
    this.#isFullPullDue = false
    const options = this.#pullOptions as PullOptions
    const { db, program } = options
    try {
      if (this.#session) {
        this.#term ??= await beginTerm(this.#session, program)
        await pull({ ...options, term: this.#term }, from)
      } else this.#update(await readCheckpoint(db, program))
      if (from === 'final') {
        this.unread = await db.$count(unread)
        this.#markCaughtUp()
      }
    } catch (error) {
      // If this process is still the leader, it begins another term.
      if (error instanceof Replaced) this.#term = undefined
      // Only a full pull shows how far the history is.
      if (from === 'final') this.#isFullPullDue = true
      throw error
    } finally {
      await sleep(PAUSE_MS)
    }
  }
}
