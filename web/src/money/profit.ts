import type { Position } from '../model/types.ts'
import { toDecimal, toUnits } from './amounts.ts'

/** What a position gained or lost: winnings and refund less the stakes, as a decimal. Null until it is decided. */
export function profitOf({ currency, stake, winnings, refund }: Position): string | null {
  if (winnings === null || refund === null) return null
  const units = (amount: Position['stake']['Yes']) => toUnits(amount, currency)
  const profit = units(winnings) + units(refund) - units(stake.Yes) - units(stake.No)
  return profit < 0n ? `-${toDecimal(-profit, currency)}` : toDecimal(profit, currency)
}
