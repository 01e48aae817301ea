import { InvalidInputError } from '../../errors.ts'
import type { Outcome as Side } from '../../shapes.ts'
import { Outcome } from '../generated/index.ts'

/** A side as the generated builders take it. */
export function encodeOutcome(side: Side): Outcome {
  if (side !== 'Yes' && side !== 'No') throw new InvalidInputError('outcome', 'must be Yes or No')
  return side === 'Yes' ? Outcome.Yes : Outcome.No
}
