// Checks of stakes that several rules share.

import { MAX_U64 } from '../amounts.ts'
import { InvalidInputError } from '../errors.ts'
import type { Outcome, Stakes } from '../shapes.ts'

/** The stakes of the winning and of the losing side. */
export function sides(pools: Stakes, winner: Outcome): { winning: bigint; losing: bigint } {
  if (winner === 'Yes') return { winning: pools.Yes, losing: pools.No }
  if (winner === 'No') return { winning: pools.No, losing: pools.Yes }
  throw new InvalidInputError('outcome', 'must be Yes or No')
}

/** Refuses stakes that no market can hold. */
export function requireStakes(field: string, stakes: Stakes): Stakes {
  const { Yes, No } = stakes
  requireUnits(`${field}.Yes`, Yes)
  requireUnits(`${field}.No`, No)
  if (Yes + No > MAX_U64) throw new InvalidInputError(field, 'add up to more than a u64 can hold')
  return stakes
}

/** Refuses a value that is not an amount of base units. */
export function requireUnits(field: string, value: bigint): void {
  if (typeof value !== 'bigint' || value < 0n || value > MAX_U64)
    throw new InvalidInputError(field, 'must be a u64')
}
