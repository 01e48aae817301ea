// Follows the chain: takes events into the log, looks for what it lacks, and applies it to this release's tables.
//
//   subscriptions, lists, a market's own signatures ─▶ log/intake ─▶ the log ─▶ projection ─▶ queries
//
// Every replica does all of it. Whoever comes second finds the events there.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicKey } from '@solana/web3.js'
import type { RpcNodes } from '../chain/rpc-nodes.ts'
import { CoalescedTask } from '../runtime/coalesced-task.ts'
import type { Database } from '../store/database.ts'
import type { OfferedTransaction } from './log/append.ts'
import type { LedgerEntry } from './log/chain/ledger.ts'
import { RpcLedger } from './log/chain/rpc-ledger.ts'
import { settle } from './log/finality.ts'
import { openLog, readHead } from './log/head.ts'
import { Intake } from './log/intake.ts'
import { markListed, rememberWithout, takeListed } from './log/list.ts'
import { type LogSources, NotOfferedError, offerTransactions } from './log/sources.ts'
import { MissingEvents, type MissingOptions } from './missing.ts'
import { appliedId, applyLog, openProjection } from './projection/project.ts'
import { completionOf } from './projection/row-builder.ts'

/** Settings of a follower. */
export interface FollowerOptions extends MissingOptions {
  db: Database
  rpc: RpcNodes
  programId: PublicKey
  /** Whether to remove the history of another chain, for localnets. */
  replaceOther?: boolean | undefined
  /** Milliseconds between two lists of the program's signatures. */
  everyMs?: number | undefined
  /** Milliseconds of a slot, as measured, for the lag before the history is complete for the first time. */
  slotMs?: (() => number | null) | undefined
}

/** How often to list the program's signatures: subscriptions and the numbers of accounts report new events. */
const EVERY_MS = 30_000

/** How often to look for events that another replica has appended, for gaps and for the numbers of accounts. */
const LOOK_MS = 1_000

/** Milliseconds after a failure until the next attempt. */
const RETRY_MS = 2_000

/** Events to apply at a time: few enough that readers of an embedded database do not wait noticeably. */
const BATCH = 500

/** The history as its readers see it. */
export type History = Pick<
  HistoryFollower,
  'db' | 'lastEvent' | 'isComplete' | 'isRebuilding' | 'gaps' | 'oldestGap' | 'hasGap' | 'lag' | 'onChange'
>

/** Keeps the history current. Any number of processes may do so on one database. */
export class HistoryFollower {
  readonly #listeners = new Set<() => void>()
  readonly #stopping = new AbortController()
  readonly #without = rememberWithout()
  readonly #intake: Intake
  readonly #sources: LogSources
  readonly #missing: MissingEvents
  readonly #reported: OfferedTransaction[] = []
  readonly #takes: CoalescedTask
  readonly #lists: CoalescedTask
  readonly #settles: CoalescedTask
  readonly #looks: CoalescedTask
  readonly #applies: CoalescedTask
  #timers: NodeJS.Timeout[] = []
  #unsubscribe = () => {}
  #markCaughtUp = () => {}
  readonly #caughtUp = new Promise<void>((resolve) => {
    this.#markCaughtUp = resolve
  })
  readonly db: Database
  /** Id of the last event that is applied: readers see all events up to it. */
  lastEvent = 0
  /** Whether it was complete once, so that only the latest events can be missing. */
  isComplete = false
  /** Id of the log's last event when this process started. */
  #firstEnd = 0
  /** The first list of this process, until it is marked. */
  #firstList: LedgerEntry[] = []
  /** The slot up to which the program's signatures were listed, and when, in unix milliseconds. */
  #listedSlot = 0
  #listedAt = 0

  constructor(private readonly options: FollowerOptions) {
    const { db, rpc, programId, onError } = options
    const program = programId.toBase58()
    this.db = db
    this.#intake = new Intake(db, program)
    const ledger = new RpcLedger(rpc, programId)
    this.#sources = { db, ledger, program, intake: this.#intake, completion: completionOf }
    this.#missing = new MissingEvents(this.#sources, options)
    const task = (work: () => Promise<void>, what: string) =>
      new CoalescedTask(work, (error) => onError(error, what), RETRY_MS)
    this.#takes = task(() => this.#take(), 'could not append reported events')
    this.#lists = task(() => this.#list(), 'could not list the program’s transactions')
    this.#settles = task(() => this.#settle(), 'could not find out what is final')
    this.#looks = task(() => this.#look(), 'could not look for missing events')
    this.#applies = task(() => this.#apply(), 'could not apply the log')
  }

  /** Whether events that were in the log when this process started are not applied yet. */
  get isRebuilding(): boolean {
    return this.lastEvent < this.#firstEnd
  }

  /** The number of markets that lack an event which is known to exist. */
  get gaps(): number {
    return this.#intake.gaps.size
  }

  /** When the oldest of these gaps was noticed, in unix milliseconds. */
  get oldestGap(): number | null {
    const since = [...this.#intake.gaps.values()].map((gap) => gap.since)
    return since.length === 0 ? null : Math.min(...since)
  }

  /** Whether a market, in base58, lacks an event which is known to exist. */
  hasGap(market: string): boolean {
    return this.#intake.gaps.has(market)
  }

  /**
   * Calls `listener` after the history has changed, whichever process changed it.
   *
   * @returns a function that removes the listener
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How far the history is behind the latest slot of the chain. */
  lag(slot: number): { slots: number; seconds: number } {
    const slots = Math.max(0, slot - this.#listedSlot)
    const ms = this.isComplete ? Date.now() - this.#listedAt : slots * (this.options.slotMs?.() ?? 0)
    return { slots, seconds: Math.max(0, Math.round(ms / 1_000)) }
  }

  /**
   * Starts; catching up goes on after it returns.
   *
   * @throws Error if the store holds the history of another chain, or no node answers
   */
  async start(): Promise<void> {
    const { db, rpc, replaceOther = false, everyMs = EVERY_MS } = this.options
    const { ledger, program } = this.#sources
    const origin = { program, genesis: await ledger.genesis() }
    const { lastId } = await openLog(db, origin, replaceOther)
    await openProjection(db, origin)
    this.#firstEnd = lastId
    this.lastEvent = await appliedId(db)
    this.#unsubscribe = rpc.logs.subscribe((reported) => {
      this.#reported.push({ ...reported, time: 0 })
      this.#takes.request()
    })
    this.#timers = [
      setInterval(() => this.#lists.request(), everyMs).unref(),
      setInterval(() => {
        this.#looks.request()
        this.#applies.request()
      }, LOOK_MS).unref(),
    ]
    this.#lists.request()
    this.#applies.request()
  }

  /** Waits until it has caught up with the chain for the first time, but not longer than `ms`. */
  async catchUp(ms: number): Promise<void> {
    await Promise.race([this.#caughtUp, sleep(ms, undefined, { ref: false })])
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#unsubscribe()
    for (const timer of this.#timers) clearInterval(timer)
    for (const task of [this.#takes, this.#lists, this.#settles, this.#looks, this.#applies])
      await task.stop()
  }

  /** Appends what subscriptions have reported. */
  async #take(): Promise<void> {
    const reported = this.#reported.splice(0)
    try {
      await offerTransactions(this.#sources, reported)
    } catch (error) {
      // Only the latest, and none that lists have passed, such as one of a fork: the others are found by number.
      const left = error instanceof NotOfferedError ? error.transactions : reported
      const recent = left.filter(({ slot }) => slot > this.#listedSlot - MARGIN)
      this.#reported.unshift(...recent.slice(-MAX_KEPT))
      throw error
    }
    this.#applies.request()
    if (this.gaps > 0) this.#looks.request()
  }

  /** Lists the program's signatures. */
  async #list(): Promise<void> {
    const { rpc } = this.options
    const at = Date.now()
    const slot = rpc.slot || (await rpc.connection.getSlot('confirmed'))
    const onProgress = async () => this.#applies.request()
    const { signal } = this.#stopping
    const listed = await takeListed({ ...this.#sources, without: this.#without, signal, onProgress })
    if (signal.aborted) return
    if (!this.isComplete) this.#firstList = listed
    await this.#apply()
    this.#listedSlot = Math.max(this.#listedSlot, slot)
    this.#listedAt = at
    this.isComplete = true
    this.#looks.request()
    this.#settles.request()
  }

  /** Finds out what is final. It asks every node and waits for slow ones, and the next list does not wait for it. */
  async #settle(): Promise<void> {
    await settle(this.#sources)
    // A new log knew of nothing final when it was listed: without a mark the second list would be as long as the first.
    await markListed(this.#sources, this.#firstList.splice(0))
    await this.#apply()
    this.#markCaughtUp()
  }

  async #look(): Promise<void> {
    await this.#missing.look(this.#stopping.signal, () => this.#applies.request())
  }

  /** Applies the log up to its end. */
  async #apply(): Promise<void> {
    const { db } = this
    for (;;) {
      const applied = await applyLog(db, BATCH)
      const isNew = applied > this.lastEvent
      this.lastEvent = Math.max(this.lastEvent, applied)
      if (isNew) for (const listener of this.#listeners) listener()
      if (this.#stopping.signal.aborted) return
      const { lastId } = await readHead(db, this.#sources.program)
      if (applied >= lastId) return
    }
  }
}

/** Reported transactions that are kept while the store does not answer. */
const MAX_KEPT = 2_000

/** Slots behind the latest of which a list may lack transactions, because they were not confirmed yet. */
const MARGIN = 64
