// Simulates markets with honest bettors and some who wait until betting ends.

import { generator, normal } from '../../bench/random.ts'
import { addResult, expectedShare, honestBet, noResult, type Side } from './bettors.ts'
import type { Format, World } from './formats.ts'
import { type Result, SimulatedMarket } from './market.ts'

/** Who waits for the end of betting, beside other bettors. */
export interface Waiter {
  name: string
  /** The stake on a side, 0 for none. */
  stake(side: Side): number
}

/** The smallest stake, in base units: enough where nobody else is on a side. */
const SMALLEST = 1_000_000

/** The pool of a side at which another stake pays nothing. */
const worthOf = ({ other, chance }: Side) => (0.9 * other * chance) / (1 - chance)

/**
 * The stake that earns most on average: up to the largest ratio every unit earns the same, and beyond it
 * chance × 0.9 × other × x / (own + x) − (1 − chance) × x has one maximum.
 */
function bestStake(side: Side): number {
  const { own, other, ratio } = side
  const matched = other / ratio - own
  const stakes = [SMALLEST, matched, Math.max(matched, Math.sqrt(own * worthOf(side)) - own)]
  const profit = (stake: number) => (stake < SMALLEST ? 0 : stake * expectedShare(side, stake))
  return stakes.reduce((best, stake) => (profit(stake) > profit(best) ? stake : best), 0)
}

/** The stakes of many who compete, until another one would pay nothing. */
function competing(side: Side): number {
  const worth = worthOf(side)
  return worth < side.other / side.ratio ? 0 : Math.max(worth - side.own, 0)
}

export const WAITERS = {
  none: { name: 'none', stake: () => 0 },
  one: { name: 'one', stake: bestStake },
  many: { name: 'many', stake: competing },
} satisfies Record<string, Waiter>

/** The other bettors of a market, and its largest ratio instead of its own. */
export interface Crowd {
  bettors: number
  maxRatio?: number
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
    const { maxRatio } = crowd
    const world = { ...draw(random), ...(maxRatio !== undefined && { maxRatio }) }
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
  const known = Math.min(0.999, Math.max(0.001, world.probability(second)))
  const { ratio } = market
  for (const [outcome, own, other, chance] of [
    ['Yes', yes, no, known],
    ['No', no, yes, 1 - known],
  ] as const) {
    const amount = stake({ own, other, chance, ratio })
    if (amount >= SMALLEST)
      market.bet(own > 0 ? 'bots' : 'alone', outcome, BigInt(Math.floor(amount)), second)
  }
}
