// Compares largest ratios of up-or-down markets: what a bot that plays the close perfectly takes from few and many.

import { percent, type Row } from '../../bench/table.ts'
import { HEEDS_ODDS_FROM } from './bettors.ts'
import { playCrowd, WAITERS } from './crowds.ts'
import { CHANGE } from './formats.ts'
import { type Result, shareOf } from './market.ts'

/** How many bettors come before the bot. */
const BETTORS = [2, 4, 10, 40]

/** Hundredths; 0 for none. */
const RATIOS = [0, 110, 125, 150, 200]

/**
 * What honest bettors of up-or-down markets lose to one bot at the close, for each largest ratio.
 *
 * @returns a row for each number of bettors and ratio, and a sentence for each that contradicts docs/economics.md
 */
export function largestRatios(markets: number, seed: number): { rows: Row[]; problems: string[] } {
  const problems: string[] = []
  const rows = BETTORS.flatMap((bettors) => {
    const games = RATIOS.map((maxRatio) => {
      const crowd = { bettors, maxRatio, heedsOddsFrom: HEEDS_ODDS_FROM }
      const alone = playCrowd(CHANGE.draw, crowd, WAITERS.none, markets, seed)
      const { others, bots, alone: unopposed } = playCrowd(CHANGE.draw, crowd, WAITERS.one, markets, seed)
      const bot = sum(bots, unopposed)
      return { maxRatio, alone: alone.others, others, bot }
    })
    const without = games.find(({ maxRatio }) => maxRatio === 0)
    for (const { maxRatio, others } of games) {
      // With many bettors pools are balanced anyway, and the ratio lets a bot add a little to them.
      if (bettors <= 10 && without && shareOf(others) < shareOf(without.others))
        problems.push(`${bettors} bettors lose more with a largest ratio of ${maxRatio} than without one`)
    }
    return games.map(({ maxRatio, alone, others, bot }) => ({
      'largest ratio': maxRatio === 0 ? 'none' : `${maxRatio}`,
      'honest bettors': bettors,
      'honest profit, no bot': percent(shareOf(alone)),
      'refunded, no bot': percent(Number(alone.refund) / Number(alone.staked)),
      'honest profit, one bot': percent(shareOf(others)),
      'stake of the bot': `${(Number(bot.staked) / Number(others.staked)).toFixed(2)} ×`,
      'profit / stake of the bot': percent(shareOf(bot)),
    }))
  })
  return { rows, problems }
}

function sum(one: Result, other: Result): Result {
  return {
    staked: one.staked + other.staked,
    payout: one.payout + other.payout,
    refund: one.refund + other.refund,
  }
}
