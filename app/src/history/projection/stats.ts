// Collects changes to the totals of wallets, by period.

import { remember } from '../../runtime/remember.ts'
import type { StoredStats } from '../../store/schema/history.ts'
import { PERIODS, type Period } from '../../store/schema/history-types.ts'

const DAY = 86_400

/**
 * The first day of the period that contains a unix second, in UTC and counted in days since 1970: the day itself,
 * the Monday of its week or the first of its month; 0 for `all`.
 */
export function periodStart(period: Period, unixSecond: number): number {
  const day = Math.floor(unixSecond / DAY)
  if (period === 'day') return day
  // 1970-01-01 was a Thursday.
  if (period === 'week') return day - ((day + 3) % 7)
  if (period === 'month') return day - new Date(unixSecond * 1_000).getUTCDate() + 1
  return 0
}

type Currency = StoredStats['currency']

/** The numbers of a row. */
type Counts = Pick<StoredStats, 'volume' | 'bets' | 'staked' | 'returned' | 'decided' | 'won'>

/** A wallet's numbers on one day. */
interface WalletDay extends Counts {
  currency: Currency
  /** Number of `addresses`. */
  wallet: number
  day: number
}

/** Rows after changes: those that are left, and those in which all is 0. */
export function addTotals(
  rows: readonly StoredStats[],
  changes: readonly StoredStats[],
): { left: StoredStats[]; empty: StoredStats[] } {
  const keyOf = ({ currency, period, start, wallet }: StoredStats) =>
    `${currency} ${period} ${start} ${wallet}`
  const totals = new Map(changes.map((row) => [keyOf(row), { ...row }]))
  for (const row of rows) {
    const total = totals.get(keyOf(row))
    if (total) addTo(total, row)
  }
  const all = [...totals.values()]
  return { left: all.filter((row) => !isEmpty(row)), empty: all.filter(isEmpty) }
}

function isEmpty({ volume, bets, staked, returned, decided, won }: Counts): boolean {
  return !(volume || bets || staked || returned || decided || won)
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
    return [...rows.values()].filter((row) => !isEmpty(row))
  }

  #day(currency: Currency, wallet: number, day: number): WalletDay {
    const counts = { volume: 0n, bets: 0, staked: 0n, returned: 0n, decided: 0, won: 0 }
    const make = () => ({ currency, wallet, day, ...counts })
    return remember(this.#days, `${currency} ${day} ${wallet}`, make)
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
