import { type Amounts, type Config, formatAmount } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { decimalsOf } from '../../fields/currency.ts'
import { ApiError, errorCode } from '../../http/errors.ts'

/** A bankroll and a bet from it, in base units. */
export interface BankrollSpending {
  address: PublicKey
  held: Amounts
  /** The stake and, in SOL, the rent of the position and the fee. */
  needed: Amounts
}

/**
 * Refuses a bet that its bankroll cannot pay.
 *
 * @throws ApiError 402 with how much is missing, and where to pay it
 */
export function requireFunds({ address, held, needed }: BankrollSpending, config: Config): void {
  for (const currency of ['SOL', 'UTILITY'] as const) {
    const missing = needed[currency] - held[currency]
    if (missing <= 0n) continue
    const decimals = decimalsOf(currency, config)
    const text = (units: bigint) => `${formatAmount(units, decimals)} ${currency}`
    const message =
      `The bankroll holds ${text(held[currency])}, and the bet takes ${text(needed[currency])}` +
      `${currency === 'SOL' ? ' with rent and fee' : ''}: deposit ${text(missing)} or more to ${address.toBase58()} ` +
      'with POST /v1/bankroll/deposits'
    throw new ApiError(402, message, errorCode('BankrollTooLow'))
  }
}
