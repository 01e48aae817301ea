// English text of the bet form, and of the rules of late stakes.

import { type Part, parts } from '../parts.ts'

export const bet = {
  heading: 'Place a bet',
  ofQuote: (percent: string) => `${percent} of the quote`,
  anyPayout: 'any payout',
  payers: { wallet: 'your wallet', bankroll: 'your bankroll' },
  available: {
    wallet: (amount: string) => `of ${amount} in your wallet`,
    bankroll: (amount: string) => `of ${amount} in your bankroll`,
  },
  holds: {
    wallet: (amount: string) => `Your wallet holds ${amount}.`,
    bankroll: (amount: string) => `Your bankroll holds ${amount}.`,
  },
  confirmed: (side: string) => `Your bet on ${side} is confirmed.`,
  atLeast: (amount: string) => `at least ${amount}`,
  smallest: (amount: string) => `The smallest stake is ${amount}.`,
  half: 'Half',
  max: 'Max',
  typeStake: (side: string) => `Type a stake to see what ${side} pays.`,
  fillBankroll: 'Put money into your bankroll',
  bet: (amount: string, side: string) => `Bet ${amount} on ${side}`,
  betOn: (side: string) => `Bet on ${side}`,
  details: 'Details',
  accept: 'Accept at least',
  payFrom: 'Pay from',
  about:
    'If the odds move further than you accept before the bet arrives, it is refused. Stakes are locked until the market is decided; later bets change the payout, up or down.',
  side: 'Side',
  moved: (reason: string) => `The odds have moved. ${reason} Bet again at the new quote, or accept less.`,
  bankrollLow: (reason: string) => `${reason}. Put more into it, or bet less.`,
  closed: 'Betting has closed',
  paused: 'New bets are paused everywhere for the moment. Decisions and payouts are not.',
  closedAbout: (time: Part) =>
    parts`The market is decided from its expiry on: ${time}. Winners are paid automatically.`,
  anyMoment: 'any moment now',

  ticket: {
    youGet: (side: Part) => parts`If ${side}, you get`,
    youLose: (side: Part) => parts`If ${side}, you lose`,
    if: (side: Part) => parts`If ${side}`,
    back: (amount: Part) => parts`${amount} back`,
    partBack: (amount: Part) => parts`${amount} of it back`,
    before: (side: string, time: string) => `${side} before ${time}`,
    stakeBack: 'your stake back',
    paid: 'Paid',
    paidAt: (time: string) => `${time}, within seconds`,
    paidBy: (time: string) => `${time} or soon after, earlier if the answer is known`,
    costs: 'Costs besides',
    fee: (fee: Part) => parts`at least ${fee} for the network`,
    costsOf: (reward: Part, deposit: Part) =>
      parts`, ${reward} for the payout, and ${deposit} deposit, returned`,
    nobody: (side: string) => `Nobody has bet ${side}.`,
    alone: (nobody: Part) =>
      parts`${nobody} You win nothing until somebody does, and get your stake back if nobody does.`,
    moves: (least: Part, most: Part) =>
      parts`Later bets move the payout: ${least} to ${most} if as much again comes on one side.`,
    least: (amount: Part) => parts`Never less than ${amount} when it lands, or it is refused.`,
  },

  rules: {
    early: 'Decided as soon as the answer is known, at the latest after expiry.',
    atExpiry: 'Decided by the value at expiry. Nothing that happens before counts.',
    neverLate: 'No stake is late here: the answer is not out before betting ends.',
    lateness: (period: string) =>
      `A stake counts once one whole betting period (${period}) has passed after its own. If the answer comes before, the stake is late and is paid back in full, on both sides: it neither wins nor loses.`,
    takenBack: 'The creator took the market back before anyone had staked.',
    unmatched: (side: string) =>
      `The answer was ${side}, but no stake counted on it, so every stake is paid back.`,
    unproven: 'Nobody could prove an answer in time, so every stake is paid back.',
    noOpponent:
      'It found no opponent: at most a fixed ratio to the winning side is lost, and the rest comes back.',
    wasLate: (period: string) =>
      `It was late: placed when the answer was already out, or less than one whole betting period (${period}) before it. Late stakes are paid back in full, without a fee.`,
  },

  deciders: {
    pyth: {
      badge: 'Pyth price',
      about: 'A price that Pyth signed decides it, and the program checks the signature.',
    },
    accounts: {
      badge: 'On-chain account',
      about: 'The program reads the accounts itself; nobody reports the answer.',
    },
    attestors: {
      badge: 'Attestors',
      about: 'Independent attestors sign what they saw, and the program counts their signatures.',
    },
    quorum: (threshold: string, total: string) => `${threshold} of ${total} attestors`,
    quorumAbout: (threshold: string, total: string) =>
      `Independent attestors sign what they saw, and the program counts their signatures: ${threshold} of ${total} must agree.`,
  },
}
