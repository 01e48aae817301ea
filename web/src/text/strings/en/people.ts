// English text about what people did: activity, leaderboard, a creator's record.

import { counterOf, type Part, parts } from '../parts.ts'

const count = counterOf('en')

export const people = {
  activity: {
    lead: 'Markets, bets, decisions and payouts of everyone, as they are confirmed on chain.',
    none: 'Nothing has happened yet',
  },

  /** What a wallet did, after its address; the market's question follows. */
  events: {
    asked: 'asked',
    bet: (amount: string, side: string) => `bet ${amount} on ${side}:`,
    reference: 'Betting ended, the price to compare with is recorded:',
    decided: (side: string) => `Decided, ${side} won:`,
    void: 'Void, every stake is paid back:',
    paid: (amount: string) => `was paid ${amount}:`,
    refunded: (amount: string) => `got ${amount} back:`,
    paidAndRefunded: (paid: string, refunded: string) => `was paid ${paid} and got ${refunded} back:`,
    lost: 'lost:',
    bought: (sol: Part, tokens: Part, auction: (text: string) => Part) =>
      parts`bought ${sol} for ${tokens} in the ${auction('burn auction')}`,
  },

  leaderboard: {
    lead: 'Profit counts when a market pays. A stake that came back is neither profit nor loss. Volume is what was staked against other wallets.',
    rankBy: 'Rank by',
    ranks: { profit: 'Profit', volume: 'Volume', winRate: 'Win rate' },
    period: 'Period',
    periods: { all: 'all time', month: 'this month', week: 'this week', day: 'today' },
    won: 'Won',
    more: 'Show more wallets',
    none: 'Nobody is ranked yet',
    noneAbout: 'Wallets appear here after their first bet.',
    you: 'you',
  },

  creator: {
    noMarket: 'This wallet has opened no market',
    more: 'Show more markets',
    opened: 'Markets opened',
    newest: 'Newest markets',
    decidedOf: (all: string, yes: string, no: string) => `${all}: ${yes} Yes, ${no} No`,
    agrees: 'Question says what decides',
    contradict: (markets: number) => count(markets, { one: 'contradicts it', other: 'contradict it' }),
    smaller: 'Stakes of the smaller side',
    none: 'none',
    about:
      'Only what others staked against counts: a creator can make up stakes on one side, but not both without a loss of the fees.',
    question: 'Question',
    smallerPool: 'Smaller pool',
    questions: { yes: 'says what decides', no: 'contradicts it', unread: 'nobody can tell' },
  },
}
