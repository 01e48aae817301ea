import { Ed25519Program, type Keypair, type PublicKey, TransactionInstruction } from '@solana/web3.js'
import nacl from 'tweetnacl'
import { InvalidInputError } from '../errors.ts'
import { requireAddress, requireSeconds } from '../input.ts'
import { PROGRAM_ID } from '../program.ts'

/** A statement of an attestor: the market's condition was met, or was not, at this second. */
export interface Attestation {
  market: PublicKey
  /** Unix second. */
  second: bigint
  isMet: boolean
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

/** The message that attestors sign: domain, program, market, second (i64 LE, unix), met (1 or 0). */
export function attestationMessage(attestation: Attestation, programId: PublicKey = PROGRAM_ID): Uint8Array {
  const message = new Uint8Array(DOMAIN.length + 2 * KEY_LENGTH + 8 + 1)
  const market = requireAddress('market', attestation.market)
  message.set(DOMAIN)
  message.set(programId.toBytes(), DOMAIN.length)
  message.set(market.toBytes(), DOMAIN.length + KEY_LENGTH)
  const said = new DataView(message.buffer, DOMAIN.length + 2 * KEY_LENGTH)
  said.setBigInt64(0, requireSeconds('second', attestation.second), true)
  said.setUint8(8, requireBoolean('isMet', attestation.isMet) ? 1 : 0)
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
 * a transaction has room for those of the largest quorum.
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

function requireBoolean(field: string, value: boolean): boolean {
  if (typeof value !== 'boolean') throw new InvalidInputError(field, 'must be true or false')
  return value
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
