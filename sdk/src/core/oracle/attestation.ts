// Attestations: signing, checking, and the instruction that verifies them on chain.

import { Ed25519Program, type Keypair, type PublicKey, TransactionInstruction } from '@solana/web3.js'
import { Buffer } from 'buffer'
import nacl from 'tweetnacl'
import { type AddressInput, requireAddress, requireSeconds } from '../../web3/input.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { InvalidInputError } from '../errors.ts'
import { encodeAttestation, encodeVerification } from './attestation-bytes.ts'

/** A statement of an attestor: the market's condition was met, or was not, at this second. */
export interface Attestation {
  market: AddressInput
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

/** Bytes of a signature. */
const SIGNATURE_LENGTH = 64

/** The message that attestors sign: domain, program, market, second (i64 LE, unix), met (1 or 0). */
export function attestationMessage(
  attestation: Attestation,
  programId: AddressInput = PROGRAM_ID,
): Uint8Array {
  return encodeAttestation({
    program: requireAddress('programId', programId).toBytes(),
    market: requireAddress('market', attestation.market).toBytes(),
    second: requireSeconds('second', attestation.second),
    isMet: requireBoolean('isMet', attestation.isMet),
  })
}

/** Signs an attestation. */
export function signAttestation(
  attestation: Attestation,
  attestor: Keypair,
  programId: AddressInput = PROGRAM_ID,
): AttestationSignature {
  const message = attestationMessage(attestation, programId)
  return { attestor: attestor.publicKey, signature: nacl.sign.detached(message, attestor.secretKey) }
}

/** Whether a signature of an attestation is valid. */
export function verifyAttestation(
  attestation: Attestation,
  { attestor, signature }: AttestationSignature,
  programId: AddressInput = PROGRAM_ID,
): boolean {
  const isSignature = signature instanceof Uint8Array && signature.length === SIGNATURE_LENGTH
  const message = attestationMessage(attestation, programId)
  return isSignature && nacl.sign.detached.verify(message, signature, attestor.toBytes())
}

/**
 * Builds the instruction by which the ed25519 program verifies the signatures of a quorum. It goes right before
 * `resolveMarket`. Give as many signatures as the threshold of the market's attestor set: each takes 110 bytes, and
 * those of the largest quorum fit into a transaction.
 */
export function verifySignatures(
  attestation: Attestation,
  signatures: readonly AttestationSignature[],
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  requireSignatures(attestation, signatures, programId)
  const message = attestationMessage(attestation, programId)
  const keys = signatures.map(({ attestor, signature }) => ({ key: attestor.toBytes(), signature }))
  const data = Buffer.from(encodeVerification(message, keys))
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
  programId: AddressInput,
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
