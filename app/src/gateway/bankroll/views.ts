import type { Amounts, Delegate } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { amount, type Json } from '../../json/write.ts'
import { SOL_DECIMALS } from '../fields/currency.ts'
import { isoTime } from '../markets/views.ts'

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
export function bankrollView(bankroll: ViewedBankroll): Record<string, Json> {
  const { address, balances, delegates, keyIds, utilityDecimals } = bankroll
  const both = ({ SOL, UTILITY }: Amounts) => ({
    SOL: amount(SOL, SOL_DECIMALS),
    UTILITY: amount(UTILITY, utilityDecimals),
  })
  return {
    address: address.toBase58(),
    balances: both(balances),
    delegates: delegates.map(({ key, cosigner, limits, spent }) => {
      const perBet = both(limits.perBet)
      const total = both(limits.total)
      return {
        keyId: keyIds.get(key.toBase58()) ?? null,
        key: key.toBase58(),
        cosigner: cosigner.toBase58(),
        limits: {
          SOL: { perBet: perBet.SOL, total: total.SOL },
          UTILITY: { perBet: perBet.UTILITY, total: total.UTILITY },
        },
        spent: both(spent),
        maxFee: amount(limits.maxFee, SOL_DECIMALS),
        expiresAt: isoTime(limits.expiresAt),
      }
    }),
  }
}
