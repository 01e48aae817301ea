// English text of the burn auction.

import { type Part, parts } from '../parts.ts'

export const burns = {
  lead: 'A share of every losing pool destroys UTILITY. Shares in UTILITY are burned at once; shares in SOL wait here for whoever offers UTILITY for them, which is burned in the same transaction.',
  costs: 'One SOL costs',
  waiting: 'SOL waiting',
  burned: 'Burned in all',
  byAuction: 'by this auction',
  byMarkets: 'by markets in UTILITY',
  mintable: (authority: Part) =>
    parts`UTILITY can still be minted, by ${authority}: whoever can mint it can buy here for nothing.`,
  states: {
    empty: 'Nothing is for sale. SOL arrives when a market in SOL is decided.',
    waiting: (lot: string) => `The price rests: it falls while at least ${lot} is waiting.`,
    atFloor: 'The price is at its floor, about an eighth of the last price, and falls only slowly from here.',
    falling: (period: string) => `The price halves every ${period} and rises with each purchase.`,
  },
  slots: (slots: string) => `${slots} slots`,

  buy: {
    heading: 'Buy SOL, burn UTILITY',
    moreThan: (percent: string) => `${percent} more than quoted`,
    get: 'You get',
    range: (least: string, most: string) => `from ${least} to ${most} at once`,
    cost: 'At the price of this second it costs',
    payAtMost: 'Pay at most',
    buy: 'Buy',
    buyAmount: (amount: string) => `Buy ${amount}`,
    bought: (amount: string) => `You bought ${amount}.`,
    about:
      'You pay the price of the moment at which the purchase arrives, and never more than you accept. The UTILITY that you pay is destroyed.',
    raised: (reason: string) => `Somebody bought first: ${reason} Buy at the new price, or accept more.`,
    nothing: 'Nothing is for sale at the moment.',
    smallest: (amount: string) => `The smallest purchase is ${amount}.`,
    largest: (amount: string) => `The largest purchase at once is ${amount}.`,
  },

  purchases: {
    heading: 'Purchases',
    sol: 'SOL bought',
    tokens: 'UTILITY burned',
    more: 'Show more purchases',
    none: 'Nobody has bought yet',
    noneAbout: 'Whoever buys SOL here first burns the UTILITY that they pay.',
  },
}
