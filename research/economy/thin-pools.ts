// Compares what a bot that waits takes from few and from many bettors.

import { percent, type Row } from '../../bench/table.ts'
import { HEEDS_ODDS_FROM } from './bettors.ts'
import { type Crowded, playCrowd, WAITERS } from './crowds.ts'
import { AT_EXPIRY, BY_EXPIRY, CHANGE } from './formats.ts'
import { profitOf, shareOf } from './market.ts'

/** How many bettors come before those who wait. */
const BETTORS = [4, 10, 40]

/** The three ways to ask about a price, and what the other bettors make of the odds. */
const GAMES = [
  { ...BY_EXPIRY, heedsOddsFrom: HEEDS_ODDS_FROM },
  { ...AT_EXPIRY, heedsOddsFrom: HEEDS_ODDS_FROM },
  { ...CHANGE, heedsOddsFrom: HEEDS_ODDS_FROM },
  // More than any pool has.
  { ...CHANGE, name: 'the same, the others ignore the odds', heedsOddsFrom: 2n ** 63n },
]

/**
 * What waiting for the end of betting is worth beside few and many others.
 *
 * @returns a row for each market and number of others, and a sentence for each that contradicts docs/economics.md
 */
export function thinPools(markets: number, seed: number): { rows: Row[]; problems: string[] } {
  const games = GAMES.flatMap(({ name, draw, heedsOddsFrom }) =>
    BETTORS.map((bettors) => {
      const [none, one, many] = [WAITERS.none, WAITERS.one, WAITERS.many].map((waiter) =>
        playCrowd(draw, { bettors, heedsOddsFrom }, waiter, markets, seed),
      ) as [Crowded, Crowded, Crowded]
      return { name, bettors, none, one, many }
    }),
  )
  const rows = games.map(({ name, bettors, none, one, many }) => ({
    market: name,
    'honest bettors': bettors,
    'honest profit, no bot': percent(shareOf(none.others)),
    'stake of one bot': `${(ofOthers(one, one.bots.staked + one.alone.staked)).toFixed(2)} ×`,
    'profit of one bot': percent(taken(one)),
    'of it, alone on a side': percent(ofOthers(one, profitOf(one.alone))),
    'honest profit, one bot': percent(shareOf(one.others)),
    'honest profit, many bots': percent(shareOf(many.others)),
  }))
  const known = games.filter(({ name }) => name === AT_EXPIRY.name)
  const problems = games
    .filter((game) =>
      known.some(({ bettors, one }) => bettors === game.bettors && taken(one) < taken(game.one)),
    )
    .map(({ name, bettors }) => `${name}, ${bettors} others: waiting takes more than with a known target`)
  return { rows, problems }
}

/** An amount as a part of what the others staked. */
const ofOthers = ({ others }: Crowded, amount: bigint) => Number(amount) / Number(others.staked)

/** The part of the others' stakes that those who wait end up with. */
const taken = (crowded: Crowded) => ofOthers(crowded, profitOf(crowded.bots) + profitOf(crowded.alone))
