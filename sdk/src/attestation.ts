import { Ed25519Program, type Keypair, type PublicKey, TransactionInstruction } from '@solana/web3.js'
import nacl from 'tweetnacl'
import type { Moment } from './condition/time.ts'
import { InvalidInputError } from './errors.ts'
import { requireAddress, requireSeconds, requireU64 } from './input.ts'
import { limit, PROGRAM_ID } from './program.ts'

/** What an attestor says: a market's metric had this value at this moment. */
export interface Attestation {
  market: PublicKey
  /** How many holders; for an event 1 if it has taken place and 0 if not. */
  value: bigint
  observedAt: Moment
}

/** An attestor's signature. */
export interface AttestationSignature {
  attestor: PublicKey
  /** Ed25519, 64 bytes, over {@link attestationMessage}. */
  signature: Uint8Array
}

/** The most signatures that a transaction carries together with its decision and compute budget. */
export const MAX_QUORUM: number = /* @__PURE__ */ limit('maxQuorum')

/** Signed before everything else, so that a signature means this and nothing else. */
const DOMAIN = new TextEncoder().encode('prediction-market:attestation:v1')

/** Of a key, a signature, and the part of the instruction that says where they are. */
const KEY_LENGTH = 32
const SIGNATURE_LENGTH = 64
const OFFSETS_LENGTH = 14
const HEADER_LENGTH = 2

/** As an instruction's index: that very instruction. */
const THIS_INSTRUCTION = 0xffff

/** What attestors sign: domain, program, market, value (u64 LE), observed at (i64 LE, unix seconds). */
export function attestationMessage(attestation: Attestation, programId: PublicKey = PROGRAM_ID): Uint8Array {
  const message = new Uint8Array(DOMAIN.length + 2 * KEY_LENGTH + 16)
  const market = requireAddress('market', attestation.market)
  message.set(DOMAIN)
  message.set(programId.toBytes(), DOMAIN.length)
  message.set(market.toBytes(), DOMAIN.length + KEY_LENGTH)
  const numbers = new DataView(message.buffer, DOMAIN.length + 2 * KEY_LENGTH)
  numbers.setBigUint64(0, requireU64('value', attestation.value), true)
  numbers.setBigInt64(8, requireSeconds('observedAt', attestation.observedAt), true)
  return message
}

/** Signs an attestation. */
export function signAttestation(
  attestation: Attestation,
  attestor: Keypair,
  programId: PublicKey = PROGRAM_ID,
): AttestationSignature {
  const message = attestationMessage(attestation, programId)
  return { attestor: attestor.publicKey, signature: nacl.sign.detached(message, attestor.secretKey) }
}

/** Whether that attestor has signed that. */
export function verifyAttestation(
  attestation: Attestation,
  { attestor, signature }: AttestationSignature,
  programId: PublicKey = PROGRAM_ID,
): boolean {
  const isSignature = signature instanceof Uint8Array && signature.length === SIGNATURE_LENGTH
  const message = attestationMessage(attestation, programId)
  return isSignature && nacl.sign.detached.verify(message, signature, attestor.toBytes())
}

/**
 * Has the ed25519 program verify the signatures of a quorum. It must be the instruction right before
 * `resolveMarket`. Give as many as the market's attestor set asks for: each takes 110 bytes, and
 * {@link MAX_QUORUM} are all that a transaction carries.
 */
export function verifySignatures(
  attestation: Attestation,
  signatures: readonly AttestationSignature[],
  programId: PublicKey = PROGRAM_ID,
): TransactionInstruction {
  requireSignatures(attestation, signatures, programId)
  const message = attestationMessage(attestation, programId)
  const messageAt = HEADER_LENGTH + OFFSETS_LENGTH * signatures.length
  const signedAt = messageAt + message.length
  const data = Buffer.alloc(signedAt + (KEY_LENGTH + SIGNATURE_LENGTH) * signatures.length)
  data.writeUInt8(signatures.length, 0)
  data.set(message, messageAt)
  signatures.forEach(({ attestor, signature }, index) => {
    const keyAt = signedAt + (KEY_LENGTH + SIGNATURE_LENGTH) * index
    const signatureAt = keyAt + KEY_LENGTH
    data.set(attestor.toBytes(), keyAt)
    data.set(signature, signatureAt)
    const offsets = [signatureAt, THIS_INSTRUCTION, keyAt, THIS_INSTRUCTION]
    const fields = [...offsets, messageAt, message.length, THIS_INSTRUCTION]
    fields.forEach((field, part) => {
      data.writeUInt16LE(field, HEADER_LENGTH + OFFSETS_LENGTH * index + 2 * part)
    })
  })
  return new TransactionInstruction({ programId: Ed25519Program.programId, keys: [], data })
}

/** One signature that does not verify would fail the whole transaction. */
function requireSignatures(
  attestation: Attestation,
  signatures: readonly AttestationSignature[],
  programId: PublicKey,
): void {
  if (!Array.isArray(signatures) || signatures.length === 0) {
    throw new InvalidInputError('signatures', 'must be at least one')
  }
  signatures.forEach((signature, index) => {
    requireAddress(`signatures[${index}].attestor`, signature?.attestor)
    if (!verifyAttestation(attestation, signature, programId)) {
      throw new InvalidInputError(`signatures[${index}]`, 'does not verify')
    }
  })
  if (new Set(signatures.map(({ attestor }) => attestor.toBase58())).size < signatures.length) {
    throw new InvalidInputError('signatures', 'must be of distinct attestors')
  }
}
