// Simulates one strategy beside honest bettors, and adds up what everyone stakes and gets.

import type { Outcome } from '@prediction-market/sdk'
import { payout } from '@prediction-market/sdk/rules'
import { generator, normal } from '../../bench/random.ts'
import { addResult, honestBet, noResult } from './bettors.ts'
import { type Result, SimulatedMarket } from './market.ts'
import { DURATION, drawPath, type Path, STEP, TOUCH } from './path.ts'
import type { Strategy } from './strategies.ts'

/** Sums over the markets of one strategy, in base units. */
export interface Totals {
  markets: number
  yes: number
  strategy: Result
  honest: Result
  /** Stakes less payouts and refunds: fees and dust. */
  kept: bigint
  /** The strategy's profit market by market, for the plot, in SOL. */
  profits: number[]
  /** The most that splitting one winning stake into 2, 10 or 100 gained, in base units: never above 0. */
  splitGain: bigint
}

/** Honest bettors of a market. */
const HONEST = 24

/** Simulates markets with honest bettors and one strategy. The same seed gives the same. */
export function simulate(strategy: Strategy, markets: number, seed: number): Totals {
  const totals: Totals = {
    markets,
    yes: 0,
    strategy: noResult(),
    honest: noResult(),
    kept: 0n,
    profits: [],
    splitGain: -(2n ** 63n),
  }
  for (let index = 0; index < markets; index++) {
    // The same prices and honest bettors for every strategy.
    const random = generator(seed + index)
    const path = drawPath(random)
    const market = new SimulatedMarket({ ...TOUCH, closeAt: strategy.closeAt ?? TOUCH.closeAt })
    const decision = play(market, path, strategy, random)
    const results = market.decide(decision.outcome, decision.earlyAt)
    if (decision.outcome === 'Yes') totals.yes += 1
    let profit = 0n
    for (const [owner, result] of results) {
      addResult(owner.startsWith('strategy') ? totals.strategy : totals.honest, result)
      const won = result.payout + result.refund - result.staked
      totals.kept -= won
      if (owner.startsWith('strategy')) profit += won
    }
    totals.profits.push(Number(profit) / 1e9)
    const gain = splitGain(market, decision.outcome)
    if (gain > totals.splitGain) totals.splitGain = gain
  }
  return totals
}

/** Plays a market up to its decision. */
function play(market: SimulatedMarket, path: Path, strategy: Strategy, random: () => number) {
  const arrivals = Array.from({ length: HONEST }, (_, index) => ({
    owner: `honest ${index}`,
    second: STEP * Math.floor((0.95 * random() * DURATION) / STEP),
    noise: 0.5 * normal(random),
    amount: BigInt(Math.round(1e9 * Math.exp(normal(random) - 1))),
  }))
  const shown = path.crossing((path.crossing() ?? DURATION) + (strategy.unproven ?? 0))
  for (let second = 0; second < DURATION; second += STEP) {
    let last: { outcome: Outcome; amount: bigint } | undefined
    if (shown !== undefined && second > shown) break
    for (const arrival of arrivals.filter((one) => one.second === second)) {
      // Honest bettors do not bet on what has happened already.
      if (path.crossing() !== undefined && second >= (path.crossing() ?? 0)) break
      last = honestBet(market, path.probability(second), arrival)
    }
    strategy.act({ market, path, second, last })
  }
  const outcome: Outcome = shown === undefined ? 'No' : 'Yes'
  return { outcome, earlyAt: shown }
}

/** What a winner of half of its pool would gain by having split it. */
function splitGain({ pools }: SimulatedMarket, outcome: Outcome): bigint {
  const [winning, losing] = outcome === 'Yes' ? [pools.Yes, pools.No] : [pools.No, pools.Yes]
  const stake = winning / 2n
  if (stake < 100n) return -1n
  const terms = { burnBps: 500, developerBps: 500, maxRatio: 0 }
  const whole = payout(stake, winning, losing, terms)
  const gains = [2n, 10n, 100n].map((parts) => {
    const part = stake / parts
    const rest = stake - part * (parts - 1n)
    return payout(part, winning, losing, terms) * (parts - 1n) + payout(rest, winning, losing, terms) - whole
  })
  return gains.reduce(larger)
}

function larger(one: bigint, other: bigint): bigint {
  if (one > other) return one
  return other
}
