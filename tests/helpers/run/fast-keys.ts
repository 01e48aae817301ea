// Replaces slow cryptography of web3.js and tweetnacl, which took a third of the program tests: keys and signatures are
// computed by Node's ed25519, and program addresses are cached. The bytes are the same
// (tests/program/fast-keys.test.ts). A signature that Node accepts is valid for tweetnacl too; all others are passed to
// tweetnacl. The program suites load this file before web3.js, which keeps the functions that it finds. Nothing else
// loads it.

import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { createRequire } from 'node:module'
import nacl from 'tweetnacl'
import { verifySignature } from '../../../app/src/chain/ed25519.ts'

const SEED_BYTES = 32
const KEY_BYTES = 32

/** The functions of @noble/curves that web3.js uses. */
interface Curve {
  getPublicKey(seed: Uint8Array): Uint8Array
  sign(message: Uint8Array, seed: Uint8Array): Uint8Array
}

const require = createRequire(import.meta.url)
const { ed25519 } = createRequire(require.resolve('@solana/web3.js'))('@noble/curves/ed25519') as {
  ed25519: Curve
}

/** The functions that are replaced here. */
export const slow = {
  publicKey: ed25519.getPublicKey,
  sign: ed25519.sign,
  signDetached: nacl.sign.detached as (message: Uint8Array, secretKey: Uint8Array) => Uint8Array,
  verify: nacl.sign.detached.verify,
}

ed25519.getPublicKey = publicKeyOf
ed25519.sign = signWith
nacl.sign.detached = Object.assign(
  (message: Uint8Array, secretKey: Uint8Array) => signWith(message, secretKey.subarray(0, SEED_BYTES)),
  { verify },
)

const { PublicKey } = require('@solana/web3.js') as typeof import('@solana/web3.js')
const found = new Map<string, ReturnType<typeof PublicKey.findProgramAddressSync>>()
const find = PublicKey.findProgramAddressSync.bind(PublicKey)
PublicKey.findProgramAddressSync = (seeds, programId) => {
  const bytes = Buffer.concat([...seeds, programId.toBytes()]).toString('latin1')
  const key = `${seeds.map(({ length }) => length)} ${bytes}`
  const known = found.get(key) ?? find(seeds, programId)
  found.set(key, known)
  return known
}

function verify(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const isKey = publicKey.length === KEY_BYTES
  return (
    (isKey && verifySignature(message, signature, publicKey)) || slow.verify(message, signature, publicKey)
  )
}

function privateKey(seed: Uint8Array): KeyObject {
  const d = Buffer.from(seed).toString('base64url')
  // Node derives `x`, the public key, itself.
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: '', d }, format: 'jwk' })
}

function publicKeyOf(seed: Uint8Array): Uint8Array {
  const { x = '' } = createPublicKey(privateKey(seed)).export({ format: 'jwk' })
  return new Uint8Array(Buffer.from(x, 'base64url'))
}

function signWith(message: Uint8Array, seed: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, privateKey(seed)))
}
