import { type Comparison, type Condition, findFeed, type Timing } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { BONK, CAT, FROG, JUP } from './tokens.ts'

/** A market to show what can be asked. */
export interface DemoMarket {
  question: string
  /** The mint it is about, if it is about a token. */
  token: PublicKey | null
  currency: 'SOL' | 'UTILITY'
  condition: Condition
  /** Seconds from its opening to its expiry. */
  lifetime: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Markets of every kind, in both currencies, some of them about to expire. */
export function demoMarkets(utilityMint: PublicKey): DemoMarket[] {
  const { price, marketCap, supply, holders, migration, event } = CONDITIONS
  return [
    about('Will SOL be above $150?', 'SOL', price('SOL', 'above', '150'), MINUTE / 2),
    about('Will BTC be at least $95,000?', 'UTILITY', price('BTC', 'atLeast', '95000'), 5 * MINUTE),
    about('Will ETH be below $3,400?', 'SOL', price('ETH', 'below', '3400'), 15 * MINUTE),
    about('Will SOL hit $155?', 'UTILITY', price('SOL', 'atLeast', '155', 'byExpiry'), 6 * HOUR),
    about('Will BTC hit $150k?', 'SOL', price('BTC', 'atLeast', '150000', 'byExpiry'), 30 * DAY),
    about('Will JUP fall below $0.80?', 'SOL', price('JUP', 'below', '0.8', 'byExpiry'), DAY, JUP.mint),
    about(
      "Will BONK's market cap be above $1.85 billion?",
      'SOL',
      marketCap('BONK', 'above', '1850000000'),
      10 * MINUTE,
      BONK.mint,
    ),
    about(
      "Will BONK's market cap exceed $3 billion?",
      'UTILITY',
      marketCap('BONK', 'above', '3000000000', 'byExpiry'),
      7 * DAY,
      BONK.mint,
    ),
    about(
      'Will JUP have a market cap of at least $6 billion?',
      'UTILITY',
      marketCap('JUP', 'atLeast', '6000000000'),
      DAY,
      JUP.mint,
    ),
    about(
      "Will this token's supply reach 1 million?",
      'SOL',
      supply('atLeast', '1000000', 'byExpiry'),
      HOUR,
      utilityMint,
    ),
    about(
      "Will this token's supply be below 100,000?",
      'UTILITY',
      supply('below', '100000'),
      3 * MINUTE,
      utilityMint,
    ),
    about(
      "Will BONK's supply fall below 87 trillion?",
      'SOL',
      supply('below', '87000000000000', 'byExpiry'),
      90 * DAY,
      BONK.mint,
    ),
    about('Will FROG migrate to PumpSwap?', 'SOL', migration('byExpiry'), 2 * HOUR, FROG.mint),
    about('Will CAT graduate?', 'UTILITY', migration('byExpiry'), 7 * DAY, CAT.mint),
    about(
      'Will this token reach 100 holders?',
      'SOL',
      holders('atLeast', '100', 'byExpiry'),
      DAY,
      utilityMint,
    ),
    about(
      'Will this token have more than 9 holders?',
      'UTILITY',
      holders('above', '9'),
      8 * MINUTE,
      utilityMint,
    ),
    about('Will it rain in Lisbon tomorrow?', 'SOL', event('atExpiry'), DAY),
    about('Will the home team score in the first half?', 'UTILITY', event('byExpiry'), HOUR),
  ]
}

function about(
  question: string,
  currency: 'SOL' | 'UTILITY',
  condition: Condition,
  lifetime: number,
  token: PublicKey | null = null,
): DemoMarket {
  return { question, token, currency, condition, lifetime }
}

const CONDITIONS = {
  price: (
    symbol: string,
    comparison: Comparison,
    target: string,
    timing: Timing = 'atExpiry',
  ): Condition => ({
    ...{ type: 'price', feed: feed(symbol), comparison, target, timing },
  }),
  marketCap: (
    symbol: string,
    comparison: Comparison,
    target: string,
    timing: Timing = 'atExpiry',
  ): Condition => ({
    ...{ type: 'marketCap', feed: feed(symbol), comparison, target, timing },
  }),
  supply: (comparison: Comparison, target: string, timing: Timing = 'atExpiry'): Condition => ({
    ...{ type: 'supply', comparison, target, timing },
  }),
  holders: (comparison: Comparison, target: string, timing: Timing = 'atExpiry'): Condition => ({
    ...{ type: 'holders', comparison, target, minimumBalance: 1n, timing },
  }),
  migration: (timing: Timing): Condition => ({ type: 'migration', timing }),
  event: (timing: Timing): Condition => ({ type: 'event', timing }),
}

function feed(symbol: string): string {
  const found = findFeed(symbol)
  if (!found) throw new Error(`The table of feeds has no ${symbol}`)
  return found.id
}
