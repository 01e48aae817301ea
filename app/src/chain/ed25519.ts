import { createPublicKey, verify } from 'node:crypto'

/** Precedes the 32 bytes of a public key in its DER encoding (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether an ed25519 signature of 64 bytes over a message is valid. Node's own implementation is about 75 times as
 * fast as tweetnacl, which the SDK uses because it also runs in browsers.
 */
export function verifySignature(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const key = Buffer.concat([SPKI_PREFIX, publicKey])
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}
