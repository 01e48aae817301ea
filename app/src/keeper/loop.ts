import type { Logger } from 'pino'
import type { MarketBook } from '../book/book.ts'
import { dueSteps } from './due.ts'
import { type Job, JobRunner, type Result } from './jobs.ts'
import type { KeeperMetrics } from './metrics.ts'
import type { Proofs } from './proofs/open.ts'
import { type Shard, ShardFilter } from './shard.ts'
import type { Steps } from './steps.ts'
import { Triggers } from './triggers.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

/** How a loop is created. */
export interface LoopOptions {
  book: MarketBook
  steps: Steps
  proofs: Proofs
  accounts: WatchedAccounts
  metrics: KeeperMetrics
  log: Logger
  /** The chain's time, in unix seconds. */
  now: () => bigint
  /** Seconds that a market without debts is kept. */
  retention: bigint
  /** The share of the markets that this keeper takes first; all by default. */
  shard?: Shard | undefined
  tickMs: number
}

/** The most markets at once in each pool of jobs. */
const LIMITS = {
  proveEarly: 32,
  prove: 32,
  'proveEarly holders': 16,
  'prove holders': 16,
  'proveEarly event': 16,
  'prove event': 16,
  resolveNo: 16,
  void: 16,
  collect: 16,
  settle: 8,
  close: 4,
} as const

const SWEEP_MS = 60_000

/** Scans the market book on every tick and whenever something has changed, and starts the steps that are due. */
export class KeeperLoop {
  readonly #jobs: JobRunner
  readonly #triggers: Triggers
  readonly #shard: ShardFilter
  #timers: NodeJS.Timeout[] = []
  #isScanning = false
  #isStopped = false

  constructor(private readonly options: LoopOptions) {
    const { book, proofs, accounts, now } = options
    this.#shard = new ShardFilter(options.shard)
    this.#jobs = new JobRunner({
      limits: LIMITS,
      onError: (error, step, market) => this.#failed(error, step, market),
      onEnd: () => this.#scanSoon(),
    })
    this.#triggers = new Triggers({
      book,
      accounts,
      now,
      prices: proofs.prices,
      states: proofs.states,
      attestations: proofs.attestations,
      onChange: () => this.#scanSoon(),
      onError: (error) => this.#failed(error, 'trigger'),
    })
  }

  start(): void {
    const tick = () => {
      this.#triggers.check()
      this.#scanSoon()
    }
    this.#timers = [
      setInterval(tick, this.options.tickMs),
      setInterval(() => this.#sweep(), SWEEP_MS).unref(),
    ]
    tick()
  }

  /** Starts nothing new; running steps go on. */
  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Resolves once no step is running. */
  idle(): Promise<void> {
    return this.#jobs.idle()
  }

  /** Scans once for all changes that come together. */
  #scanSoon(): void {
    if (this.#isScanning || this.#isStopped) return
    this.#isScanning = true
    setImmediate(() => {
      this.#isScanning = false
      if (!this.#isStopped) this.#scan()
    })
  }

  #scan(): void {
    const { book, proofs, now, retention } = this.options
    const due = { now: now(), retention, hasEarly: proofs.hasEarly, isOut: proofs.isOut }
    const jobs: Job[] = []
    for (const { id, market } of book.entries()) {
      for (const step of dueSteps(market, due)) jobs.push({ step, id, market })
    }
    this.#jobs.offer(this.#shard.choose(jobs), (job) => this.#attempt(job))
  }

  async #attempt({ step, id }: Job): Promise<Result> {
    const { book, steps, metrics, log } = this.options
    const market = book.get(id)?.market
    if (!market) return 'done'
    const result = await steps.take(step, market)
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

  /** Forgets markets that are gone. */
  #sweep(): void {
    const { book, proofs } = this.options
    this.#jobs.keepOnly((id) => book.get(id) !== undefined)
    proofs.sweep(book)
  }
}
