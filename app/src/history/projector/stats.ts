import { periodStart } from '../../store/history/periods.ts'
import type { walletStats } from '../../store/history/schema.ts'
import { PERIODS } from '../../store/history/types.ts'

/** What a wallet did in a period. */
export type StatsRow = typeof walletStats.$inferSelect

type Currency = StatsRow['currency']

/** The numbers of a row, which add up. */
type Counts = Pick<StatsRow, (typeof COUNTS)[number]>

const COUNTS = ['volume', 'bets', 'staked', 'returned', 'decided', 'won'] as const

const DAY = 86_400

/** What a wallet did on a day, from which every longer period follows. */
interface WalletDay extends Counts {
  currency: Currency
  wallet: string
  day: number
}

/** What wallets did, as differences to what is stored. */
export class Stats {
  readonly #days = new Map<string, WalletDay>()

  /** Counts something in every period that a moment falls into. */
  add(currency: Currency, wallet: string, time: number, counts: Partial<Counts>): void {
    const day = Math.floor(time / DAY)
    addTo(this.#row(currency, wallet, day), counts)
  }

  /** Adds all of another one's, or takes it away. */
  merge(other: Stats, sign: 1 | -1): void {
    for (const { currency, wallet, day, ...counts } of other.#days.values()) {
      addTo(this.#row(currency, wallet, day), counts, sign)
    }
  }

  /** What has changed, in every period. */
  rows(): StatsRow[] {
    const rows = new Map<string, StatsRow>()
    for (const { currency, wallet, day, ...counts } of this.#days.values()) {
      for (const period of PERIODS) {
        const start = periodStart(period, day * DAY)
        const key = `${currency} ${period} ${start} ${wallet}`
        const row = rows.get(key)
        if (row) addTo(row, counts)
        else rows.set(key, { currency, period, start, wallet, ...counts })
      }
    }
    return [...rows.values()].filter((row) => COUNTS.some((key) => Number(row[key]) !== 0))
  }

  #row(currency: Currency, wallet: string, day: number): WalletDay {
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
