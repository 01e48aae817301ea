// Attestations: signing, checking, and the instruction that verifies them on chain.

import nacl from 'tweetnacl'
import { InvalidInputError } from '../errors.ts'
import { requireSeconds } from '../seconds.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { encodeAttestation, encodeVerification } from './attestation-bytes.ts'

/** A statement of an attestor: the market's condition was met, or was not, at this second. */
export interface Attestation<L extends Library> {
  market: AddressInput<L>
  /** Unix second. */
  second: bigint
  isMet: boolean
}

/** An attestor's signature. */
export interface AttestationSignature<Address> {
  attestor: Address
  /** Ed25519, 64 bytes, over {@link attestationMessage}. */
  signature: Uint8Array
}

/** An attestation about a market with the signatures of its attestors. */
export interface SignedAttestation<Address> {
  /** Unix second. */
  second: bigint
  isMet: boolean
  signatures: readonly AttestationSignature<Address>[]
}

/** The program that verifies signatures. */
export const ED25519_PROGRAM = 'Ed25519SigVerify111111111111111111111111111'

/** Bytes of a signature. */
const SIGNATURE_LENGTH = 64

/** The message that attestors sign: domain, program, market, second (i64 LE, unix), met (1 or 0). */
export function attestationMessage<L extends Library>(
  codec: Codec<L>,
  attestation: Attestation<L>,
): Uint8Array {
  return encodeAttestation({
    program: codec.bytes(codec.program),
    market: codec.bytes(codec.address('market', attestation.market)),
    second: requireSeconds('second', attestation.second),
    isMet: requireBoolean('isMet', attestation.isMet),
  })
}

/** Whether a signature of an attestation is valid. */
export function verifyAttestation<L extends Library>(
  codec: Codec<L>,
  attestation: Attestation<L>,
  { attestor, signature }: AttestationSignature<L['Address']>,
): boolean {
  const isSignature = signature instanceof Uint8Array && signature.length === SIGNATURE_LENGTH
  const message = attestationMessage(codec, attestation)
  return isSignature && nacl.sign.detached.verify(message, signature, codec.bytes(attestor))
}

/**
 * Builds the instruction by which the ed25519 program verifies the signatures of a quorum. It goes right before
 * `resolveMarket`. Give as many signatures as the threshold of the market's attestor set: each takes 110 bytes, and
 * those of the largest quorum fit into a transaction.
 */
export function verifySignatures<L extends Library>(
  codec: Codec<L>,
  attestation: Attestation<L>,
  signatures: readonly AttestationSignature<L['Address']>[],
): L['Instruction'] {
  requireSignatures(codec, attestation, signatures)
  const message = attestationMessage(codec, attestation)
  const keys = signatures.map(({ attestor, signature }) => ({ key: codec.bytes(attestor), signature }))
  const data = encodeVerification(message, keys)
  return codec.instruction({ program: codec.constant(ED25519_PROGRAM), accounts: [], data })
}

function requireBoolean(field: string, value: boolean): boolean {
  if (typeof value !== 'boolean') throw new InvalidInputError(field, 'must be true or false')
  return value
}

/** Checks the signatures here, because an invalid one would fail the whole transaction. */
function requireSignatures<L extends Library>(
  codec: Codec<L>,
  attestation: Attestation<L>,
  signatures: readonly AttestationSignature<L['Address']>[],
): void {
  if (!Array.isArray(signatures) || signatures.length === 0) {
    throw new InvalidInputError('signatures', 'must be at least one')
  }
  signatures.forEach((signature, index) => {
    codec.address(`signatures[${index}].attestor`, signature?.attestor)
    if (!verifyAttestation(codec, attestation, signature)) {
      throw new InvalidInputError(`signatures[${index}]`, 'does not verify')
    }
  })
  if (new Set(signatures.map(({ attestor }) => codec.text(attestor))).size < signatures.length) {
    throw new InvalidInputError('signatures', 'must be of distinct attestors')
  }
}
