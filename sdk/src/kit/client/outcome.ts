import { InvalidInputError } from '../../core/errors.ts'
import type { Outcome as Side } from '../../core/shapes.ts'
import { Outcome } from '../generated/index.ts'

/** Encodes a side for the generated builders. */
export function encodeOutcome(side: Side): Outcome {
  if (side !== 'Yes' && side !== 'No') throw new InvalidInputError('outcome', 'must be Yes or No')
  return side === 'Yes' ? Outcome.Yes : Outcome.No
}
