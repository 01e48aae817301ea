// The keeper's main loop: finds the steps of markets that are due, the most valuable markets first, and starts them.

import type { Fetched, Market } from '@prediction-market/sdk'
import { marketIdOf } from '@prediction-market/sdk/accounts'
import type { PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import { type Rank, type RankOf, rankMarket } from '../book/market-value.ts'
import type { Work } from '../book/work-queue.ts'
import { DueQueue } from '../runtime/due-queue.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import { dueSteps, nextMoment, type Step } from './due.ts'
import { costOf, feeBudget, rewardFor } from './economics.ts'
import { type Job, JobRunner, type Result } from './jobs.ts'
import { LookQueue } from './look-queue.ts'
import type { KeeperMetrics } from './metrics.ts'
import type { Proofs } from './proofs/open.ts'
import { isEmptyRound } from './rounds/series.ts'
import { type Shard, ShardFilter } from './shard.ts'
import { StepTraces } from './step-traces.ts'
import type { Steps } from './steps.ts'
import { Triggers } from './triggers.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

export interface LoopOptions {
  book: MarketBook
  steps: Steps
  proofs: Proofs
  accounts: WatchedAccounts
  metrics: KeeperMetrics
  log: Logger
  rankOf: RankOf
  /** Whether steps are taken that earn less than they cost; true by default, because every market must end. */
  atLoss?: boolean | undefined
  /** The chain's time, in unix seconds. */
  now: () => bigint
  /** Seconds that a market without debts is kept. */
  retention: bigint
  /** The share of the markets that this keeper takes first; all by default. */
  shard?: Shard | undefined
  /** The wallet that opens rounds: its markets are closed at once, to return their rent. */
  opener?: PublicKey | undefined
  tickMs: number
}

/** The most markets at once in each pool of jobs. */
const LIMITS = {
  proveEarly: 32,
  record: 32,
  prove: 32,
  attested: 16,
  resolveNo: 16,
  void: 16,
  collect: 16,
  settle: 8,
  close: 8,
} as const

/** The rank of a market that is gone. */
const NOTHING: Rank = { value: 0n, stake: 0n }

/** Seconds before and after a moment in which the chain's clock is read on every tick. */
const SOON = 5

/** Milliseconds between two slices of looks at markets without a value, while steps of others are running. */
const LAST_PAUSE_MS = 30

/**
 * The keeper's main loop: takes the steps of markets that are due, the most valuable first. A market is looked at when it
 * changes, when its next moment comes by the clock, when something was read that may decide it, and when an attempt has
 * ended or may be retried: the cost of a tick depends on what is due, not on the number of markets.
 */
export class KeeperLoop {
  readonly #jobs: JobRunner
  readonly #triggers: Triggers
  readonly #shard: ShardFilter
  readonly #traces = new StepTraces()
  /** Markets by the second of the chain's clock at which a step may come due. */
  readonly #moments = new DueQueue()
  /** Markets by the unix millisecond at which an attempt may be retried. */
  readonly #retries = new DueQueue()
  /** Markets to look at in the next turn of the event loop. */
  readonly #changed: LookQueue
  #isLooking = false
  #soonUntil = 0
  #timer: NodeJS.Timeout | undefined
  #endChanges = () => {}
  #isStopped = false

  constructor(private readonly options: LoopOptions) {
    const { book, proofs, accounts, now, rankOf } = options
    this.#changed = new LookQueue((id) => {
      const entry = book.get(id)
      return entry ? rankOf(entry) : NOTHING
    })
    this.#shard = new ShardFilter(options.shard)
    this.#jobs = new JobRunner({
      limits: LIMITS,
      rank: (job) => this.#rank(job),
      attempt: (job) => this.#attempt(job),
      renew: (job) => this.#renew(job),
      onError: (error, step, market) => this.#failed(error, step, market),
      onEnd: (market) => this.#lookSoon(market),
    })
    this.#triggers = new Triggers({
      accounts,
      proofs,
      now,
      onClock: () => this.#takeDue(Number(now())),
      onNews: (markets) => {
        for (const address of markets) this.#lookSoon(marketIdOf(address))
      },
      onError: (error) => this.#failed(error, 'trigger'),
    })
  }

  start(): void {
    const { book, tickMs } = this.options
    this.#endChanges = book.onChange((entry, before) => this.#onChange(entry, before))
    forEachInSlices(book.entries(), (entry) => this.#onChange(entry, undefined))
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#tick()
  }

  /** Starts nothing new; running steps go on. */
  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#endChanges()
    this.#jobs.stop()
  }

  /** Resolves once no step is running. */
  idle(): Promise<void> {
    return this.#jobs.idle()
  }

  #tick(): void {
    const now = Number(this.options.now())
    // A price may be public while the chain's clock is still behind.
    this.#takeDue(Math.max(now, Math.floor(Date.now() / 1_000)))
    for (const id of this.#retries.take(Date.now())) this.#lookSoon(id)
    const isSoon = now <= this.#soonUntil || (this.#moments.next ?? Number.POSITIVE_INFINITY) <= now + SOON
    this.#triggers.check(isSoon)
  }

  /** Looks at the markets whose moment has come. */
  #takeDue(unixSecond: number): void {
    for (const id of this.#moments.take(unixSecond)) {
      this.#soonUntil = Number(this.options.now()) + SOON
      this.#lookSoon(id)
    }
  }

  #onChange(entry: BookEntry | undefined, before: BookEntry | undefined): void {
    const { proofs } = this.options
    if (entry?.status === 'open') proofs.watch(entry)
    else if (before?.status === 'open') proofs.unwatch(before.market)
    const id = entry?.id ?? before?.id
    if (id) this.#lookSoon(id)
  }

  /** Looks at a market in the next turn of the event loop. */
  #lookSoon(id: string): void {
    this.#changed.add(id)
    if (this.#isLooking || this.#isStopped) return
    this.#isLooking = true
    setImmediate(() => this.#lookAtChanged())
  }

  async #lookAtChanged(): Promise<void> {
    const look = (id: string) => {
      if (this.#isStopped) return
      this.#look(id)
      this.#jobs.run()
    }
    const pauseMs = () => (this.#jobs.isBusy && !this.#changed.isValuable ? LAST_PAUSE_MS : 0)
    while (this.#changed.size > 0 && !this.#isStopped) {
      await forEachInSlices(this.#changed.take(), look, pauseMs)
    }
    this.#isLooking = false
  }

  /** Offers the steps of a market that are due, and notes when to look at it next. */
  #look(id: string): void {
    const { book, now } = this.options
    const market = book.get(id)?.market
    const time = now()
    const steps = market ? this.#due(market, time) : []
    const due = market ? steps.map((step) => ({ step, id, market })) : []
    const moment = market ? nextMoment(market, time, this.#retention(market)) : null
    this.#moments.set(id, moment === null ? null : Number(moment))
    const { jobs, nextAt } = this.#shard.choose(id, due)
    if (nextAt !== null) this.#retryAt(id, nextAt)
    for (const job of jobs) {
      const retryAt = this.#jobs.offer(job)
      if (retryAt !== null) this.#retryAt(id, retryAt)
    }
    if (!market) this.#jobs.forget(id)
  }

  #retryAt(id: string, at: number): void {
    const known = this.#retries.get(id)
    if (known === undefined || at < known) this.#retries.set(id, at)
  }

  #due(market: Fetched<Market>, now: bigint): Step[] {
    const { proofs, atLoss = true } = this.options
    if (this.#isOwnRound(market) && isEmptyRound(market)) return []
    const retention = this.#retention(market)
    const steps = dueSteps(market, { ...proofs, now, retention })
    return atLoss ? steps : steps.filter((step) => rewardFor(step, market, now) >= costOf(step, market))
  }

  #retention(market: Market): bigint {
    return this.#isOwnRound(market) ? 0n : this.options.retention
  }

  #isOwnRound({ creator, condition }: Market): boolean {
    const { opener } = this.options
    return opener !== undefined && 'referenceAt' in condition && creator.equals(opener)
  }

  /** A market without stakes on both sides comes last, and so does a step that costs more than it may. */
  #rank({ step, market }: Job): Pick<Work, 'value' | 'stake' | 'isLast'> {
    const rank = rankMarket(this.options.rankOf, market)
    const reward = rewardFor(step, market, this.options.now())
    const isLoss = feeBudget(reward, rank) < costOf(step, market)
    return { ...rank, isLast: rank.value === 0n || isLoss }
  }

  #renew(job: Job): Job | null {
    const { book, now } = this.options
    const market = book.get(job.id)?.market
    if (market && this.#due(market, now()).includes(job.step)) return { ...job, market }
    this.#lookSoon(job.id)
    return null
  }

  async #attempt({ step, id, market }: Job): Promise<Result> {
    const { book, steps, metrics, log } = this.options
    const result = await this.#traces.take(step, id, () => steps.take(step, market))
    metrics.step(step, result)
    if (result !== 'done') return result
    log.info({ step, market: id }, 'step taken')
    // If the node has not seen the change yet, taking the step again would only cost fees.
    return book.get(id)?.market === market ? 'early' : 'done'
  }

  #failed(error: Error, where: string, market?: string): void {
    if (this.#isStopped) return
    const { metrics, log } = this.options
    metrics.error(where)
    log.warn({ err: error, where, market }, 'step failed, will retry')
  }
}
