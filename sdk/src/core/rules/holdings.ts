// The value of a position: what it is owed, or what it would be paid.

import type { MarketOf, PositionOf } from '../accounts/shapes.ts'
import type { Outcome, Stakes } from '../shapes.ts'
import { BASIS_POINTS, oddsBps, payout, unmatchedRefund } from './odds.ts'
import { positionDue } from './payouts.ts'

/** The result of a position: `open` until its market is decided; `refunded` if all of it is paid back. */
export type HoldingResult = 'open' | 'won' | 'lost' | 'refunded'

/**
 * The value of a position, in base units of its market's currency. Fields that `GET /v1/wallets/{address}/positions` has
 * too have its names.
 */
export interface HoldingValue {
  stake: Stakes
  result: HoldingResult
  /** What is paid if that side wins with the pools as they are and no stake is late; `null` once decided. */
  potentialWinnings: Stakes | null
  /** What stakes that counted are owed, and paid with or without a claim; `null` until decided. */
  winnings: bigint | null
  /** The same of late and unmatched stakes, or of all stakes of a void market. */
  refund: bigint | null
  /** What is owed or, while it is open, what each answer would pay, weighed by its odds: an estimate, not a price. */
  value: bigint
}

/** Computes the result and the value of a position. */
export function valueHolding(
  market: MarketOf<unknown>,
  position: Pick<PositionOf<unknown>, 'stakes' | 'recent'>,
): HoldingValue {
  const { pools, terms } = market
  const stake = position.stakes
  if (market.status === 'open') {
    const potentialWinnings = {
      Yes: payout(stake.Yes, pools.Yes, pools.No, terms),
      No: payout(stake.No, pools.No, pools.Yes, terms),
    }
    const chance = oddsBps(pools)
    const returned: Stakes = {
      Yes: unmatchedRefund(stake.Yes, pools.No, pools.Yes, terms),
      No: unmatchedRefund(stake.No, pools.Yes, pools.No, terms),
    }
    const weighed = (side: Outcome) =>
      (potentialWinnings[side] + returned[side === 'Yes' ? 'No' : 'Yes']) * BigInt(chance[side])
    const value = (weighed('Yes') + weighed('No')) / BigInt(BASIS_POINTS)
    return { stake, result: 'open', potentialWinnings, winnings: null, refund: null, value }
  }
  const { payout: winnings, refund } = positionDue(market, position)
  const result = winnings > 0n ? 'won' : refund === stake.Yes + stake.No ? 'refunded' : 'lost'
  return { stake, result, potentialWinnings: null, winnings, refund, value: winnings + refund }
}
