// Rewards for whoever decides, settles and closes a market.

import { MAX_REWARD_PART } from '../limits.ts'
import type { Stakes, TermsOf } from '../shapes.ts'

/** The rewards of a market's terms. */
export type Rewards = Pick<TermsOf<unknown>, 'decideReward' | 'settleReward'>

/** Settle rewards that the creator pays in advance: for collecting the fees and for closing the market. */
const CLOSING_REWARDS = 2n

/** Lamports that a creator pays into a new market, above its rent, for those who decide and close it. */
export function creationReward({ decideReward, settleReward }: Rewards): bigint {
  return decideReward + CLOSING_REWARDS * settleReward
}

/** Lamports that closing a market earns, including those for collecting its fees; 0 without stakes. */
export function closeReward({ settleReward }: Pick<Rewards, 'settleReward'>, pools: Stakes): bigint {
  return isEmpty(pools) ? 0n : CLOSING_REWARDS * settleReward
}

/** Input of {@link decisionReward}. */
export interface DecisionReward {
  terms: Rewards
  /** All stakes. */
  pools: Stakes
  /** The stakes that count; all stakes if the market is voided after the void delay. */
  counted: Stakes
  isSol: boolean
}

/**
 * Lamports that a decision earns: the decide reward where stakes count on both sides, in a SOL market at most a tenth
 * of the smaller pool; one settle reward where they count on one side only; 0 without stakes.
 */
export function decisionReward({ terms, pools, counted, isSol }: DecisionReward): bigint {
  if (isEmpty(pools)) return 0n
  if (counted.Yes === 0n || counted.No === 0n) return least(terms.settleReward, terms.decideReward)
  const smaller = least(counted.Yes, counted.No)
  return isSol ? least(terms.decideReward, smaller / BigInt(MAX_REWARD_PART)) : terms.decideReward
}

/** The part of that reward that recording earns, the first of two steps. */
export function recordReward(input: DecisionReward): bigint {
  return decisionReward(input) / 2n
}

function isEmpty({ Yes, No }: Stakes): boolean {
  return Yes === 0n && No === 0n
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
