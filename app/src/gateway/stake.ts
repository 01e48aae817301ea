import {
  formatAmount,
  type Market,
  type Outcome,
  type PredictionMarketClient,
  type PreparedTransaction,
  parseAmount,
  type Quote,
  quote,
} from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { BookEntry } from '../book/entry.ts'
import { ApiError, errorCode } from './errors.ts'
import { requireTokens } from './funds.ts'
import { isoTime } from './views/market.ts'

/** The minimum stake of each currency, in base units. */
interface Minimums {
  minimumStakeSol: bigint
  minimumStakeUtility: bigint
}

/** A bet for its bettor to sign. Amounts are base units. */
export interface BuiltBet {
  bettor: PublicKey
  outcome: Outcome
  amount: bigint
  /** 0 for none. */
  minPayout: bigint
}

/** The minimum stake of a market, in base units. */
export function minimumStake({ currency }: BookEntry, settings: Minimums): bigint {
  return currency === 'SOL' ? settings.minimumStakeSol : settings.minimumStakeUtility
}

/**
 * Parses a stake into base units.
 *
 * @throws ApiError 400 if it is below the minimum of its currency
 */
export function parseStake(entry: BookEntry, text: string, settings: Minimums): bigint {
  const { market, currency } = entry
  const amount = parseAmount(text, market.decimals)
  const minimum = minimumStake(entry, settings)
  if (amount < minimum) {
    throw new ApiError(400, `amount: must be at least ${formatAmount(minimum, market.decimals)} ${currency}`)
  }
  return amount
}

/** The pools and the payout after a bet. */
export function projectBet({ market }: BookEntry, outcome: Outcome, amount: bigint): Quote {
  return quote({ pools: market.pools, outcome, amount, shares: market.terms })
}

/**
 * Requires that a market takes bets.
 *
 * @param now - the chain's time in unix seconds
 * @throws ApiError 409 that says when betting ended
 */
export function requireAccepting(entry: BookEntry, now: bigint): void {
  if (entry.acceptsBets(now)) return
  throw new ApiError(409, bettingEnded(entry.market, now), errorCode('MarketClosed'))
}

/**
 * Builds the transaction of a bet and simulates it.
 *
 * @throws ApiError 402 if the bettor does not hold the stake
 */
export async function prepareBet(
  client: PredictionMarketClient,
  { market }: BookEntry,
  { bettor, outcome, amount, minPayout }: BuiltBet,
): Promise<PreparedTransaction> {
  await requireTokens(client, { wallet: bettor, mint: market.mint, amount, decimals: market.decimals })
  const instructions = await client.buildPlaceBet({ market, bettor, outcome, amount, minPayout })
  return client.prepare(instructions, { payer: bettor, isUnique: true })
}

/** Why a market takes no bets, and when betting ended. */
export function bettingEnded(
  { status, closeAt, resolvedAt }: Pick<Market, 'status' | 'closeAt' | 'resolvedAt'>,
  now: bigint,
): string {
  if (status !== 'open') {
    const end = resolvedAt !== null && resolvedAt < closeAt ? resolvedAt : closeAt
    return `The market is ${status}: betting ended at ${isoTime(end)}`
  }
  if (now >= closeAt) return `The market no longer takes bets: betting ended at ${isoTime(closeAt)}`
  return `The market no longer takes bets: betting ended before ${isoTime(closeAt)}, when the answer was recorded`
}
