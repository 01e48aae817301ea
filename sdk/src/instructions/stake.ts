import type BN from 'bn.js'
import { InvalidInputError } from '../errors.ts'
import { requireU64 } from '../input.ts'
import type { Outcome } from '../values.ts'
import { toBN } from './build.ts'

/** A side and an amount. */
export interface StakeInput {
  outcome: Outcome
  /** Base units. */
  amount: bigint
}

/** Checks a stake and converts it for Anchor's coder. */
export function encodeStake({ outcome, amount }: StakeInput, field = ''): { outcome: object; amount: BN } {
  const isKnown = outcome === 'Yes' || outcome === 'No'
  if (!isKnown) throw new InvalidInputError(`${field}outcome`, 'must be Yes or No')
  return {
    outcome: { [outcome.toLowerCase()]: {} },
    amount: toBN(requireU64(`${field}amount`, amount, 1n)),
  }
}
