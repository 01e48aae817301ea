import { type Outcome, positionDue, type Stakes } from '@prediction-market/sdk'
import type { RecentStakes } from '@prediction-market/sdk/accounts'
import {
  addRecentStake,
  coversPeriod,
  type DecidedMarket,
  isVoid,
  lateStakes,
  NO_RECENT_STAKES,
  periodOf,
} from '@prediction-market/sdk/rules'

/** Seconds from creation to expiry, of a betting period, and between the end of betting and expiry. */
export const DURATION = 6_400
export const PERIOD = 100
const CLOSE_BEFORE = 10

const TERMS = { burnBps: 500, developerBps: 500 }
const TIMES = { createdAt: 0n, expireAt: BigInt(DURATION), terms: { period: PERIOD } }

/** A position as the program keeps it. */
interface Position {
  stakes: Stakes
  recent: RecentStakes
}

/** What one bettor has put in and got back, in base units. */
export interface Result {
  staked: bigint
  payout: bigint
  refund: bigint
}

/** One simulated market, with the SDK's arithmetic, which is the program's. Times are seconds from its creation. */
export class SimulatedMarket {
  pools: Stakes = [0n, 0n]
  #recent: RecentStakes = NO_RECENT_STAKES
  readonly #positions = new Map<string, Position>()

  /** @param closeAt - as late as the rules allow by default */
  constructor(readonly closeAt = DURATION - CLOSE_BEFORE) {}

  /** Places a bet; from `closeAt` on it is refused. */
  bet(owner: string, outcome: Outcome, amount: bigint, second: number): void {
    if (second >= this.closeAt || amount === 0n) return
    const period = periodOf(TIMES, BigInt(second))
    const { stakes, recent } = this.#positions.get(owner) ?? { stakes: [0n, 0n], recent: NO_RECENT_STAKES }
    this.#positions.set(owner, {
      stakes: add(stakes, outcome, amount),
      recent: addRecentStake(recent, period, outcome, amount),
    })
    this.pools = add(this.pools, outcome, amount)
    this.#recent = addRecentStake(this.#recent, period, outcome, amount)
  }

  /** Decides Yes by a price of `second`, or No at expiry, and settles every position. */
  decide(outcome: Outcome, second: number): Map<string, Result> {
    const news = Math.min(second, this.closeAt - 1)
    const latePeriod = outcome === 'Yes' ? periodOf(TIMES, BigInt(news)) : 0n
    if (latePeriod > 0n && !coversPeriod(this.#recent, latePeriod)) throw new Error('ObservationTooOld')
    const late: Stakes = latePeriod > 0n ? lateStakes(this.#recent, latePeriod) : [0n, 0n]
    const decided: DecidedMarket = { pools: this.pools, late, latePeriod, outcome, terms: TERMS }
    if (isVoid(decided, outcome)) decided.outcome = null
    return new Map(
      [...this.#positions].map(([owner, position]) => {
        const [yes, no] = position.stakes
        return [owner, { staked: yes + no, ...positionDue(decided, position) }]
      }),
    )
  }
}

function add([yes, no]: Stakes, outcome: Outcome, amount: bigint): Stakes {
  return outcome === 'Yes' ? [yes + amount, no] : [yes, no + amount]
}
