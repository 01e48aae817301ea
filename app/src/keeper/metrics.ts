// The Prometheus metrics of a keeper.

import type { ProgramEvent } from '@prediction-market/sdk/events'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { MarketBook } from '../book/book.ts'
import type { BookLoader } from '../book/loader.ts'
import { counter, gauge, gaugeBy } from '../runtime/metrics.ts'
import { countMarkets, PURPOSES, purposeOf, rewardOf } from './counts.ts'
import type { Step } from './due.ts'
import type { PayerBalance } from './transactions/payers.ts'

export interface Watched {
  book: MarketBook
  loader: Pick<BookLoader, 'undecodable'>
  /** The chain's time, in unix seconds. */
  now: () => bigint
  pending: () => number
  balances: () => readonly PayerBalance[]
  /** Whether prices have not been readable for a minute. */
  hasNoPrices: () => boolean
  /** Seconds since the newest price of every feed with stakes. */
  priceAges: () => Promise<readonly [feed: string, seconds: number][]>
}

export class KeeperMetrics {
  readonly registry = new Registry()
  readonly #steps = counter(
    this.registry,
    'keeper_steps_total',
    'Steps taken, by step and result',
    'step',
    'result',
  )
  readonly #payouts = counter(this.registry, 'keeper_payouts_total', 'Positions settled')
  readonly #skipped = counter(this.registry, 'keeper_skipped_total', 'Failed attempts to settle a position')
  readonly #transactions = counter(
    this.registry,
    'keeper_transactions_total',
    'Transactions that a block included, by result',
    'result',
  )
  readonly #spent = counter(
    this.registry,
    'keeper_lamports_spent_total',
    'Fees paid for transactions, in lamports, by what they do',
    'step',
  )
  readonly #earned = counter(
    this.registry,
    'keeper_lamports_earned_total',
    'Rewards earned, in lamports, by what earned them',
    'step',
  )
  readonly #errors = counter(this.registry, 'keeper_errors_total', 'Errors, by where they occurred', 'where')
  readonly #rpc = counter(
    this.registry,
    'keeper_rpc_calls_total',
    'Calls to RPC nodes by method and result',
    'method',
    'result',
  )

  readonly #burnedTokens = counter(
    this.registry,
    'keeper_burned_tokens_total',
    'UTILITY burned for SOL of the fee vault',
  )
  readonly #boughtLamports = counter(
    this.registry,
    'keeper_bought_lamports_total',
    'Lamports of the fee vault that were bought',
  )

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    // Shown from the start, so that rates and differences have values.
    for (const step of PURPOSES) for (const counter of [this.#spent, this.#earned]) counter.inc({ step }, 0)
  }

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

  error(where: string): void {
    this.#errors.inc({ where })
  }

  call(method: string, result: 'ok' | 'failed'): void {
    this.#rpc.inc({ method, result })
  }

  /** Adds the gauges, which are read when the metrics are. */
  watch({ book, loader, now, pending, balances, priceAges, hasNoPrices }: Watched): void {
    const { registry } = this
    gauge(registry, 'keeper_payers_low', 'Payers whose balance is below KEEPER_MIN_BALANCE', () => {
      return balances().filter(({ isLow }) => isLow).length
    })
    gaugeBy(registry, 'keeper_payer_lamports', 'Balance of each payer, in lamports', 'payer', () =>
      balances().map(({ address, lamports }) => [address, lamports]),
    )
    const noPrices = 'Whether every read of a price has failed for a minute: 1 or 0'
    gauge(registry, 'keeper_prices_unavailable', noPrices, () => Number(hasNoPrices()))
    let known: { ages: readonly [feed: string, seconds: number][]; at: number } = { ages: [], at: 0 }
    const age =
      'Seconds since the newest price of each feed with stakes on both sides of a market, while it is open'
    gaugeBy(registry, 'keeper_price_age_seconds', age, 'feed', () => {
      // Prices are remote: this shows what is known, with its age since, and has it read again for the next time.
      const since = (Date.now() - known.at) / 1_000
      const ages = known.ages.map(([feed, seconds]) => [feed, seconds + since] as const)
      priceAges().then(
        (read) => {
          known = { ages: read, at: Date.now() }
        },
        () => {},
      )
      return ages
    })
    const states = 'Markets by state: open, overdue (decision is due), unpaid (decided, not paid out), done'
    gaugeBy(registry, 'keeper_markets', states, 'state', async () => (await countMarkets(book, now())).states)
    const undecodable =
      'Markets that are left out: they or their question cannot be decoded, or no question names them'
    gauge(registry, 'keeper_undecodable_markets', undecodable, () => loader.undecodable)
    const oldest = 'Seconds that the oldest overdue decision has been due; 0 if none is'
    gauge(registry, 'keeper_oldest_overdue_seconds', oldest, async () => {
      return (await countMarkets(book, now())).oldestOverdue
    })
    const inFlight = 'Transactions that were sent and are not confirmed yet'
    gauge(registry, 'keeper_transactions_in_flight', inFlight, pending)
  }
}
