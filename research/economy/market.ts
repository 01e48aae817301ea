// A simulated market: stakes, late stakes, decision and payouts by the SDK's rules.

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

const FEES = { burnBps: 500, developerBps: 500 }

/** Seconds of a simulated market, from its creation: its expiry, a betting period, and when betting ends. */
export interface Times {
  duration: number
  period: number
  closeAt: number
  /** The largest ratio in hundredths; absent for none. */
  maxRatio?: number
}

/** A position as the program keeps it. */
interface Position {
  stakes: Stakes
  recent: RecentStakes
}

/** A position before its first bet. */
const NOTHING: Position = { stakes: { Yes: 0n, No: 0n }, recent: NO_RECENT_STAKES }

/** What one bettor has put in and got back, in base units. */
export interface Result {
  staked: bigint
  payout: bigint
  refund: bigint
}

export const profitOf = ({ staked, payout, refund }: Result) => payout + refund - staked

/** The profit as a part of what was staked. */
export const shareOf = (result: Result) =>
  result.staked === 0n ? 0 : Number(profitOf(result)) / Number(result.staked)

/** One simulated market, with the SDK's arithmetic, which is the program's. Times are seconds from its creation. */
export class SimulatedMarket {
  pools: Stakes = { Yes: 0n, No: 0n }
  #recent: RecentStakes = NO_RECENT_STAKES
  readonly #positions = new Map<string, Position>()
  readonly #closeAt: number
  readonly #maxRatio: number
  readonly #periods: Parameters<typeof periodOf>[0]

  constructor({ duration, period, closeAt, maxRatio = 0 }: Times) {
    this.#closeAt = closeAt
    this.#maxRatio = maxRatio
    this.#periods = { createdAt: 0n, expireAt: BigInt(duration), terms: { period } }
  }

  /** The most that is lost for each unit of the winning pool. */
  get ratio(): number {
    return this.#maxRatio === 0 ? Number.POSITIVE_INFINITY : this.#maxRatio / 100
  }

  /** Places a bet; from `closeAt` on it is refused. */
  bet(owner: string, outcome: Outcome, amount: bigint, second: number): void {
    if (second >= this.#closeAt || amount === 0n) return
    const period = this.#periodOf(second)
    const { stakes, recent } = this.#positions.get(owner) ?? NOTHING
    this.#positions.set(owner, {
      stakes: add(stakes, outcome, amount),
      recent: addRecentStake(recent, period, outcome, amount),
    })
    this.pools = add(this.pools, outcome, amount)
    this.#recent = addRecentStake(this.#recent, period, outcome, amount)
  }

  /**
   * Decides the market and settles every position.
   *
   * @param earlyAt - the second of the evidence that decides it early; undefined if it is decided at its expiry, which
   * makes no stake late
   */
  decide(outcome: Outcome, earlyAt?: number): Map<string, Result> {
    const latePeriod = earlyAt === undefined ? 0n : this.#periodOf(earlyAt)
    if (latePeriod > 0n && !coversPeriod(this.#recent, latePeriod)) throw new Error('ObservationTooOld')
    const late: Stakes = latePeriod > 0n ? lateStakes(this.#recent, latePeriod) : { Yes: 0n, No: 0n }
    const terms = { ...FEES, maxRatio: this.#maxRatio }
    const decided: DecidedMarket = { pools: this.pools, late, latePeriod, outcome, terms }
    if (isVoid(decided, outcome)) decided.outcome = null
    return new Map(
      [...this.#positions].map(([owner, position]) => {
        const { Yes, No } = position.stakes
        return [owner, { staked: Yes + No, ...positionDue(decided, position) }]
      }),
    )
  }

  #periodOf(second: number): bigint {
    return periodOf(this.#periods, BigInt(Math.floor(second)))
  }
}

function add(stakes: Stakes, outcome: Outcome, amount: bigint): Stakes {
  return { ...stakes, [outcome]: stakes[outcome] + amount }
}
