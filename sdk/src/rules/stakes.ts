// Checks of stakes that several rules share.

import { MAX_U64 } from '../amounts.ts'
import { InvalidInputError } from '../errors.ts'
import type { Outcome, Stakes } from '../shapes.ts'

/** The stakes of the winning and of the losing side. */
export function sides(pools: Stakes, winner: Outcome): { winning: bigint; losing: bigint } {
  const [yes, no] = pools
  if (winner === 'Yes') return { winning: yes, losing: no }
  if (winner === 'No') return { winning: no, losing: yes }
  throw new InvalidInputError('outcome', 'must be Yes or No')
}

/** Refuses stakes that no market can hold. */
export function requireStakes(field: string, stakes: Stakes): Stakes {
  const [yes, no] = stakes
  requireUnits(`${field}[0]`, yes)
  requireUnits(`${field}[1]`, no)
  if (yes + no > MAX_U64) throw new InvalidInputError(field, 'add up to more than a u64 can hold')
  return stakes
}

/** Refuses a value that is not an amount of base units. */
export function requireUnits(field: string, value: bigint): void {
  if (typeof value !== 'bigint' || value < 0n || value > MAX_U64)
    throw new InvalidInputError(field, 'must be a u64')
}
