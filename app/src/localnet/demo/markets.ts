// The markets of the demonstration.

import type { Condition, CurrencyId } from '@prediction-market/sdk'
import type { Timing } from '@prediction-market/sdk/condition'
import { parseQuestion } from '@prediction-market/sdk/question'
import type { PublicKey } from '@solana/web3.js'
import { BONK, JUP } from '../tokens/mints.ts'
import { CAT, FROG } from './tokens.ts'

/** A market of the demonstration. */
export interface DemoMarket {
  question: string
  /** The mint that it is about, if it is about a token. */
  token: PublicKey | null
  currency: CurrencyId
  condition: Condition
  /** Seconds from its creation to its expiry. */
  lifetime: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Markets of every kind, in both currencies, some of them about to expire. */
export function demoMarkets(utilityMint: PublicKey): DemoMarket[] {
  return [
    market('Will SOL be above $150?', 'SOL', MINUTE / 2),
    market('Will BTC be at least $95,000?', 'UTILITY', 5 * MINUTE),
    market('Will ETH be below $3,400?', 'SOL', 15 * MINUTE),
    market('Will SOL reach $155?', 'UTILITY', 6 * HOUR),
    market('Will BTC reach $150k?', 'SOL', 30 * DAY),
    market('Will JUP fall below $0.80?', 'SOL', DAY, JUP.mint),
    market("Will BONK's market cap be above $1.85 billion?", 'SOL', 10 * MINUTE, BONK.mint),
    market("Will BONK's market cap exceed $3 billion?", 'UTILITY', 7 * DAY, BONK.mint),
    market('Will JUP have a market cap of at least $6 billion?', 'UTILITY', DAY, JUP.mint),
    market("Will this token's supply reach 1 million?", 'SOL', HOUR, utilityMint),
    market("Will this token's supply fall below 1,000?", 'UTILITY', 3 * MINUTE, utilityMint),
    market("Will BONK's supply fall below 87 trillion?", 'SOL', 90 * DAY, BONK.mint),
    market('Will FROG migrate to PumpSwap?', 'SOL', 2 * HOUR, FROG.mint),
    market('Will CAT graduate?', 'UTILITY', 7 * DAY, CAT.mint),
    market('Will this token reach 100 holders?', 'SOL', DAY, utilityMint),
    market('Will this token have more than 9 holders?', 'UTILITY', 8 * MINUTE, utilityMint),
    event('Will it rain in Lisbon?', 'SOL', DAY, 'atExpiry'),
    event('Will the home team score in the first half?', 'UTILITY', HOUR, 'byExpiry'),
  ]
}

/** A market with the condition that its question says. */
function market(
  question: string,
  currency: CurrencyId,
  lifetime: number,
  token: PublicKey | null = null,
): DemoMarket {
  const parsed = parseQuestion(question, {
    expireAt: BigInt(lifetime),
    tokenAddress: token?.toBase58() ?? null,
  })
  if (!parsed.ok) throw new Error(`${question} ${parsed.reason}`)
  return { question, token, currency, condition: parsed.condition, lifetime }
}

/** A market that attestors decide by the outcome of an event. */
function event(question: string, currency: CurrencyId, lifetime: number, timing: Timing): DemoMarket {
  return { question, token: null, currency, condition: { type: 'event', timing }, lifetime }
}
