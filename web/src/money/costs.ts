import type { Costs } from '../model/types.ts'
import { formatMoney } from './amounts.ts'

/** What is paid in SOL besides the stake, for those who sign. */
export function describeCosts({ deposit, reward }: Costs, purpose: string): string {
  return `${formatMoney(deposit, 'SOL')} deposit, returned; ${formatMoney(reward, 'SOL')} for ${purpose}`
}
