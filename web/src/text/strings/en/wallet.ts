// English text of a wallet's page: balances, portfolio, history.

import { counterOf } from '../parts.ts'

const count = counterOf('en')

export const wallet = {
  useBurner: 'Use the burner wallet of this browser: it takes one click, and the money is play money.',
  connect: 'Connect a Solana wallet to bet, ask questions, and see what you have won.',
  confirmDelete: 'Delete the key of the burner wallet? Everything that it holds is lost.',
  copyOwn: 'Copy your address',
  burner:
    'This is a burner wallet: its key is stored in this browser, unprotected, and works on this localnet only. Never send it anything of value.',
  disconnect: 'Disconnect',
  delete: 'Delete this wallet',
  developers: 'Bankroll, API keys and webhooks',

  asked: 'Markets asked',

  positions: {
    heading: 'Positions',
    payout: 'Payout',
    results: { all: 'All', open: 'Open', won: 'Won', lost: 'Lost', refunded: 'Refunded' },
    none: 'No positions yet',
    find: 'Find a market to bet on',
    download: 'Download CSV',
    noneOf: 'None of them.',
    more: 'Show more positions',
    ifSide: (amount: string, side: string) => `${amount} if ${side}`,
    back: (amount: string) => `${amount} back`,
    beingPaid: 'being paid',
  },

  summary: {
    heading: 'Overview',
    atRisk: 'At risk',
    ofStake: (staked: string) => `of ${staked} staked`,
    sureOf: (staked: string, sure: string) => `of ${staked} staked; ${sure} comes back whatever happens`,
    ifAllWin: 'If all win',
    profit: 'Profit, all time',
    wonLost: 'Won and lost',
    won: (percent: string) => `${percent} won`,
    overTime: (profit: string, markets: number) =>
      `Profit over time: ${profit} after ${count(markets, { one: 'decided market', other: 'decided markets' })}`,
  },

  history: {
    heading: 'History',
    more: 'Show more history',
  },
}
