// English text of the page for developers: bankroll, API keys, delegates, webhooks.

import { type Part, parts } from '../parts.ts'

export const developers = {
  lead: (api: Part) =>
    parts`Everything on this page is a call of the ${api}. A program bets for you with a key, from money that you put aside, within limits that the program on chain enforces.`,
  samples: { heading: 'Code to begin with', copy: (name: string) => `Copy the code for ${name}` },
  noWallet: 'A wallet owns its bankroll, its keys and its webhooks.',

  access: {
    heading: 'Bankroll and API keys',
    about: 'Your wallet signs two requests, which move nothing, to show that they are yours.',
    show: 'Show bankroll and API keys',
  },

  bankroll: {
    heading: 'Bankroll',
    about:
      'Money that you put aside for bets: yours, with "Pay from your bankroll", and those of API keys, within limits that the program enforces. Winnings go to your wallet. Only you can withdraw, at any time.',
    held: (currency: string) => `${currency} in the bankroll`,
    deposited: (amount: string) => `${amount} is in your bankroll now.`,
    withdrawn: (amount: string) => `${amount} is back in your wallet.`,
    moreThanZero: 'The amount must be more than 0.',
    move: 'Move money',
    amount: 'Amount to move',
    currency: 'Currency to move',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    tooLow: (reason: string) => `${reason} Withdraw that or less.`,
  },

  keys: {
    heading: 'API keys',
    about: (api: Part) =>
      parts`A key stands in for your signature on requests to the ${api}. It signs no transaction of your wallet: it can spend nothing but what you allow it to bet from your bankroll.`,
    name: 'Name',
    may: 'May',
    scopes: {
      read: 'read your results and your bankroll',
      build: 'build bets and markets for you to sign',
      bet: 'bet from your bankroll, within limits that you set',
    },
    issued: 'Your new key. Copy it now: it is not shown again.',
    copy: 'Copy the key',
    new: 'New API key',
    newName: 'Name of a new key',
    placeholder: 'trading bot',
    theKeyMay: 'The key may',
    issue: 'Issue a key',
    chooseOne: 'Choose at least one thing it may do.',
    none: 'No keys yet.',
    revoke: 'Revoke',
    revokeKey: (name: string) => `Revoke ${name}`,
    revoked: 'revoked',
    expired: 'expired',
  },

  delegates: {
    heading: 'Keys that may bet',
    about: (scope: Part) =>
      parts`A key needs the scope ${scope}, and limits that you sign into your bankroll. Each bet takes its stake, the rent of a new position and a network fee from there.`,
    key: 'Key',
    perBet: 'A bet, at most',
    spent: 'Spent, of',
    change: 'Change',
    foreign: 'another gateway’s key',
    allowed: (name: string) => `${name} may bet from your bankroll now.`,
    ended: (name: string) => `${name} can no longer bet from your bankroll.`,
    issueFirst: 'Issue a key with the scope bet above; then set its limits here.',
    renew: 'Renew',
    renewKey: (name: string) => `Renew ${name}`,
    end: 'End',
    endKey: (name: string) => `End ${name}`,
    limits: 'Limits of a key',
    days: { '7': 'in a week', '1': 'tomorrow', '30': 'in 30 days', '90': 'in 90 days' },
    inOneBet: (currency: string) => `${currency} in one bet`,
    inAll: (currency: string) => `${currency} in all`,
    counting:
      'What a key has spent keeps counting when you renew it: "in all" is the sum that it may reach, of SOL with rent and network fees.',
    letBet: 'Let it bet',
  },

  webhooks: {
    heading: 'Webhooks',
    about: 'The events of the stream as POST requests to a server of yours, signed by Standard Webhooks.',
    address: 'Address',
    events: 'Events',
    actions: 'Actions',
    secret: 'The secret that signs its requests. Copy it now: it is not shown again.',
    copy: 'Copy the secret',
    newAddress: 'Address of a new webhook',
    placeholder: 'https://example.com/events',
    ownOnly: 'Only events of your wallet',
    add: 'Add a webhook',
    none: 'No webhooks yet.',
    all: 'all',
    ofOneWallet: (types: string) => `${types} of one wallet`,
    statuses: { active: 'active', failing: 'failing', disabled: 'disabled' },
    delete: 'Delete',
  },
}
