// Computes the rewards of a test case with exact fractions, from the text of the design.

import { Fraction } from './fraction.ts'
import type { Pair } from './payout-case.ts'

/** An undecided market, and which of its stakes would not count. */
export interface RewardSituation {
  isSol: boolean
  burnBps: number
  /** Lamports. */
  decideReward: bigint
  settleReward: bigint
  /** UTILITY: base units that earn the whole decide reward. */
  rewardStake: bigint
  pools: Pair
  /** Stakes that the decision makes late, or that would be late as of now. */
  late: Pair
  /** All recent stakes. */
  recent: Pair
  /** Lamports that recording has earned. */
  recorded: bigint
}

/** What each step earns, in lamports. */
export interface RewardAmounts {
  /** By the stakes that are not late. */
  decide: bigint
  void: bigint
  /** By the stakes that are not recent. */
  recordNotMet: bigint
  /** By all stakes. */
  recordReference: bigint
  /** By the stakes that are not late. */
  recordCurve: bigint
}

/** The rewards of every step that a market could come to next. */
export function rewardsOf(situation: RewardSituation): RewardAmounts {
  const { decideReward, settleReward, pools, late, recent, recorded } = situation
  const least = smaller(settleReward, decideReward)
  const [worth, atPools, settled] = [less(pools, late), pools, less(pools, recent)].map((counted) =>
    smaller(decideReward, capOf(situation, counted)),
  ) as [bigint, bigint, bigint]
  const hasStakes = pools[0] + pools[1] > 0n
  return {
    decide: hasStakes ? larger(larger(worth, least) - recorded, 0n) : 0n,
    void: hasStakes ? smaller(settleReward, decideReward - recorded) : 0n,
    recordNotMet: new Fraction(settled, 2n).floor(),
    recordReference: smaller(settleReward, atPools),
    recordCurve: smaller(settleReward, worth),
  }
}

/** The most that staking for a reward could be worth: what it costs. */
function capOf({ isSol, burnBps, decideReward, rewardStake }: RewardSituation, counted: Pair): bigint {
  const stake = smaller(...counted)
  if (isSol) return new Fraction(stake * BigInt(burnBps), 10_000n).floor()
  if (burnBps === 0) return 0n
  return new Fraction(smaller(stake, rewardStake), rewardStake).times(new Fraction(decideReward)).floor()
}

function less(one: Pair, other: Pair): Pair {
  return [one[0] - other[0], one[1] - other[1]]
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
