// Attestations: signing, checking, and the instruction that verifies them on chain.

import nacl from 'tweetnacl'
import { InvalidInputError } from '../errors.ts'
import { requireSeconds } from '../numbers.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'

/** The prefix of every signed message, so that a signature cannot be used for anything else. */
const DOMAIN = /* @__PURE__ */ new TextEncoder().encode('prediction-market:attestation:v1')

/** Bytes of a key, a signature, their offsets in the instruction, and its header. */
const KEY_LENGTH = 32
const SIGNATURE_LENGTH = 64
const OFFSETS_LENGTH = 14
const HEADER_LENGTH = 2

/** The instruction index that means the instruction itself. */
const THIS_INSTRUCTION = 0xffff

/** The data of the ed25519 program's instruction that verifies signatures over one message. */
function encodeVerification(
  message: Uint8Array,
  signatures: readonly { key: ArrayLike<number>; signature: ArrayLike<number> }[],
): Uint8Array {
  const messageAt = HEADER_LENGTH + OFFSETS_LENGTH * signatures.length
  const signedAt = messageAt + message.length
  const data = new Uint8Array(signedAt + (KEY_LENGTH + SIGNATURE_LENGTH) * signatures.length)
  const view = new DataView(data.buffer)
  data[0] = signatures.length
  data.set(message, messageAt)
  signatures.forEach(({ key, signature }, index) => {
    const keyAt = signedAt + (KEY_LENGTH + SIGNATURE_LENGTH) * index
    const signatureAt = keyAt + KEY_LENGTH
    data.set(key, keyAt)
    data.set(signature, signatureAt)
    const offsets = [signatureAt, THIS_INSTRUCTION, keyAt, THIS_INSTRUCTION]
    const fields = [...offsets, messageAt, message.length, THIS_INSTRUCTION]
    fields.forEach((field, part) => {
      view.setUint16(HEADER_LENGTH + OFFSETS_LENGTH * index + 2 * part, field, true)
    })
  })
  return data
}

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

/** The message that attestors sign: domain, program, market, second (i64 LE, unix), met (1 or 0). */
export function attestationMessage<L extends Library>(codec: Codec<L>, attestation: Attestation<L>) {
  const message = new Uint8Array(DOMAIN.length + 2 * KEY_LENGTH + 8 + 1)
  message.set(DOMAIN)
  message.set(codec.bytes(codec.program), DOMAIN.length)
  message.set(codec.bytes(codec.address('market', attestation.market)), DOMAIN.length + KEY_LENGTH)
  const said = new DataView(message.buffer, DOMAIN.length + 2 * KEY_LENGTH)
  said.setBigInt64(0, requireSeconds('second', attestation.second), true)
  said.setUint8(8, requireBoolean('isMet', attestation.isMet) ? 1 : 0)
  return message
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
