// Follows the chain: takes events into the log, looks for what it lacks, and applies it to this release's tables.
//
//   subscriptions, lists, a market's own signatures ─▶ log/intake ─▶ the log ─▶ projection ─▶ queries
//
// Every replica does all of it. Whoever comes second finds the events there.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicKey } from '@solana/web3.js'
import type { ReportedLogs } from '../chain/recent-logs.ts'
import type { RpcNodes } from '../chain/rpc-nodes.ts'
import { CoalescedTask } from '../runtime/coalesced-task.ts'
import type { Database } from '../store/database.ts'
import type { History, HistoryLag } from './history.ts'
import { RpcLedger } from './log/chain/rpc-ledger.ts'
import { settle } from './log/finality.ts'
import { openLog, readHead } from './log/head.ts'
import { heal } from './log/heal.ts'
import { Intake } from './log/intake.ts'
import { rememberWithout, takeListed } from './log/list.ts'
import { behindAccounts } from './log/read.ts'
import { type LogSources, offerTransactions } from './log/sources.ts'
import { completionOf } from './projection/completion.ts'
import { appliedId, applyLog, openProjection } from './projection/project.ts'

/** Settings of a follower. */
export interface FollowerOptions {
  db: Database
  rpc: RpcNodes
  programId: PublicKey
  /** Whether to remove the history of another chain, for localnets. */
  replaceOther?: boolean | undefined
  /** Milliseconds between two lists of the program's signatures. */
  everyMs?: number | undefined
  /** Milliseconds of a slot, as measured, for the lag before the history is complete for the first time. */
  slotMs?: (() => number | null) | undefined
  /** The number of each account's last event: of every market that is not closed, and of the fee vault. */
  numbers?: (() => Iterable<readonly [address: string, sequence: number]>) | undefined
  onError: (error: Error, what: string) => void
}

/** How often to list the program's signatures: subscriptions and the numbers of accounts report new events. */
const EVERY_MS = 30_000

/** How often to look for events that another replica has appended, for gaps and for the numbers of accounts. */
const LOOK_MS = 1_000

/** Milliseconds after a failure until the next attempt. */
const RETRY_MS = 2_000

/** Milliseconds between two searches for what a market lacks: from the first to the longest. */
const FIRST_SEARCH_MS = 500
const LAST_SEARCH_MS = 15_000

/** Events to apply at a time: few enough that readers of an embedded database do not wait noticeably. */
const BATCH = 500

/** Keeps the history current. Any number of processes may do so on one database. */
export class HistoryFollower implements History {
  readonly #listeners = new Set<() => void>()
  readonly #stopping = new AbortController()
  readonly #without = rememberWithout()
  readonly #intake: Intake
  readonly #sources: LogSources
  readonly #reported: ReportedLogs[] = []
  /** Numbers of accounts that the log has. */
  readonly #verified = new Map<string, number>()
  /** Accounts whose numbers the log lacked at the last look. */
  readonly #suspected = new Set<string>()
  /** When to look next for what a market lacks, in unix milliseconds, and the pause after that. */
  readonly #searches = new Map<string, { at: number; pause: number }>()
  readonly #takes: CoalescedTask
  readonly #lists: CoalescedTask
  readonly #looks: CoalescedTask
  readonly #applies: CoalescedTask
  #timers: NodeJS.Timeout[] = []
  #unsubscribe = () => {}
  #markCaughtUp = () => {}
  readonly #caughtUp = new Promise<void>((resolve) => {
    this.#markCaughtUp = resolve
  })
  readonly db: Database
  lastEvent = 0
  isComplete = false
  /** Id of the log's last event when this process started. */
  #firstEnd = 0
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
    const task = (work: () => Promise<void>, what: string) =>
      new CoalescedTask(work, (error) => onError(error, what), RETRY_MS)
    this.#takes = task(() => this.#take(), 'could not append reported events')
    this.#lists = task(() => this.#list(), 'could not list the program’s transactions')
    this.#looks = task(() => this.#look(), 'could not look for missing events')
    this.#applies = task(() => this.#apply(), 'could not apply the log')
  }

  get isRebuilding(): boolean {
    return this.lastEvent < this.#firstEnd
  }

  get gaps(): number {
    return this.#intake.gaps.size
  }

  get oldestGap(): number | null {
    const since = [...this.#intake.gaps.values()].map((gap) => gap.since)
    return since.length === 0 ? null : Math.min(...since)
  }

  hasGap(market: string): boolean {
    return this.#intake.gaps.has(market)
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  lag(slot: number): HistoryLag {
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
      this.#reported.push(reported)
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
    for (const task of [this.#takes, this.#lists, this.#looks, this.#applies]) await task.stop()
  }

  /** Appends what subscriptions have reported. */
  async #take(): Promise<void> {
    const reported = this.#reported.splice(0)
    try {
      const transactions = reported.map((transaction) => ({ ...transaction, time: 0 }))
      await offerTransactions(this.#sources, transactions)
    } catch (error) {
      // Only the latest: the others are found by number.
      this.#reported.unshift(...reported.slice(-MAX_KEPT))
      throw error
    }
    this.#applies.request()
    if (this.gaps > 0) this.#looks.request()
  }

  /** Lists the program's signatures, and finds out what is final. */
  async #list(): Promise<void> {
    const { rpc } = this.options
    const at = Date.now()
    const slot = rpc.slot || (await rpc.connection.getSlot('confirmed'))
    const onProgress = async () => this.#applies.request()
    await takeListed({ ...this.#sources, without: this.#without, signal: this.#stopping.signal, onProgress })
    if (this.#stopping.signal.aborted) return
    await this.#apply()
    this.#listedSlot = Math.max(this.#listedSlot, slot)
    this.#listedAt = at
    this.isComplete = true
    this.#looks.request()
    // Asks every node, and waits for slow ones: the history is current before.
    await settle(this.#sources)
    await this.#apply()
    this.#markCaughtUp()
  }

  /** Compares the numbers of accounts with the log, and looks for what markets lack. */
  async #look(): Promise<void> {
    await this.#compare()
    for (const market of this.#searches.keys()) if (!this.hasGap(market)) this.#searches.delete(market)
    for (const [market, gap] of [...this.#intake.gaps]) {
      const { at, pause } = this.#searches.get(market) ?? {
        at: gap.since + FIRST_SEARCH_MS,
        pause: FIRST_SEARCH_MS,
      }
      this.#searches.set(market, { at, pause })
      if (at > Date.now() || this.#stopping.signal.aborted) continue
      this.#searches.set(market, { at: Date.now() + pause, pause: Math.min(2 * pause, LAST_SEARCH_MS) })
      await heal(this.#sources, market, gap).catch((error: Error) => {
        this.options.onError(error, 'could not look for the missing events of a market')
      })
      this.#applies.request()
    }
  }

  async #compare(): Promise<void> {
    const changed = new Map<string, number>()
    for (const [address, sequence] of this.options.numbers?.() ?? []) {
      if (this.#verified.get(address) !== sequence) changed.set(address, sequence)
    }
    if (changed.size === 0) return
    const behind = new Set(await behindAccounts(this.db, changed))
    for (const [address, sequence] of changed) {
      // An account may be reported before the event: it is a gap if the next look finds it too.
      if (behind.has(address) && this.#suspected.has(address)) this.#intake.note(address, sequence)
      else if (behind.has(address)) this.#suspected.add(address)
      else {
        this.#suspected.delete(address)
        this.#verified.set(address, sequence)
        this.#intake.isComplete(address)
      }
    }
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
