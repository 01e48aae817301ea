// The stake that earns the whole decide reward of a UTILITY market, as clients propose it.

import type { FeeVault } from '../accounts/shapes.ts'
import type { SettingsOf } from '../shapes.ts'
import { BASIS_POINTS } from './odds.ts'

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

const MAX_U64 = 2n ** 64n - 1n
