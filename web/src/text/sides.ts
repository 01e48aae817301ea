// What the two sides of a market are called.

import type { Condition, Outcome } from '../model/types.ts'
import { t } from './language.ts'

/** Up and Down where a market asks only which way a price goes; otherwise Yes and No. */
export function sidesOf(
  condition: Pick<Condition, 'type' | 'bps' | 'comparison'> | undefined,
): Record<Outcome, string> {
  if (condition?.bps === undefined || Number(condition.bps) !== 0) return t().common.sides
  const { up, down } = t().common
  const isDown = condition.comparison === 'below' || condition.comparison === 'atMost'
  return isDown ? { Yes: down, No: up } : { Yes: up, No: down }
}
