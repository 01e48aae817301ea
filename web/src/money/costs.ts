import type { Costs } from '../model/types.ts'
import { t } from '../text/language.ts'
import { formatMoney } from './amounts.ts'

/** What is paid in SOL besides the stake, for those who sign. */
export function describeCosts({ deposit, reward }: Costs, purpose: string): string {
  return t().common.amounts.costs(formatMoney(deposit, 'SOL'), formatMoney(reward, 'SOL'), purpose)
}
