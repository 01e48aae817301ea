/** One message of an accumulator update and where it hangs in the Merkle tree whose root was signed. */
export interface MerkleUpdate {
  message: Buffer
  /** Hashes of 20 bytes. */
  proof: Buffer[]
}

/** A signed update of Pyth's: a Wormhole message over the root of a tree, and messages in that tree. */
export interface AccumulatorUpdate {
  vaa: Buffer
  updates: MerkleUpdate[]
}

/** `PNAU`, and the version that we read. */
const MAGIC = 0x504e4155
const MAJOR_VERSION = 1
const WORMHOLE_MERKLE = 0
const HASH_LENGTH = 20

/** The first byte of a message about a price; the feed's id follows. */
const PRICE_MESSAGE = 0

/**
 * Reads an update as Hermes hands it out.
 *
 * @throws Error if it is none, or of a version that we do not know
 */
export function readAccumulatorUpdate(bytes: Uint8Array): AccumulatorUpdate {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    if (at + length > data.length) throw new Error('signed update: it is cut short')
    at += length
    return data.subarray(at - length, at)
  }
  const number = (length: number) => take(length).readUIntBE(0, length)

  const isKnown = number(4) === MAGIC && number(1) === MAJOR_VERSION
  if (!isKnown) throw new Error('signed update: not an accumulator update of version 1')
  // The minor version, and a header that later minor versions may lengthen.
  take(1)
  take(number(1))
  if (number(1) !== WORMHOLE_MERKLE) throw new Error('signed update: not proven by a Merkle tree')
  const vaa = take(number(2))
  const updates = Array.from({ length: number(1) }, () => {
    const message = take(number(2))
    const proof = Array.from({ length: number(1) }, () => take(HASH_LENGTH))
    return { message, proof }
  })
  return { vaa, updates }
}

/**
 * The message about a feed.
 *
 * @throws Error if there is none
 */
export function updateOfFeed({ updates }: AccumulatorUpdate, feedId: string): MerkleUpdate {
  const update = updates.find(({ message }) => {
    return message.at(0) === PRICE_MESSAGE && message.toString('hex', 1, 33) === feedId
  })
  if (!update) throw new Error(`signed update: it has no price of feed ${feedId}`)
  return update
}
