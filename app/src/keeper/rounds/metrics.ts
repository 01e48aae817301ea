// The Prometheus metrics about rounds.

import type { RoundGrid } from '@prediction-market/sdk/rules'
import { type Counter, Gauge, type Registry } from 'prom-client'
import { counter } from '../../runtime/metrics.ts'

type Result = 'opened' | 'missed' | 'cancelled'

export class RoundMetrics {
  readonly #rounds: Counter<'series' | 'result'>
  readonly #rewards: Counter<'series'>
  readonly #balance: Gauge
  readonly #reserve: Gauge

  /** @param series - their counters start at 0 */
  constructor(registry: Registry, series: readonly RoundGrid[]) {
    const registers = [registry]
    this.#rounds = counter(
      registry,
      'keeper_rounds_total',
      'Rounds by series and by what happened to them: opened by anyone in time, missed, cancelled without bets',
      'series',
      'result',
    )
    this.#rewards = counter(
      registry,
      'keeper_rounds_rewards_lamports_total',
      'Rewards that closed rounds have paid to keepers, in lamports, by series',
      'series',
    )
    this.#balance = new Gauge({
      name: 'keeper_rounds_lamports',
      help: 'Balance of the wallet that opens rounds, in lamports',
      registers,
    })
    this.#reserve = new Gauge({
      name: 'keeper_rounds_reserve_lamports',
      help: 'What that wallet needs for the next two rounds of every series, in lamports',
      registers,
    })
    for (const { number } of series) {
      for (const result of ['opened', 'missed', 'cancelled'] as const) this.round(number, result, 0)
      this.rewards(number, 0n)
    }
  }

  round(series: number, result: Result, count = 1): void {
    this.#rounds.inc({ series, result }, count)
  }

  /** Counts what a closed round has paid to keepers. */
  rewards(series: number, lamports: bigint): void {
    this.#rewards.inc({ series }, Number(lamports))
  }

  /** Records the balance of the wallet, and what it needs. */
  wallet(balance: bigint, reserve: bigint): void {
    this.#balance.set(Number(balance))
    this.#reserve.set(Number(reserve))
  }
}
