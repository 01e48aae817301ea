// Reads signed Pyth updates: accumulator updates as Hermes serves them.

import { Buffer } from 'buffer'
import { InvalidInputError } from '../../errors.ts'

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

/**
 * Finds the message about a feed.
 *
 * @throws InvalidInputError if there is none
 */
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
