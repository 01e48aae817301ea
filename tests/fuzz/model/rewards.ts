import type { Address } from '../chain/address.ts'
import { rent } from '../chain/runtime.ts'
import { larger, smaller } from './integers.ts'
import { counted, recent, sum } from './rules.ts'
import type { Market, Pair, Reward } from './types.ts'
import { SPACE, type World } from './world.ts'

// What whoever does the work is paid, by the text of the design.

/** What deciding is worth where these stakes count: at most what staking for it costs. */
export function worthOf({ isSol, terms }: Market, pools: Pair): bigint {
  const least = smaller(...pools)
  if (isSol) return smaller(terms.decideReward, (least * BigInt(terms.burnBps)) / 10_000n)
  if (terms.burnBps === 0) return 0n
  return (terms.decideReward * smaller(least, terms.rewardStake)) / terms.rewardStake
}

/** What the call that decides a market earns: what recording has left of it. */
export function decidingReward(market: Market, asOf: number | null): bigint {
  if (market.bets.length === 0) return 0n
  const { settleReward, decideReward } = market.terms
  const earned = larger(worthOf(market, counted(market, asOf)), smaller(settleReward, decideReward))
  return larger(earned - (market.rewards.get('record') ?? 0n), 0n)
}

/** What voiding earns, whatever the stakes, which all come back. */
export function voidingReward({ bets, terms, rewards }: Market): bigint {
  if (bets.length === 0) return 0n
  return smaller(terms.settleReward, terms.decideReward - (rewards.get('record') ?? 0n))
}

/** What recording "not met" earns: half of what deciding is worth for stakes that nothing can return. */
export function notMetReward(market: Market): bigint {
  if (market.bets.length === 0) return 0n
  const [pools, back] = [sum(market.bets), recent(market)]
  return worthOf(market, [pools[0] - back[0], pools[1] - back[1]]) / 2n
}

/** What recording a reference or a complete curve earns, where stakes that would be late as of now do not count. */
export function referenceReward(market: Market, asOf: number | null): bigint {
  return smaller(market.terms.settleReward, worthOf(market, counted(market, asOf)))
}

export function closingReward({ bets, terms }: Market): bigint {
  return bets.length === 0 ? 0n : 2n * terms.settleReward
}

/** Whether a wallet, or a token account in its place, is not left below its rent by such a payment. */
export function canTake(world: World, wallet: Address, lamports: bigint): boolean {
  return world.balance(wallet) + lamports >= rent(world.tokens.has(wallet) ? SPACE.tokens : 0)
}

/** Pays a reward out of the market, unless that would take either account below its rent. */
export function payReward(world: World, market: Market, keeper: Address, what: Reward, amount: bigint): void {
  const left = world.balance(market.address) - amount
  const isKept = what !== 'close' && left < rent(SPACE.market)
  if (amount === 0n || isKept || !canTake(world, keeper, amount)) return
  if (market.rewards.has(what)) throw new Error(`market ${market.id} pays the reward to ${what} twice`)
  market.rewards.set(what, amount)
  world.move(market.address, keeper, amount)
}
