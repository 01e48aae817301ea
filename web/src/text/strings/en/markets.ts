// English text of the list of markets, its rail and its rounds.

import type { Part, Parts } from '../parts.ts'

export const markets = {
  heading: 'What will happen?',
  steps: {
    pick: (bold: (text: string) => Part): Parts => [bold('1 Pick a side.'), ' Your stake joins its pool.'],
    proof: (bold: (text: string) => Part): Parts => [
      bold('2 A proof decides.'),
      ' A price, an account or attestors; nobody votes.',
    ],
    share: (bold: (text: string) => Part, fee: string): Parts => [
      bold('3 Winners share the losing pool'),
      `, less ${fee}, paid within seconds.`,
    ],
  },
  kind: 'Kind',
  status: 'Status',
  statuses: { open: 'Open', resolved: 'Decided', void: 'Void', all: 'All' },
  allCurrencies: 'all',
  sortBy: 'Sort by',
  sorts: { expiring: 'ending soon', newest: 'newest', trending: 'trending', volume: 'most staked' },
  search: 'Search questions',
  noMatch: 'No market matches',
  tryOther: (button: (text: string) => Part): Parts => ['Try other words, or ', button('show all markets')],
  none: 'No markets here yet',
  askFirst: 'Ask the first question',
  by: (time: string) => `by ${time}`,
  at: (time: string) => `at ${time}`,

  rail: {
    label: 'What happens now',
    own: 'Your positions',
    noneOpen: 'None is open.',
    live: 'Live',
    allActivity: 'All activity',
    noBets: 'Bets appear here as they are placed.',
    decided: (side: string) => `Decided ${side}`,
    justDecided: 'Just decided',
    nothing: 'Nothing yet.',
  },

  rounds: {
    label: 'Rounds',
    of: (symbol: string) => `Rounds of ${symbol}`,
    title: (symbol: string, duration: string) => `${symbol} up or down, ${duration}`,
    from: (price: string) => `from ${price} now`,
    sides: { Yes: 'Up', No: 'Down' },
    results: (results: string) => `Last results, the newest first: ${results}`,
    noResults: 'No results yet',
  },
}
