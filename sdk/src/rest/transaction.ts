// Signs transactions without web3.js.

import { InvalidInputError } from '../core/errors.ts'
import { type KeypairSigner, SIGNATURE_LENGTH, signWithKeypair } from './keypair.ts'

const KEY_BYTES = 32

/** The first byte of a message of version 0. */
const VERSION_0 = 0x80

/**
 * Signs a transaction that the gateway built, without web3.js: signatures in front, then the message, whose header
 * says how many of its keys sign.
 *
 * @param base64 - `transaction.base64` of the gateway's answer
 * @returns the signed transaction in base64
 * @throws InvalidInputError if it is not a transaction of version 0, or the key is not one of its signers
 */
export async function signTransaction(base64: string, signer: KeypairSigner): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const signatures = readLength(bytes, 0)
  const message = bytes.subarray(signatures.end + signatures.length * SIGNATURE_LENGTH)
  if (message[0] !== VERSION_0) throw invalid('must be of version 0')
  const signers = message[1] ?? 0
  const keys = readLength(message, 4)
  if (signers !== signatures.length || keys.length < signers) throw invalid('is malformed')
  // A secret key ends with its public key.
  const wallet = signer.secretKey.subarray(KEY_BYTES)
  for (let index = 0; index < signers; index += 1) {
    const start = keys.end + index * KEY_BYTES
    if (!wallet.every((byte, at) => byte === message[start + at])) continue
    bytes.set(await signWithKeypair(signer, message), signatures.end + index * SIGNATURE_LENGTH)
    return btoa(String.fromCharCode(...bytes))
  }
  throw invalid(`does not ask for a signature of ${signer.publicKey.toBase58()}`)
}

/** Reads a length of Solana's wire format: 7 bits a byte, the lowest first. */
function readLength(bytes: Uint8Array, offset: number): { length: number; end: number } {
  let length = 0
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[offset + index]
    if (byte === undefined) break
    length |= (byte & 0x7f) << (7 * index)
    if ((byte & 0x80) === 0) return { length, end: offset + index + 1 }
  }
  throw invalid('is malformed')
}

function invalid(reason: string): InvalidInputError {
  return new InvalidInputError('transaction', reason)
}
