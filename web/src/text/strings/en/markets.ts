// English text of the list of markets, its rail and its rounds.

import { type Part, parts } from '../parts.ts'

export const markets = {
  intro: {
    heading: 'Bet Yes or No. A\u00a0proof\u00a0decides.',
    lead: 'Winners split the losing pool. No house sets the odds, and nobody has to pay you out by hand.',
    steps: (fee: string): [title: string, about: string][] => [
      ['Pick a side.', 'Stake 0.1 SOL on Yes.'],
      ['The proof arrives.', 'A signed price, an account, or attestors who agree.'],
      ['Right?', `You get 0.1 back and a share of the other side, less ${fee} of it. Wrong? You lose 0.1.`],
    ],
    justPaid: 'Just paid',
    justDecided: 'Just decided',
  },
  topic: 'Topic',
  topics: {
    trending: 'Trending',
    today: 'Ending today',
    new: 'New',
    crypto: 'Crypto',
    tokens: 'Memecoins',
    launches: 'Launches',
    world: 'World',
  },
  status: 'Status',
  statuses: { open: 'Open', resolved: 'Decided', void: 'Void', all: 'All' },
  show: 'Show',
  search: 'Search questions',
  noMatch: 'No market matches',
  tryOther: (button: (text: string) => Part) => parts`Try other words, or ${button('show all markets')}`,
  none: 'No markets here yet',
  askFirst: 'Ask the first question',
  by: (time: string) => `by ${time}`,
  at: (time: string) => `at ${time}`,
}
