// Attestations for Kit: the message that attestors sign, and the instruction that verifies their signatures.

import {
  type Address,
  address,
  getAddressEncoder,
  type Instruction,
  type InstructionWithData,
} from '@solana/kit'
import { InvalidInputError } from '../core/errors.ts'
import { encodeAttestation, encodeVerification } from '../core/oracle/attestation-bytes.ts'
import { PREDICTION_MARKET_PROGRAM_ADDRESS } from './generated/index.ts'

const ED25519_PROGRAM = /* @__PURE__ */ address('Ed25519SigVerify111111111111111111111111111')

/** A statement of attestors: the market's condition was met, or was not, at this second. */
export interface Attestation {
  market: Address
  /** Unix second. */
  second: bigint
  isMet: boolean
}

/** An attestor's signature. */
export interface AttestationSignature {
  attestor: Address
  /** Ed25519, 64 bytes, over {@link getAttestationMessage}. */
  signature: Uint8Array
}

/** The message that attestors sign. */
export function getAttestationMessage(
  { market, second, isMet }: Attestation,
  program: Address = PREDICTION_MARKET_PROGRAM_ADDRESS,
): Uint8Array {
  const encoder = getAddressEncoder()
  return encodeAttestation({
    program: encoder.encode(program),
    market: encoder.encode(market),
    second,
    isMet,
  })
}

/**
 * Builds the instruction by which the ed25519 program verifies the signatures of a quorum. It goes right before
 * `resolveMarket`, whose `evidence` is then the instructions sysvar.
 */
export function getVerifySignaturesInstruction(
  attestation: Attestation,
  signatures: readonly AttestationSignature[],
  program: Address = PREDICTION_MARKET_PROGRAM_ADDRESS,
): Instruction & InstructionWithData<Uint8Array> {
  if (signatures.length === 0) throw new InvalidInputError('signatures', 'must be at least one')
  const encoder = getAddressEncoder()
  const keys = signatures.map(({ attestor, signature }) => ({ key: encoder.encode(attestor), signature }))
  const data = encodeVerification(getAttestationMessage(attestation, program), keys)
  return { programAddress: ED25519_PROGRAM, data }
}
