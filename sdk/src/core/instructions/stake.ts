// Stakes in instructions: a side and an amount.

import { InvalidInputError } from '../errors.ts'
import { requireU64 } from '../numbers.ts'
import type { Outcome } from '../shapes.ts'

/** A side and an amount. */
export interface StakeInput {
  outcome: Outcome
  /** Base units. */
  amount: bigint
}

/** Checks a stake and encodes it. */
export function encodeStake(
  { outcome, amount }: StakeInput,
  field = '',
): { outcome: object; amount: bigint } {
  const isKnown = outcome === 'Yes' || outcome === 'No'
  if (!isKnown) throw new InvalidInputError(`${field}outcome`, 'must be Yes or No')
  return {
    outcome: { [outcome.toLowerCase()]: {} },
    amount: requireU64(`${field}amount`, amount, 1n),
  }
}
