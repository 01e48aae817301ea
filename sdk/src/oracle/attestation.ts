import { Ed25519Program, type Keypair, type PublicKey, TransactionInstruction } from '@solana/web3.js'
import nacl from 'tweetnacl'
import type { Moment } from '../condition/time.ts'
import { InvalidInputError } from '../errors.ts'
import { requireAddress, requireSeconds, requireU64 } from '../input.ts'
import { MAX_QUORUM } from '../limits.ts'
import { PROGRAM_ID } from '../program.ts'

/** A statement of an attestor: the market's metric had this value at this moment. */
export interface Attestation {
  market: PublicKey
  /** The number of holders; for an event 1 if it has happened and 0 if not. */
  value: bigint
  observedAt: Moment
}

/** An attestor's signature. */
export interface AttestationSignature {
  attestor: PublicKey
  /** Ed25519, 64 bytes, over {@link attestationMessage}. */
  signature: Uint8Array
}

/** An attestation about a market with the signatures of its attestors. */
export interface SignedAttestation extends Omit<Attestation, 'market'> {
  signatures: readonly AttestationSignature[]
}

/** The first bytes of every signed message, so that no signature can be used for anything else. */
const DOMAIN = new TextEncoder().encode('prediction-market:attestation:v1')

/** Bytes of a key, a signature, their offsets in the instruction, and its header. */
const KEY_LENGTH = 32
const SIGNATURE_LENGTH = 64
const OFFSETS_LENGTH = 14
const HEADER_LENGTH = 2

/** The instruction index that stands for the instruction itself. */
const THIS_INSTRUCTION = 0xffff

/** The message that attestors sign: domain, program, market, value (u64 LE), observed at (i64 LE, unix seconds). */
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

/** Whether a signature of an attestation is valid. */
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
 * Builds the instruction by which the ed25519 program verifies the signatures of a quorum. It goes right before
 * `resolveMarket`. Give as many signatures as the threshold of the market's attestor set: each takes 110 bytes, and
 * a transaction carries {@link MAX_QUORUM}.
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

/** Checks the signatures here, because an invalid one would fail the whole transaction. */
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
