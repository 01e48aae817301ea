// Simulates markets with honest bettors and some who wait until betting ends.

import { generator, normal } from '../../bench/random.ts'
import { addResult, honestBet, noResult } from './bettors.ts'
import type { Format, World } from './formats.ts'
import { type Result, SimulatedMarket } from './market.ts'

/** Who waits for the end of betting, beside other bettors. */
export interface Waiter {
  name: string
  /**
   * The stake on a side that pays.
   *
   * @param own - the pool of that side before it
   * @param worth - the pool of that side at which another stake pays nothing: 0.9 × other × chance / (1 − chance)
   */
  stake(own: number, worth: number): number
}

/** The smallest stake, in base units: enough where nobody else is on a side. */
const SMALLEST = 1_000_000

export const WAITERS = {
  none: { name: 'none', stake: () => 0 },
  /** Stakes what earns most: the maximum of chance × 0.9 × other × x / (own + x) − (1 − chance) × x. */
  one: { name: 'one', stake: (own, worth) => Math.max(SMALLEST, Math.sqrt(own * worth) - own) },
  /** Stake against each other, until another stake would pay nothing. */
  many: { name: 'many', stake: (own, worth) => worth - own },
} satisfies Record<string, Waiter>

/** The other bettors of a market. */
export interface Crowd {
  bettors: number
  /** Base units on both sides from which on they heed the odds. */
  heedsOddsFrom: bigint
}

/** What each group has put in and got back. */
export interface Crowded {
  others: Result
  /** Those who wait, on a side that others have taken. */
  bots: Result
  /** Those who wait, on a side that nobody else has taken. */
  alone: Result
}

/**
 * Plays markets in which bots wait for the last second, know the prices and the odds until then, and stake on the side
 * that pays. The same seed gives the same prices and the same other bettors.
 */
export function playCrowd(
  draw: Format['draw'],
  crowd: Crowd,
  { stake }: Waiter,
  markets: number,
  seed: number,
): Crowded {
  const sums: Crowded = { others: noResult(), bots: noResult(), alone: noResult() }
  for (let index = 0; index < markets; index++) {
    const random = generator(seed + index)
    const world = draw(random)
    const market = new SimulatedMarket(world)
    const endsAt = Math.min(world.earlyAt ?? world.closeAt, world.closeAt)
    for (const arrival of arrivals(world, crowd.bettors, random)) {
      if (arrival.second >= endsAt) break
      honestBet(market, world.probability(arrival.second), arrival, crowd.heedsOddsFrom)
    }
    if (endsAt === world.closeAt) betLast(market, world, stake)
    for (const [owner, result] of market.decide(world.outcome, world.earlyAt)) {
      const [group] = owner.split(' ') as [keyof Crowded]
      addResult(sums[group], result)
    }
  }
  return sums
}

/** Other bettors in the order in which they come. */
function arrivals({ closeAt }: World, bettors: number, random: () => number) {
  const unsorted = Array.from({ length: bettors }, (_, index) => ({
    owner: `others ${index}`,
    second: Math.floor(0.95 * closeAt * random()),
    noise: 0.5 * normal(random),
    amount: BigInt(Math.round(1e9 * Math.exp(normal(random) - 1))),
  }))
  return unsorted.sort((one, other) => one.second - other.second)
}

function betLast(market: SimulatedMarket, world: World, stake: Waiter['stake']): void {
  const [yes, no] = [Number(market.pools.Yes), Number(market.pools.No)]
  const second = world.closeAt - 1
  const chance = Math.min(0.999, Math.max(0.001, world.probability(second)))
  for (const [outcome, own, other, probability] of [
    ['Yes', yes, no, chance],
    ['No', no, yes, 1 - chance],
  ] as const) {
    const worth = (0.9 * other * probability) / (1 - probability)
    if (worth <= own + SMALLEST) continue
    const amount = stake(own, worth)
    if (amount > 0) market.bet(own > 0 ? 'bots' : 'alone', outcome, BigInt(Math.floor(amount)), second)
  }
}
