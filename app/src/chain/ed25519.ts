import { createPublicKey, verify } from 'node:crypto'

/**
 * Whether an ed25519 signature of 64 bytes over a message is valid. Node's own implementation is about 75 times as
 * fast as tweetnacl, which the SDK uses because it also runs in browsers. A key in JWK takes half the time of one in DER.
 */
export function verifySignature(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, signature)
}
