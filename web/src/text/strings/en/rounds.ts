// English text of rounds.

import { type Part, parts } from '../parts.ts'

export const rounds = {
  label: 'Rounds',
  none: 'There is no such series of rounds',
  of: (symbol: string) => `Rounds of ${symbol}`,
  ask: (symbol: string, duration: string) => `Will ${symbol} be higher in ${duration}?`,
  next: (time: string) => `Your round starts at ${time}. Its start price is taken then.`,
  soon: 'The next round opens in a moment.',
  closes: 'Bets close:',
  pool: (amount: string) => `${amount} in this round, paid seconds after it ends`,
  playing: 'Being played',
  yours: 'Your round',
  leading: (side: string, start: string) => `${side} is ahead, from ${start}`,
  chart: (asset: string) => `Price of ${asset} over the last rounds`,
  noPrices: 'Prices appear once a round is played.',
  upTo: (amount: Part) => parts`up to ${amount}`,
  resultsHeading: 'Last rounds',
  results: (results: string) => `Last results, the newest first: ${results}`,
  noResults: 'No results yet',
  about: (duration: string, currency: string) =>
    `A round compares two prices, ${duration} apart. Bets in ${currency} end before the first of them exists.`,
  matched: 'What finds no opponent comes back: the ticket says how much a bet can lose.',
}
