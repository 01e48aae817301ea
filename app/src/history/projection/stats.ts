// Collects changes to the totals of wallets, by period.

import type { StoredStats } from '../../store/schema/history.ts'
import { PERIODS } from '../../store/schema/history-types.ts'
import { periodStart } from '../periods.ts'

type Currency = StoredStats['currency']

/** The numbers of a row. */
type Counts = Pick<StoredStats, 'volume' | 'bets' | 'staked' | 'returned' | 'decided' | 'won'>

const DAY = 86_400

/** A wallet's numbers on one day. */
interface WalletDay extends Counts {
  currency: Currency
  /** Number of `addresses`. */
  wallet: number
  day: number
}

/** Changes to the totals of wallets, collected by day. */
export class StatsChanges {
  readonly #days = new Map<string, WalletDay>()

  /** Adds to the day of `time`, a unix second. */
  add(currency: Currency, wallet: number, time: number, counts: Partial<Counts>): void {
    addTo(this.#day(currency, wallet, Math.floor(time / DAY)), counts)
  }

  /** Adds or subtracts all of `other`. */
  merge(other: StatsChanges, sign: 1 | -1): void {
    for (const { currency, wallet, day, ...counts } of other.#days.values()) {
      addTo(this.#day(currency, wallet, day), counts, sign)
    }
  }

  /** The changes of every period, without rows in which all are 0. */
  rows(): StoredStats[] {
    const rows = new Map<string, StoredStats>()
    for (const { currency, wallet, day, ...counts } of this.#days.values()) {
      for (const period of PERIODS) {
        const start = periodStart(period, day * DAY)
        const key = `${currency} ${period} ${start} ${wallet}`
        const row = rows.get(key)
        if (row) addTo(row, counts)
        else rows.set(key, { currency, period, start, wallet, ...counts })
      }
    }
    return [...rows.values()].filter(
      ({ volume, bets, staked, returned, decided, won }) =>
        volume || bets || staked || returned || decided || won,
    )
  }

  #day(currency: Currency, wallet: number, day: number): WalletDay {
    const key = `${currency} ${day} ${wallet}`
    const known = this.#days.get(key)
    if (known) return known
    const counts = { volume: 0n, bets: 0, staked: 0n, returned: 0n, decided: 0, won: 0 }
    const row = { currency, wallet, day, ...counts }
    this.#days.set(key, row)
    return row
  }
}

function addTo(sum: Counts, counts: Partial<Counts>, sign: 1 | -1 = 1): void {
  const { volume = 0n, bets = 0, staked = 0n, returned = 0n, decided = 0, won = 0 } = counts
  const big = BigInt(sign)
  sum.volume += big * volume
  sum.bets += sign * bets
  sum.staked += big * staked
  sum.returned += big * returned
  sum.decided += sign * decided
  sum.won += sign * won
}
