// Reads just enough of a serialized transaction to sign it without web3.js: signatures in front, each of 64 bytes, then
// the message, whose header says how many of its account keys sign.

import { t } from '../text/language.ts'

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

/** The first bit of a message marks a versioned one; the others are its version. */
const VERSIONED = 0x80

/** The part of a transaction that is signed, and where each signature goes. */
export interface SignableTransaction {
  message: Uint8Array
  /** The offset of the signature of a key; undefined if the key does not sign. */
  slotOf(publicKey: Uint8Array): number | undefined
}

/**
 * Reads a transaction, legacy or of version 0.
 *
 * @throws Error if it is something else
 */
export function readTransaction(bytes: Uint8Array): SignableTransaction {
  const signatures = readLength(bytes, 0)
  const start = signatures.end + signatures.length * SIGNATURE_BYTES
  const message = bytes.subarray(start)
  const first = message[0] ?? 0
  if (first > VERSIONED) throw new Error(t().shell.wallets.unknownVersion)
  const header = first === VERSIONED ? 1 : 0
  const signers = message[header] ?? 0
  const keys = readLength(message, header + 3)
  if (signers !== signatures.length || keys.length < signers) throw new Error(t().shell.wallets.malformed)
  return {
    message,
    slotOf(publicKey) {
      for (let index = 0; index < signers; index++) {
        const key = message.subarray(keys.end + index * KEY_BYTES, keys.end + (index + 1) * KEY_BYTES)
        if (key.every((byte, position) => byte === publicKey[position])) {
          return signatures.end + index * SIGNATURE_BYTES
        }
      }
      return undefined
    },
  }
}

/** Reads a length of Solana's wire format: 7 bits a byte, the lowest first. */
function readLength(bytes: Uint8Array, offset: number): { length: number; end: number } {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[offset + index]
    if (byte === undefined) break
    length |= (byte & 0x7f) << (7 * index)
    if ((byte & 0x80) === 0) return { length, end: offset + index + 1 }
  }
  throw new Error(t().shell.wallets.malformed)
}
