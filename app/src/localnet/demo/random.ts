// A pseudo-random generator with a seed.

import { createHash } from 'node:crypto'

/** Draws a whole number from 0 to `bound - 1`. */
export type Draw = (bound: number) => number

/** Creates a pseudo-random generator; the same seed draws the same numbers. */
export function drawFrom(seed: string): Draw {
  let drawn = 0
  return (bound) => {
    const digest = createHash('sha256').update(`${seed}/${drawn++}`).digest()
    return digest.readUInt32LE() % bound
  }
}
