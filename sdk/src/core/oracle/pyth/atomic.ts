// The data of instructions that post a signed update.

import { sha256 } from '@noble/hashes/sha2.js'
import { InvalidInputError } from '../../errors.ts'
import {
  type AccumulatorUpdate,
  type MerkleUpdate,
  readAccumulatorUpdate,
  signaturesOf,
  trimSignatures,
  updateOfFeed,
} from './accumulator.ts'
import type { PriceUpdate } from './price-update.ts'

const TREASURIES = 256

/**
 * A random treasury of the receiver: a posting write-locks it, so postings to the same one would run one after the
 * other.
 */
export function someTreasury(): number {
  return Math.floor(Math.random() * TREASURIES)
}

/** Reads the signed form of an update. @throws InvalidInputError if it is not signed, or not readable */
export function readSigned({ feedId, signed }: PriceUpdate): AccumulatorUpdate {
  if (signed) return readAccumulatorUpdate(signed)
  throw new InvalidInputError('signed', `is missing: the update of feed ${feedId} is not signed by Pyth`)
}

/** The message of an update with as many signatures as the receiver requires; `null` if it has too few. */
export function atomicUpdate(
  signed: PriceUpdate,
  quorum: number | null,
): { vaa: Uint8Array; update: MerkleUpdate } | null {
  const accumulator = readSigned(signed)
  if (quorum === null || signaturesOf(accumulator.vaa) < quorum) return null
  return {
    vaa: trimSignatures(accumulator.vaa, quorum),
    update: updateOfFeed(accumulator, signed.feedId),
  }
}

/** The arguments of the instructions that post a price. */
export function postingArguments({ message, proof }: MerkleUpdate, treasuryId: number): Uint8Array[] {
  return [u32(message.length), message, u32(proof.length), ...proof, Uint8Array.of(treasuryId)]
}

/** The data of `post_update_atomic`. */
export function atomicData(vaa: Uint8Array, update: MerkleUpdate, treasuryId: number): Uint8Array {
  const parts = [u32(vaa.length), vaa, ...postingArguments(update, treasuryId)]
  return instructionData('post_update_atomic', parts)
}

/** The data of an instruction of Pyth's programs, which are written with Anchor. */
export function instructionData(name: string, parts: readonly Uint8Array[] = []): Uint8Array {
  const all = [discriminator(name), ...parts]
  const data = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of all) {
    data.set(part, at)
    at += part.length
  }
  return data
}

/** The first eight bytes of the data of an instruction. */
export function discriminator(name: string): Uint8Array {
  return sha256(new TextEncoder().encode(`global:${name}`)).subarray(0, 8)
}

/** A number of four bytes. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}
