// Rewards for whoever decides, settles and closes a market, exactly as the program pays them.

import type { FeeVault, MarketOf } from '../accounts/shapes.ts'
import { MAX_U64 } from '../amounts.ts'
import { least, most } from '../numbers.ts'
import type { RecentStakes, SettingsOf, Stakes, TermsOf } from '../shapes.ts'
import { BASIS_POINTS } from './odds.ts'
import { lateStakes, periodOf } from './stakes.ts'

/** The rewards of a market's terms, in lamports. */
export type Rewards = Pick<TermsOf<unknown>, 'decideReward' | 'settleReward'>

/** The fields of a market that its rewards depend on; a `Market` has them. */
export interface RewardedMarket {
  /** The mint of the stakes; `null` for SOL. */
  mint: unknown
  /** All stakes. */
  pools: Stakes
  /** Lamports that recording has earned. */
  recordedReward: bigint
  terms: Rewards & Pick<TermsOf<unknown>, 'burnBps' | 'rewardStake'>
}

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

/**
 * The most lamports that deciding a market can earn where these stakes count. That is what staking for it costs: in SOL
 * the burn share of the smaller pool, in UTILITY the part of the reward that the smaller pool has of `rewardStake`.
 */
export function rewardCap(
  { mint, terms }: Omit<RewardedMarket, 'pools' | 'recordedReward'>,
  counted: Stakes,
): bigint {
  const { burnBps, decideReward, rewardStake } = terms
  const smaller = least(counted.Yes, counted.No)
  if (mint === null) return (smaller * BigInt(burnBps)) / BigInt(BASIS_POINTS)
  if (burnBps === 0 || rewardStake === 0n) return 0n
  return (decideReward * least(smaller, rewardStake)) / rewardStake
}

/** The smaller pool, in base units, that earns the whole decide reward; `null` if nothing is burned. */
export function fullRewardStake(
  { burnBps, decideReward, rewardStake }: Omit<RewardedMarket['terms'], 'settleReward'>,
  isSol: boolean,
): bigint | null {
  if (burnBps === 0) return null
  if (!isSol) return rewardStake
  const bps = BigInt(burnBps)
  return (decideReward * BigInt(BASIS_POINTS) + bps - 1n) / bps
}

/**
 * Lamports that a decision earns: at most {@link rewardCap} of the stakes that count, at least a settle reward in a
 * market with stakes, less what recording has earned.
 *
 * @param counted - the stakes that count; by default all stakes, which is what deciding earns now if none is late
 */
export function decisionReward(market: RewardedMarket, counted: Stakes = market.pools): bigint {
  if (isEmpty(market.pools)) return 0n
  const { decideReward, settleReward } = market.terms
  const earned = most(worthOf(market, counted), least(settleReward, decideReward))
  return most(earned - market.recordedReward, 0n)
}

/** Lamports that recording "not met" earns: half of the reward for the stakes that no early Yes could return. */
export function recordReward(market: RewardedMarket & { recent: RecentStakes }): bigint {
  const { pools, recent } = market
  return worthOf(market, recent.stakes.reduce(lessStakes, pools)) / 2n
}

/** Lamports that recording the reference price of a change earns. The market can still be void. */
export function referenceReward(market: RewardedMarket): bigint {
  return least(market.terms.settleReward, worthOf(market, market.pools))
}

/**
 * Lamports that recording a complete bonding curve earns, which counts the stakes that are not late as of now.
 *
 * @param now - the chain's clock, in unix seconds
 */
export function curveReward(
  market: RewardedMarket &
    Pick<MarketOf<unknown>, 'createdAt' | 'expireAt' | 'recent'> & { terms: { period: number } },
  now: bigint,
): bigint {
  const late = lateStakes(market.recent, periodOf(market, now))
  return least(market.terms.settleReward, worthOf(market, lessStakes(market.pools, late)))
}

/** Lamports that voiding a market earns. Its stakes come back, so that the reward does not depend on them. */
export function voidReward({ pools, recordedReward, terms }: RewardedMarket): bigint {
  return isEmpty(pools) ? 0n : least(terms.settleReward, terms.decideReward - recordedReward)
}

function worthOf(market: RewardedMarket, counted: Stakes): bigint {
  return least(market.terms.decideReward, rewardCap(market, counted))
}

function lessStakes(pools: Stakes, { Yes, No }: Stakes): Stakes {
  return { Yes: pools.Yes - Yes, No: pools.No - No }
}

function isEmpty({ Yes, No }: Stakes): boolean {
  return Yes === 0n && No === 0n
}

/** Base units of UTILITY for one lamport, in the unit of the auction's price: 32 fractional bits, for one SOL. */
const PRICE_OF_LAMPORT = (10n ** 9n) << 32n

/**
 * The `rewardStake` of a new UTILITY market: so much that the burn share of it is worth the decide reward, at the price of
 * the last purchase in the burn auction, before the first at its first price. Then nobody gains by staking for the reward.
 */
export function proposeRewardStake(
  decideReward: bigint,
  { burnBps }: Pick<SettingsOf<unknown>, 'burnBps'>,
  { last, price }: Pick<FeeVault, 'last' | 'price'>,
): bigint {
  // Without a burn share no stake earns the reward.
  if (burnBps === 0) return 1n
  const lamports = (decideReward * BigInt(BASIS_POINTS)) / BigInt(burnBps)
  const stake = (lamports * (last?.price ?? price.value)) / PRICE_OF_LAMPORT
  if (stake > MAX_U64) return MAX_U64
  return stake > 0n ? stake : 1n
}
