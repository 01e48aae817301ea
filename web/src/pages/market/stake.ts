// Suggested stakes, and whether a stake can be paid.

import { CURRENCIES } from '@prediction-market/sdk/currency'
import { formatAmount } from '@prediction-market/sdk/rest'
import type { Currency, Decimal } from '../../model/types.ts'
import { formatMoney, toDecimal, toUnits } from '../../money/amounts.ts'
import { t } from '../../text/language.ts'
import { formatDecimal } from '../../text/numbers.ts'

/** The suggested stakes, in tenths of a typical one. */
const SUGGESTED = [1n, 5n, 10n]

/** SOL that stays in a wallet for deposits and fees, in lamports. */
const SOL_KEPT = 10_000_000n

/** The stakes to choose from: typical ones, and half and all of what is there, as far as that is known. */
export function presets(
  currency: Currency,
  available: Decimal | undefined,
): { text: string; amount: string }[] {
  const typical = SUGGESTED.map((tenths) => formatAmount(CURRENCIES[currency].typicalStake * tenths, 1))
  const fixed = typical.map((amount) => ({ text: formatDecimal(amount), amount }))
  if (available === undefined) return fixed
  const kept = CURRENCIES[currency].isNative ? SOL_KEPT : 0n
  const most = toUnits(available, currency) - kept
  if (most <= 0n) return fixed
  return [
    ...fixed,
    { text: t().bet.half, amount: toDecimal(most / 2n, currency) },
    { text: t().bet.max, amount: toDecimal(most, currency) },
  ]
}

/** What is wrong with a stake that is more than there is; empty if nothing is, or if it is not known. */
export function shortage(
  amount: Decimal,
  currency: Currency,
  available: Decimal | undefined,
  payer: 'wallet' | 'bankroll',
): string {
  if (available === undefined || amount === '') return ''
  if (toUnits(amount, currency) <= toUnits(available, currency)) return ''
  return t().bet.holds[payer](formatMoney(available, currency))
}
