// Signs and verifies with ed25519, with Node's implementation.

import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { Keypair } from '@solana/web3.js'

/**
 * The encodings of points of small order, for which anyone can forge signatures without a key: the identity, the points
 * of order 2, 4 and 8, and their non-canonical encodings.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set(
  [
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ].flatMap((hex) => [hex, withSign(hex)]),
)

/**
 * Whether an ed25519 signature of 64 bytes over a message is valid, and its key not of small order. Node's
 * implementation is about 75 times as fast as tweetnacl, which the SDK uses because it also runs in browsers. A key in
 * JWK takes half the time of one in DER.
 */
export function verifySignature(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (SMALL_ORDER.has(Buffer.from(publicKey).toString('hex'))) return false
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, signature)
}

/** The signature of a key over a message. web3.js takes four times as long. */
export function signMessage(message: Uint8Array, { secretKey }: Keypair): Uint8Array {
  return sign(null, message, privateKeyOf(secretKey.subarray(0, 32), secretKey.subarray(32)))
}

/** The key pair of a seed of 32 bytes, as `Keypair.fromSeed` makes it in four times as long. */
export function keypairOf(seed: Uint8Array): Keypair {
  // Node takes the private key from the seed alone.
  const { x = '' } = createPublicKey(privateKeyOf(seed, new Uint8Array())).export({ format: 'jwk' })
  return Keypair.fromSecretKey(Buffer.concat([seed, Buffer.from(x, 'base64url')]), { skipValidation: true })
}

function privateKeyOf(seed: Uint8Array, publicKey: Uint8Array) {
  const [d, x] = [Buffer.from(seed).toString('base64url'), Buffer.from(publicKey).toString('base64url')]
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
}

/** The same point with the other sign of x, which is the highest bit. */
function withSign(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  bytes[31] = (bytes[31] ?? 0) | 0x80
  return bytes.toString('hex')
}
