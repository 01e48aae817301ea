import { periodStart } from '../store/history/periods.ts'
import type { walletStats } from '../store/history/schema.ts'
import { PERIODS } from '../store/history/types.ts'

/** What a wallet did in a period. */
export type StatsRow = typeof walletStats.$inferSelect

/** The numbers of a row, which add up. */
type Counts = Omit<StatsRow, 'currency' | 'period' | 'start' | 'wallet'>

const NOTHING: Counts = { volume: 0n, bets: 0, staked: 0n, returned: 0n, decided: 0, won: 0 }

/** What wallets did, as differences to what is stored. */
export class Stats {
  readonly #rows = new Map<string, StatsRow>()

  /** Counts something in every period that a moment falls into. */
  add(currency: StatsRow['currency'], wallet: string, time: number, counts: Partial<Counts>): void {
    for (const period of PERIODS) {
      this.#add({ ...NOTHING, ...counts, currency, period, start: periodStart(period, time), wallet })
    }
  }

  /** Adds all of another one's, or takes it away. */
  merge(other: Stats, sign: 1 | -1): void {
    const big = BigInt(sign)
    for (const row of other.#rows.values()) {
      this.#add({
        ...row,
        ...{ volume: big * row.volume, staked: big * row.staked, returned: big * row.returned },
        ...{ bets: sign * row.bets, decided: sign * row.decided, won: sign * row.won },
      })
    }
  }

  /** What has changed. */
  rows(): StatsRow[] {
    return [...this.#rows.values()].filter((row) =>
      Object.keys(NOTHING).some((key) => Number(row[key as keyof Counts]) !== 0),
    )
  }

  #add(row: StatsRow): void {
    const key = `${row.currency} ${row.period} ${row.start} ${row.wallet}`
    const sum = this.#rows.get(key)
    if (!sum) {
      this.#rows.set(key, row)
      return
    }
    sum.volume += row.volume
    sum.bets += row.bets
    sum.staked += row.staked
    sum.returned += row.returned
    sum.decided += row.decided
    sum.won += row.won
  }
}
