// Signs transactions with the secret key of a `Keypair`, without web3.js.

import bs58 from 'bs58'
import { InvalidInputError } from '../core/errors.ts'

/** A `Keypair`. */
export interface KeypairSigner {
  publicKey: { toBase58(): string }
  secretKey: Uint8Array
}

export const SIGNATURE_LENGTH = 64

/** The seed and the public key. */
export const SECRET_KEY_LENGTH = 64

/** The signature of a keypair over a message. Loads tweetnacl first: a page whose wallets sign never does. */
export async function signWithKeypair({ secretKey }: KeypairSigner, message: Uint8Array) {
  const { default: nacl } = await import('tweetnacl')
  return nacl.sign.detached(message, secretKey)
}

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
  // A secret key ends with its public key.
  const wallet = signer.secretKey.subarray(KEY_BYTES)
  const signed = await signTransactionBytes(bytes, wallet, (message) => signWithKeypair(signer, message))
  return btoa(String.fromCharCode(...signed))
}

/** Signs the bytes of such a transaction, by a key that only `sign` can use, such as one of a browser's. */
export async function signTransactionBytes(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const bytes = Uint8Array.from(transaction)
  const signatures = readLength(bytes, 0)
  const message = bytes.subarray(signatures.end + signatures.length * SIGNATURE_LENGTH)
  if (message[0] !== VERSION_0) throw invalid('must be of version 0')
  const signers = message[1] ?? 0
  const keys = readLength(message, 4)
  if (signers !== signatures.length || keys.length < signers) throw invalid('is malformed')
  for (let index = 0; index < signers; index += 1) {
    const start = keys.end + index * KEY_BYTES
    if (!publicKey.every((byte, at) => byte === message[start + at])) continue
    bytes.set(await sign(message), signatures.end + index * SIGNATURE_LENGTH)
    return bytes
  }
  throw invalid(`does not ask for a signature of ${bs58.encode(publicKey)}`)
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
