// English text of one market: its head, chart, tabs and decision.

import { type Part, parts } from '../parts.ts'

export const market = {
  none: 'There is no such market',
  noneAbout: 'Its id may be misspelt, or nobody has bet on it and its creator took it back.',
  more: 'More about this market',
  tabs: { bets: 'Bets', holders: 'Holders', rules: 'Rules' },
  unanswered:
    'The attestors of this deployment answer no events: nobody could decide a bet on it, so none is offered.',
  share: 'Share',
  stakedOn: (side: string) => `Staked on ${side}`,
  closed: 'closed',
  chips: { open: 'open', cancelled: 'cancelled' },
  related: (subject: string) => `More about ${subject}`,

  bets: {
    more: 'Show more bets',
    none: 'Nobody has bet yet. The first stake sets the odds.',
    stayedNone: 'Nobody has bet on it.',
  },
  on: (side: string) => `On ${side}`,

  chart: {
    heading: 'Odds and measured value over time',
    range: 'Range',
    ranges: { '1h': '1H', '6h': '6H', '1d': '1D', '1w': '1W', all: 'All' },
    empty: 'The odds start with a stake on each side.',
    stayedEmpty: 'There were no odds: stakes on both sides would have set them.',
    still: (share: string, side: string) =>
      `The odds have not moved since both sides had a stake: ${share} ${side}.`,
    toTarget: (change: string) => `${change} to the target`,
    target: 'Target',
    cursor: 'Odds and measured value at a time',
    odds: (side: string, start: string, end: string, least: string, most: string) =>
      `Odds of ${side} over time: from ${start} to ${end}, between ${least} and ${most}`,
    value: (name: string, value: string, target: string) => `${name} is ${value}, the target is ${target}`,
  },

  decision: {
    decidedAt: (time: Part) => parts`Decided ${time}`,
    paid: (currency: string, side: string, ratio: Part) =>
      parts`Each ${currency} staked on ${side} is paid ${ratio} ${currency}.`,
    late: (side: string) => `Late stakes on ${side}, paid back`,
    noOpponent: (side: string) => `Stakes on ${side} without an opponent, paid back`,
    forBurning: 'For burning',
    burned: 'Burned',
    developer: 'To the developer',
    verify: 'Check it yourself',
  },

  facts: {
    heading: 'About this market',
    opened: 'Opened',
    staked: 'Staked in all',
    feesOf: (burned: string, developer: string) =>
      `${burned} burned and ${developer} to the developer, of the losing side's stakes`,
    period: 'Betting period',
    reward: 'Deciding it earns',
    askedBy: 'Asked by',
    token: 'Token',
    copyToken: "Copy the token's address",
    id: 'Market id',
    copyId: "Copy the market's id",
  },

  own: {
    heading: 'Your position',
    ifSide: (side: string) => `If ${side}`,
    later: (side: string) => `${side} later`,
    countsIn: (duration: string) => `counts in ${duration}`,
    countsFrom: (time: string) => `${time} counts`,
    endsAt: (time: string) => `${time} ends`,
    whyWait: 'The waiting time keeps people who saw the answer first from betting on it.',
    paid: 'Paid to you',
    toBePaid: 'To be paid to you',
    cameBack: 'Came back to you',
    comingBack: 'Coming back to you',
    profit: 'Your profit',
    won: (gain: Part, ago: Part) => parts`You won ${gain}, paid ${ago}`,
    again: 'Bet again',
    share: 'Share your win',
    lost: 'The other side won: this stake went to the winners.',
    automatic: 'It is paid automatically, usually within seconds.',
    transaction: 'Paid by transaction',
  },

  rule: {
    heading: 'What decides it',
    askedBy: (creator: Part) => parts`Asked by ${creator}: see how their other markets ended.`,
  },

  progress: {
    yesIf: {
      above: (side: string, target: string) => `${side} if above ${target}`,
      atLeast: (side: string, target: string) => `${side} if at least ${target}`,
      below: (side: string, target: string) => `${side} if below ${target}`,
      atMost: (side: string, target: string) => `${side} if at most ${target}`,
    },
    met: 'Met at the moment.',
  },

  terms: {
    heading: 'Which stakes would be late',
    warning:
      'In a pool the later bettor knows more, whatever the rules: an early closing time helps. And whoever controls what is measured can still move it.',
  },

  watch: {
    on: 'You will be told',
    off: 'Tell me when it is decided',
    byBrowser: 'By a notification of this browser, as long as this page is open in one of its tabs.',
    byPage: 'By a message on this page, as long as it is open: this browser shows no notifications for it.',
  },

  proof: {
    heading: 'Proof, step by step',
    fixed: 'The rule was fixed',
    fixedAbout: (time: Part) =>
      parts`${time}. The rule above was written into the market's account, for good.`,
    startedFrom: (value: string) => `Started from ${value}`,
    recorded: 'The state at expiry was recorded',
    observed: {
      met: 'Observed: met',
      notMet: 'Observed: not met',
      valueMet: (value: string) => `Observed ${value}: met`,
      valueNotMet: (value: string) => `Observed ${value}: not met`,
    },
    decided: (side: string) => `Decided: ${side}`,
    decidedAbout: (time: Part) =>
      parts`${time}. The program compared it with the rule and fixed the payouts.`,
    transaction: 'Transaction',
    slot: (slot: string) => `in slot ${slot}`,
    sources: { price: 'Price account', state: 'Accounts', attestation: 'Signed by' },
  },
}
