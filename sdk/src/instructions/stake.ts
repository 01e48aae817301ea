import type BN from 'bn.js'
import { InvalidInputError } from '../errors.ts'
import { requireU64 } from '../input.ts'
import { toBN } from './build.ts'

/** The answer to a market's question, as the interface spells it. */
export type Outcome = 'Yes' | 'No'

/** A side and an amount. */
export interface StakeInput {
  outcome: Outcome
  /** Base units. */
  amount: bigint
}

/** Turns a stake into the value that Anchor writes for the program. */
export function encodeStake({ outcome, amount }: StakeInput, field = ''): { outcome: object; amount: BN } {
  if (outcome !== 'Yes' && outcome !== 'No') {
    throw new InvalidInputError(`${field}outcome`, 'must be Yes or No')
  }
  return {
    outcome: outcome === 'Yes' ? { yes: {} } : { no: {} },
    amount: toBN(requireU64(`${field}amount`, amount, 1n)),
  }
}
