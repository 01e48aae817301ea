import type { Position } from '../model/types.ts'
import { toSigned } from './amounts.ts'
import { profitUnits } from './portfolio.ts'

/** What a position gained or lost, as a decimal. Null until it is decided. */
export function profitOf(position: Position): string | null {
  const profit = profitUnits(position)
  return profit === null ? null : toSigned(profit, position.currency)
}
