// The context in which a question is read.

import type { DescriptionContext } from '../core/condition/describe.ts'
import type { Clock } from './calendar.ts'

/** The checked context of a question. */
export interface Reading extends Clock, Pick<DescriptionContext, 'tokenDecimals'> {
  tokenAddress: string | null
  /** The current value of what is measured, if it is known. */
  currentValue: string | undefined
  /** Whether the token has a mint authority. */
  canMint: boolean
}
