// Simulates bots that wait for the end of betting.

import { generator, normal } from '../../bench/random.ts'
import { type Arrival, addResult, honestBet, noResult } from './bettors.ts'
import type { Format, World } from './formats.ts'
import { type Result, SimulatedMarket } from './market.ts'

/** Honest bettors of a market. */
const HONEST = 24

/** The share of honest bets that comes in the two periods before an answer whose date is known. */
const BEFORE_SCHEDULE = 0.6

/** What three groups of bettors have put in and got back. */
export interface Waiting {
  /** Honest bettors of the first half of the time for bets. */
  early: Result
  /** Honest bettors of the second half. */
  later: Result
  /** Those who wait for the end. */
  bots: Result
}

/**
 * Plays markets of a format in which bots wait until the last second in which a stake can still count, know all that can
 * be known by then, and stake on the side that pays until it pays no more, or until they have staked `multiple` times
 * what stands in the pools. The same seed gives the same honest bettors.
 */
export function playWaiting({ draw }: Format, markets: number, multiple: number, seed: number): Waiting {
  const sums: Waiting = { early: noResult(), later: noResult(), bots: noResult() }
  for (let index = 0; index < markets; index++) {
    const random = generator(seed + index)
    const world = draw(random)
    const market = new SimulatedMarket(world)
    const waitUntil = lastSecond(world)
    const isOpen = ({ second }: { second: number }) => second < (world.earlyAt ?? world.closeAt)
    const honest = arrivals(world, random).filter(isOpen)
    const bet = (arrival: Arrival) => honestBet(market, world.probability(arrival.second), arrival)
    honest.filter(({ second }) => second <= waitUntil).forEach(bet)
    if (isOpen({ second: waitUntil })) betBots(market, world, waitUntil, multiple)
    honest.filter(({ second }) => second > waitUntil).forEach(bet)
    for (const [owner, result] of market.decide(world.outcome, world.earlyAt)) {
      const [group] = owner.split(' ') as [keyof Waiting]
      addResult(sums[group], result)
    }
  }
  return sums
}

/** Honest bettors in the order in which they come. */
function arrivals({ closeAt, period, scheduledAt }: World, random: () => number): Arrival[] {
  const unsorted = Array.from({ length: HONEST }, (_, index) => {
    const isBeforeSchedule = scheduledAt !== undefined && index < BEFORE_SCHEDULE * HONEST
    const drawn = isBeforeSchedule ? scheduledAt - 2 * period * random() : 0.95 * closeAt * random()
    const second = Math.floor(drawn)
    return {
      owner: `${second < closeAt / 2 ? 'early' : 'later'} ${index}`,
      second,
      noise: 0.5 * normal(random),
      amount: BigInt(Math.round(1e9 * Math.exp(normal(random) - 1))),
    }
  })
  return unsorted.sort((one, other) => one.second - other.second)
}

/** The last second in which a stake can count, as far as it is known beforehand. */
function lastSecond({ duration, period, closeAt, scheduledAt }: World): number {
  if (scheduledAt === undefined) return closeAt - 1
  // Stakes of the answer's period and of the one before it come back.
  const periodsLeft = Math.ceil((duration - scheduledAt) / period) + 1
  return Math.min(closeAt, duration - periodsLeft * period) - 1
}

function betBots(market: SimulatedMarket, world: World, second: number, multiple: number): void {
  const [yes, no] = [Number(market.pools.Yes), Number(market.pools.No)]
  const { ratio } = market
  const chance = Math.min(0.999, Math.max(0.001, world.probability(second)))
  for (const [outcome, own, other, probability] of [
    ['Yes', yes, no, chance],
    ['No', no, yes, 1 - chance],
  ] as const) {
    // The stake after which another one would pay nothing: probability × (1 + 0.9 × other / own) = 1.
    const worth = (0.9 * other * probability) / (1 - probability)
    const worthwhile = worth < other / ratio ? 0 : worth - own
    const amount = Math.min(worthwhile, multiple * (yes + no))
    if (amount > 0) market.bet('bots', outcome, BigInt(Math.floor(amount)), second)
  }
}
