// English words that several views use.

import { counterOf } from '../parts.ts'

const count = counterOf('en')

export const common = {
  brand: 'Prediction market',
  sides: { Yes: 'Yes', No: 'No' },
  up: 'Up',
  down: 'Down',
  won: (side: string) => `${side} won`,
  void: 'void',
  voidSentence: 'Void: every stake is paid back',
  cancelled: 'Cancelled',
  beingDecided: 'being decided',
  closing: 'closing',
  expired: 'expired',
  optional: 'optional',
  currency: 'Currency',
  bettingCloses: 'Betting closes',
  expires: 'Expires',
  now: 'Now',
  seeMarkets: 'See the markets',
  howItWorks: 'How it works',
  copyAddress: 'Copy the address',
  loading: 'Loading…',
  loadError: 'This could not be loaded',
  gone: 'This does not exist, or no longer',
  stale: (reason: string) => `This is not current: ${reason}`,
  tryAgain: 'Try again',
  showMore: 'Show more',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  chooseWallet: 'Choose a wallet',
  noWallet: 'No wallet yet',
  stopWaiting: 'Stop waiting for the wallet',
  inExplorer: '(explorer, in a new tab)',
  betOn: (side: string, pays: string, question: string) => `${side} ${pays}: bet on “${question}”`,
  beFirst: 'be first',
  noOdds: 'no odds yet',
  pool: (amount: string) => `${amount} pool`,
  bets: (bets: number) => count(bets, { one: 'bet', other: 'bets' }),
  of: (part: string, whole: string) => `${part} of ${whole}`,
  when: 'When',
  stake: 'Stake',
  wallet: 'Wallet',
  market: 'Market',
  profit: 'Profit',
  state: 'State',
  price: 'Price',
  betsColumn: 'Bets',

  times: {
    left: (duration: string) => `${duration} left`,
    justNow: 'just now',
    /** Written after a number without a space. */
    units: { day: 'd', hour: 'h', minute: 'm', second: 's' },
  },

  measured: {
    met: 'met now',
    away: (percent: string) => `${percent} away`,
    farAway: 'far away',
  },

  amounts: {
    ambiguous: (typed: string, thousands: string, decimal: string) =>
      `“${typed}” can be read in two ways: write ${thousands} or ${decimal}`,
    notPlain: 'Must be a plain decimal number, such as 1.5',
    tooPrecise: (most: string, got: string) => `Must have at most ${most} decimals, got ${got}`,
    costs: (deposit: string, reward: string, purpose: string) =>
      `${deposit} deposit, returned; ${reward} for ${purpose}`,
  },

  title: {
    contradicts: (question: string) =>
      `The creator's words: “${question}” They contradict what decides the market.`,
    unchecked: (question: string) =>
      `The creator's words: “${question}” Nobody has checked that they mean the same.`,
    quoted: (question: string) => `a market called “${question}”`,
  },

  claim: {
    done: 'You claimed what this market owed you.',
    busy: 'Claiming…',
    button: 'Claim it now',
  },

  faucet: {
    busy: 'Asking…',
    play: 'Play with 10 free SOL',
    button: 'Get play money',
    paid: (amounts: string) => `You got ${amounts} to play with.`,
  },

  share: {
    preview: (title: string) => `Preview: ${title}`,
    copyLink: 'Copy the link',
    copyFrame: 'Copy the frame for other sites',
    share: 'Share…',
    save: 'Save the picture',
  },
}
