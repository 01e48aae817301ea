import { createHash } from 'node:crypto'

/** Draws whole numbers from 0 up to but without a bound. */
export type Draw = (bound: number) => number

/** Numbers that look random and are the same for the same seed. */
export function drawFrom(seed: string): Draw {
  let drawn = 0
  return (bound) => {
    const digest = createHash('sha256').update(`${seed}/${drawn++}`).digest()
    return digest.readUInt32LE() % bound
  }
}
