import {
  type Amounts,
  type CurrencyId,
  formatMoney,
  type Outcome,
  parseAmount,
  type Quote,
  quote,
} from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { byCurrency, CURRENCIES } from '@prediction-market/sdk/currency'
import type { BookEntry } from '../../book/entry.ts'
import { ApiError } from '../http/errors/api-error.ts'

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
 * What a bet takes from a bankroll, in base units.
 *
 * @param lamports - rent and fee, added to the stake
 */
export function fundsNeeded(stake: { currency: CurrencyId; amount: bigint }, lamports: bigint): Amounts {
  return byCurrency((currency) => {
    const staked = currency === stake.currency ? stake.amount : 0n
    return CURRENCIES[currency].isNative ? staked + lamports : staked
  })
}
