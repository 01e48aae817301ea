import type { Address } from '../chain/address.ts'
import { rent } from '../chain/runtime.ts'
import { smaller } from './integers.ts'
import { counted, sum } from './rules.ts'
import type { Market, Pair, Reward } from './types.ts'
import { SPACE, type World } from './world.ts'

// What whoever does the work is paid, by the text of the design.

/** What deciding is worth where these stakes count. */
export function worthOf({ isSol, bets, terms }: Market, pools: Pair): bigint {
  if (bets.length === 0) return 0n
  const least = smaller(...pools)
  if (least === 0n) return smaller(terms.settleReward, terms.decideReward)
  return isSol ? smaller(terms.decideReward, least / 10n) : terms.decideReward
}

/** What the call that decides a market earns, or one that voids it, for which all stakes count. */
export function decidingReward(market: Market, asOf: number | null, isVoided: boolean): bigint {
  const worth = worthOf(market, isVoided ? sum(market.bets) : counted(market, asOf))
  const wasRecorded = [market.recorded, market.curveAt, market.reference].some((one) => one !== null)
  return wasRecorded ? worth - worth / 2n : worth
}

/** What recording earns: half of what deciding would be worth. */
export function recordingReward(market: Market, asOf: number | null): bigint {
  return worthOf(market, counted(market, asOf)) / 2n
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
