import { type Amounts, type Config, type CurrencyId, formatMoney } from '@prediction-market/sdk'
import { byCurrency, CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import type { PublicKey } from '@solana/web3.js'
import { ApiError, errorCode } from '../../http/errors.ts'

/** A bankroll and a bet from it, in base units. */
export interface BankrollSpending {
  address: PublicKey
  held: Amounts
  /** The stake and, in SOL, the position's rent and reward, and the fee. */
  needed: Amounts
}

/**
 * What a bet takes from a bankroll, in base units.
 *
 * @param lamports - rent, reward and fee, on top of the stake
 */
export function fundsNeeded(stake: { currency: CurrencyId; amount: bigint }, lamports: bigint): Amounts {
  return byCurrency((currency) => {
    const staked = currency === stake.currency ? stake.amount : 0n
    return CURRENCIES[currency].isNative ? staked + lamports : staked
  })
}

/**
 * Refuses a bet that its bankroll cannot pay.
 *
 * @throws ApiError 402 with how much is missing, and where to pay it
 */
export function requireFunds({ address, held, needed }: BankrollSpending, config: Config): void {
  for (const currency of CURRENCY_IDS) {
    const missing = needed[currency] - held[currency]
    if (missing <= 0n) continue
    const { isNative, decimals } = CURRENCIES[currency]
    const text = (units: bigint) => formatMoney(units, currency, decimals(config))
    const message =
      `The bankroll holds ${text(held[currency])}, and the bet takes ${text(needed[currency])}` +
      `${isNative ? ' with rent, reward and fee' : ''}: deposit ${text(missing)} or more to ${address.toBase58()} ` +
      'with POST /v1/bankroll/deposits'
    throw new ApiError(402, message, errorCode('BankrollTooLow'))
  }
}
