import type BN from 'bn.js'
import { InvalidInputError } from '../errors.ts'
import { requireU64 } from '../input.ts'
import type { Outcome as Side } from '../odds.ts'
import { toBN } from './build.ts'

/** The answer to a market's question, as the interface spells it. */
export type Outcome = 'Yes' | 'No'

/** A side and an amount. */
export interface StakeInput {
  outcome: Outcome
  /** Base units. */
  amount: bigint
}

/** The side that an outcome is, as odds and payouts have it. */
export function toSide(outcome: Outcome, field = 'outcome'): Side {
  if (outcome === 'Yes') return 'yes'
  if (outcome === 'No') return 'no'
  throw new InvalidInputError(field, 'must be Yes or No')
}

/** Turns a stake into the value that Anchor writes for the program. */
export function encodeStake({ outcome, amount }: StakeInput, field = ''): { outcome: object; amount: BN } {
  return {
    outcome: { [toSide(outcome, `${field}outcome`)]: {} },
    amount: toBN(requireU64(`${field}amount`, amount, 1n)),
  }
}
