// Reads signed Pyth updates, accumulator updates as Hermes serves them, and the data of instructions that post them.

import { sha256 } from '@noble/hashes/sha2.js'
import { Buffer } from 'buffer'
import { InvalidInputError } from '../../errors.ts'
import type { PriceUpdate } from './price-source.ts'

/** One message of an accumulator update, with its proof in the Merkle tree whose root was signed. */
export interface MerkleUpdate {
  message: Buffer
  /** Hashes of 20 bytes. */
  proof: Buffer[]
}

/** A signed Pyth update: a Wormhole message (VAA) over the root of a Merkle tree, and messages of that tree. */
export interface AccumulatorUpdate {
  vaa: Buffer
  updates: MerkleUpdate[]
}

/** `PNAU`, and the version that this file reads. */
const MAGIC = 0x504e4155
const MAJOR_VERSION = 1
const WORMHOLE_MERKLE = 0
const HASH_LENGTH = 20

/** The first byte of a price message; the feed's id follows. */
const PRICE_MESSAGE = 0

/**
 * Reads a signed update as Hermes serves it.
 *
 * @throws InvalidInputError if it is not an accumulator update, or has an unknown version
 */
export function readAccumulatorUpdate(bytes: Uint8Array): AccumulatorUpdate {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    if (at + length > data.length) throw new InvalidInputError('signed', 'is cut short')
    at += length
    return data.subarray(at - length, at)
  }
  const number = (length: number) => take(length).readUIntBE(0, length)

  const isKnown = number(4) === MAGIC && number(1) === MAJOR_VERSION
  if (!isKnown) throw new InvalidInputError('signed', 'is not an accumulator update of version 1')
  // The minor version, and a header that later minor versions may lengthen.
  take(1)
  take(number(1))
  if (number(1) !== WORMHOLE_MERKLE) throw new InvalidInputError('signed', 'is not proven by a Merkle tree')
  const vaa = take(number(2))
  const updates = Array.from({ length: number(1) }, () => {
    const message = take(number(2))
    const proof = Array.from({ length: number(1) }, () => take(HASH_LENGTH))
    return { message, proof }
  })
  return { vaa, updates }
}

/** Finds the message about a feed. @throws InvalidInputError if there is none */
export function updateOfFeed({ updates }: AccumulatorUpdate, feedId: string): MerkleUpdate {
  const update = updates.find(({ message }) => {
    return message.at(0) === PRICE_MESSAGE && message.toString('hex', 1, 33) === feedId
  })
  if (!update) throw new InvalidInputError('signed', `has no price of feed ${feedId}`)
  return update
}

/** Bytes of a VAA before its signatures, and of each of them. */
const VAA_HEADER = 6
const SIGNATURE = 66

/** The number of signatures of a VAA. */
export function signaturesOf(vaa: Buffer): number {
  return vaa.readUInt8(VAA_HEADER - 1)
}

/** The same VAA with only its first `count` signatures; verification checks those that are present. */
export function trimSignatures(vaa: Buffer, count: number): Buffer {
  const rest = vaa.subarray(VAA_HEADER + signaturesOf(vaa) * SIGNATURE)
  const trimmed = Buffer.concat([vaa.subarray(0, VAA_HEADER + count * SIGNATURE), rest])
  trimmed.writeUInt8(count, VAA_HEADER - 1)
  return trimmed
}

const TREASURIES = 256

/** A random treasury of the receiver: a posting locks it, and postings to one run one after the other. */
export function someTreasury(): number {
  return Math.floor(Math.random() * TREASURIES)
}

/** Reads the signed form of an update. @throws InvalidInputError if it is not signed, or not readable */
export function readSigned({ feedId, signed }: PriceUpdate): AccumulatorUpdate {
  if (signed) return readAccumulatorUpdate(signed)
  throw new InvalidInputError('signed', `is missing: the update of feed ${feedId} is not signed by Pyth`)
}

/** The message of an update with as many signatures as the receiver requires; `null` if it has too few. */
export function atomicUpdate(signed: PriceUpdate, quorum: number | null) {
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
