// The answer about a bankroll.

import { type Amounts, SOL_DECIMALS } from '@prediction-market/sdk'
import type { Delegate } from '@prediction-market/sdk/accounts'
import { byCurrency, CURRENCIES } from '@prediction-market/sdk/currency'
import type { PublicKey } from '@solana/web3.js'
import { amount } from '../../json/write.ts'
import type { Answered } from '../http/fields/answered.ts'
import { isoTime } from '../http/fields/views.ts'
import type { BankrollAnswer } from './schemas.ts'

/** A bankroll, as it is or projected. */
export interface ViewedBankroll {
  address: PublicKey
  balances: Amounts
  delegates: readonly Delegate[]
  /** Public ids of API keys by their delegate key. */
  keyIds: ReadonlyMap<string, string>
  utilityDecimals: number
}

/** The answer of the bankroll's routes. */
export function bankrollView(bankroll: ViewedBankroll): Answered<typeof BankrollAnswer> {
  const { address, balances, delegates, keyIds, utilityDecimals } = bankroll
  const decimals = byCurrency((currency) => CURRENCIES[currency].decimals({ utilityDecimals }))
  const whole = (amounts: Amounts) => byCurrency((currency) => amount(amounts[currency], decimals[currency]))
  return {
    address: address.toBase58(),
    balances: whole(balances),
    delegates: delegates.map(({ key, cosigner, limits, spent }) => {
      const perBet = whole(limits.perBet)
      const total = whole(limits.total)
      return {
        keyId: keyIds.get(key.toBase58()) ?? null,
        key: key.toBase58(),
        cosigner: cosigner.toBase58(),
        limits: byCurrency((currency) => ({ perBet: perBet[currency], total: total[currency] })),
        spent: whole(spent),
        maxFee: amount(limits.maxFee, SOL_DECIMALS),
        expiresAt: isoTime(limits.expiresAt),
      }
    }),
  }
}
