import {
  formatMoney,
  type Market,
  type Outcome,
  parseAmount,
  type Quote,
  quote,
} from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import type { BookEntry } from '../../book/entry.ts'
import { isoTime } from '../fields/views.ts'
import { ApiError, errorCode } from '../http/errors.ts'

/**
 * Parses a stake into base units.
 *
 * @throws ApiError 400 if it is below the minimum of its currency
 */
export function parseStake(entry: BookEntry, text: string, settings: Settings): bigint {
  const { market, currency } = entry
  const amount = parseAmount(text, market.decimals)
  const minimum = CURRENCIES[currency].minimumStake(settings)
  if (amount < minimum) {
    throw new ApiError(400, `amount: must be at least ${formatMoney(minimum, currency, market.decimals)}`)
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
