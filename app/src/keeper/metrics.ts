// The Prometheus metrics of a keeper.

import type { ProgramEvent } from '@prediction-market/sdk/events'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { MarketBook } from '../book/book.ts'
import type { BookLoader } from '../book/loader.ts'
import type { Step } from './due.ts'
import { countMarkets } from './market-counts.ts'
import { PURPOSES, purposeOf, rewardOf } from './profit.ts'
import type { PayerBalance } from './transactions/balances.ts'

/** The sources of the gauges. */
export interface Watched {
  book: MarketBook
  loader: Pick<BookLoader, 'undecodable'>
  /** The chain's time, in unix seconds. */
  now: () => bigint
  /** The number of pending transactions. */
  pending: () => number
  balances: () => readonly PayerBalance[]
  /** Whether prices have not been readable for a minute. */
  hasNoPrices: () => boolean
  /** Seconds since the newest price of every feed with stakes. */
  priceAges: () => Promise<readonly [feed: string, seconds: number][]>
}

/** The Prometheus metrics of a keeper. */
export class KeeperMetrics {
  readonly registry = new Registry()
  readonly #registers = [this.registry]
  readonly #steps = new Counter({
    name: 'keeper_steps_total',
    help: 'Steps taken, by step and result',
    labelNames: ['step', 'result'] as const,
    registers: this.#registers,
  })
  readonly #payouts = new Counter({
    name: 'keeper_payouts_total',
    help: 'Positions settled',
    registers: this.#registers,
  })
  readonly #skipped = new Counter({
    name: 'keeper_skipped_total',
    help: 'Failed attempts to settle a position',
    registers: this.#registers,
  })
  readonly #transactions = new Counter({
    name: 'keeper_transactions_total',
    help: 'Transactions that a block included, by result',
    labelNames: ['result'] as const,
    registers: this.#registers,
  })
  readonly #spent = new Counter({
    name: 'keeper_lamports_spent_total',
    help: 'Fees paid for transactions, in lamports, by what they do',
    labelNames: ['step'] as const,
    registers: this.#registers,
  })
  readonly #earned = new Counter({
    name: 'keeper_lamports_earned_total',
    help: 'Rewards earned, in lamports, by what earned them',
    labelNames: ['step'] as const,
    registers: this.#registers,
  })
  readonly #errors = new Counter({
    name: 'keeper_errors_total',
    help: 'Errors, by where they occurred',
    labelNames: ['where'] as const,
    registers: this.#registers,
  })
  readonly #rpc = new Counter({
    name: 'keeper_rpc_calls_total',
    help: 'Calls to RPC nodes by method and result',
    labelNames: ['method', 'result'] as const,
    registers: this.#registers,
  })

  readonly #burnedTokens = new Counter({
    name: 'keeper_burned_tokens_total',
    help: 'UTILITY burned for SOL of the fee vault',
    registers: this.#registers,
  })
  readonly #boughtLamports = new Counter({
    name: 'keeper_bought_lamports_total',
    help: 'Lamports of the fee vault that were bought',
    registers: this.#registers,
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    // Shown from the start, so that rates and differences have values.
    for (const step of PURPOSES) for (const counter of [this.#spent, this.#earned]) counter.inc({ step }, 0)
  }

  /** Counts a step. */
  step(step: Step, result: string): void {
    this.#steps.inc({ step, result })
  }

  /** Counts positions that were settled, and those that could not be. */
  settled(paid: number, skipped: number): void {
    this.#payouts.inc(paid)
    this.#skipped.inc(skipped)
  }

  /** Counts a purchase in the burn auction, in lamports and UTILITY. */
  burned(lamports: bigint, tokens: number): void {
    this.#boughtLamports.inc(Number(lamports))
    this.#burnedTokens.inc(tokens)
  }

  /** Counts a transaction that a block included, with its fee in lamports and the events of its simulation. */
  transaction(result: 'ok' | 'failed', lamports: bigint, events: readonly ProgramEvent[]): void {
    this.#transactions.inc({ result })
    this.#spent.inc({ step: purposeOf(events) }, Number(lamports))
  }

  /** Counts the rewards of a transaction that is confirmed. */
  earned(events: readonly ProgramEvent[]): void {
    this.#earned.inc({ step: purposeOf(events) }, Number(rewardOf(events)))
  }

  /** Counts an error. */
  error(where: string): void {
    this.#errors.inc({ where })
  }

  /** Counts a call to a node. */
  call(method: string, result: 'ok' | 'failed'): void {
    this.#rpc.inc({ method, result })
  }

  /** Adds the gauges, which are read when the metrics are. */
  watch({ book, loader, now, pending, balances, priceAges, hasNoPrices }: Watched): void {
    const registers = this.#registers
    new Gauge({
      name: 'keeper_payers_low',
      help: 'Payers whose balance is below KEEPER_MIN_BALANCE',
      registers,
      collect() {
        this.set(balances().filter(({ isLow }) => isLow).length)
      },
    })
    new Gauge({
      name: 'keeper_payer_lamports',
      help: 'Balance of each payer, in lamports',
      labelNames: ['payer'] as const,
      registers,
      collect() {
        for (const { address, lamports } of balances()) this.set({ payer: address }, lamports)
      },
    })
    new Gauge({
      name: 'keeper_prices_unavailable',
      help: 'Whether every read of a price has failed for a minute: 1 or 0',
      registers,
      collect() {
        this.set(hasNoPrices() ? 1 : 0)
      },
    })
    let known: { ages: readonly [feed: string, seconds: number][]; at: number } = { ages: [], at: 0 }
    new Gauge({
      name: 'keeper_price_age_seconds',
      help: 'Seconds since the newest price of each feed with stakes on both sides of a market, while it is open',
      labelNames: ['feed'] as const,
      registers,
      collect() {
        // Prices are remote: this shows what is known, with its age since, and has it read again for the next time.
        this.reset()
        const since = (Date.now() - known.at) / 1_000
        for (const [feed, seconds] of known.ages) this.set({ feed }, seconds + since)
        priceAges().then(
          (ages) => {
            known = { ages, at: Date.now() }
          },
          () => {},
        )
      },
    })
    new Gauge({
      name: 'keeper_markets',
      help: 'Markets by state: open, overdue (decision is due), unpaid (decided, not paid out), done',
      labelNames: ['state'] as const,
      registers,
      async collect() {
        const { states } = await countMarkets(book, now())
        for (const [state, count] of states) this.set({ state }, count)
      },
    })
    new Gauge({
      name: 'keeper_undecodable_markets',
      help: 'Markets that are left out: they or their question cannot be decoded, or no question names them',
      registers,
      collect() {
        this.set(loader.undecodable)
      },
    })
    new Gauge({
      name: 'keeper_oldest_overdue_seconds',
      help: 'Seconds that the oldest overdue decision has been due; 0 if none is',
      registers,
      async collect() {
        this.set((await countMarkets(book, now())).oldestOverdue)
      },
    })
    new Gauge({
      name: 'keeper_transactions_in_flight',
      help: 'Transactions that were sent and are not confirmed yet',
      registers,
      collect() {
        this.set(pending())
      },
    })
  }
}
