// The value of a position: what it is owed, or what it would be paid.

import type { MarketOf, PositionOf } from '../accounts/shapes.ts'
import type { Outcome } from '../shapes.ts'
import { odds, payout } from './odds.ts'
import { type Due, positionDue } from './payouts.ts'

/** The result of a position: `open` until its market is decided; `refunded` if all of it is paid back. */
export type HoldingResult = 'open' | 'won' | 'lost' | 'refunded'

/** The value of a position, in base units of its market's currency. */
export interface HoldingValue {
  /** All stakes of the position. */
  staked: bigint
  result: HoldingResult
  /** What is paid if that side wins with the pools as they are and no stake is late; `null` once decided. */
  ifWins: Record<Outcome, bigint> | null
  /** What is owed, and will be paid with or without a claim; `null` until decided. */
  due: Due | null
  /** What is owed or, while it is open, what each side would pay, weighed by its odds: an estimate, not a price. */
  value: bigint
}

/** The odds of both sides together, in ten-thousandths. */
const ODDS = 10_000

/** Computes the result and the value of a position. */
export function valueHolding(
  market: MarketOf<unknown>,
  position: Pick<PositionOf<unknown>, 'stakes' | 'recent'>,
): HoldingValue {
  const [yes, no] = position.stakes
  const staked = yes + no
  if (market.status === 'open') {
    const [poolYes, poolNo] = market.pools
    const ifWins = {
      Yes: payout(yes, poolYes, poolNo, market.terms),
      No: payout(no, poolNo, poolYes, market.terms),
    }
    const chance = BigInt(Math.round(odds(market.pools).Yes * ODDS))
    const value = (ifWins.Yes * chance + ifWins.No * (BigInt(ODDS) - chance)) / BigInt(ODDS)
    return { staked, result: 'open', ifWins, due: null, value }
  }
  const due = positionDue(market, position)
  const result = due.payout > 0n ? 'won' : due.refund === staked ? 'refunded' : 'lost'
  return { staked, result, ifWins: null, due, value: due.payout + due.refund }
}
