// Plans the bets on demonstration markets from a seed.

import { createHash } from 'node:crypto'
import type { Condition, CurrencyId, Outcome } from '@prediction-market/sdk'
import type { Timing } from '@prediction-market/sdk/condition'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { parseQuestion } from '@prediction-market/sdk/question'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { LOCALNET_WALLETS, localnetKey, UTILITY_DECIMALS } from '../keys.ts'
import { PUMP_SUPPLY } from '../pump.ts'
import { BONK, JUP, type LocalnetToken } from '../tokens/mints.ts'

/** Fictional tokens of pump.fun, still on their bonding curves. */
const FROG = pumpToken('FROG', 93)
const CAT = pumpToken('CAT', 41)

/** The tokens that demonstration markets ask about. */
export const DEMO_TOKENS: readonly LocalnetToken[] = [BONK, JUP, FROG, CAT]

function pumpToken(symbol: string, sold: number): LocalnetToken {
  return { symbol, mint: localnetKey(`token ${symbol}`).publicKey, decimals: 6, supply: PUMP_SUPPLY, sold }
}

interface DemoMarket {
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
function demoMarkets(utilityMint: PublicKey): DemoMarket[] {
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

export interface DemoBet {
  wallet: Keypair
  outcome: Outcome
  /** Base units. */
  amount: bigint
}

/** A demonstration market and its bets in order; the first is the creator's. */
export interface PlannedMarket extends DemoMarket {
  bets: [DemoBet, ...DemoBet[]]
}

const FEWEST_BETS = 3
const MOST_BETS = 5

/** A bet is 1 to 60 twentieths of a typical stake. */
const UNITS_PER_STAKE = 20n
const MOST_UNITS = 60

/** Plans the bets on all demonstration markets. The same seed makes the same plan. */
export function planDemo(seed: string, utilityMint: PublicKey): PlannedMarket[] {
  return demoMarkets(utilityMint).map((market) => ({
    ...market,
    bets: planBets(drawFrom(`${seed}/demo/${market.question}`), market.currency),
  }))
}

/** Plans the bets on a market: some on each side. */
export function planBets(draw: Draw, currency: CurrencyId): [DemoBet, ...DemoBet[]] {
  const { decimals, typicalStake } = CURRENCIES[currency]
  const base = 10n ** BigInt(decimals({ utilityDecimals: UTILITY_DECIMALS }))
  const unit = (typicalStake * base) / UNITS_PER_STAKE
  // Of ten bets this many are on Yes, so that odds differ from market to market.
  const leaning = 2 + draw(7)
  const bet = (outcome: Outcome): DemoBet => ({
    wallet: LOCALNET_WALLETS[draw(LOCALNET_WALLETS.length)] as Keypair,
    outcome,
    amount: unit * BigInt(1 + draw(MOST_UNITS)),
  })
  const others = Array.from({ length: FEWEST_BETS - 2 + draw(MOST_BETS - FEWEST_BETS + 1) }, () =>
    bet(draw(10) < leaning ? 'Yes' : 'No'),
  )
  // At least one bet on each side, so that there is something to win.
  return [bet('Yes'), bet('No'), ...others]
}

/** Draws a whole number from 0 to `bound - 1`. */
type Draw = (bound: number) => number

/** Creates a pseudo-random generator; the same seed draws the same numbers. */
export function drawFrom(seed: string): Draw {
  let drawn = 0
  return (bound) => {
    const digest = createHash('sha256').update(`${seed}/${drawn++}`).digest()
    return digest.readUInt32LE() % bound
  }
}
