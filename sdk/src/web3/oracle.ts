// The SDK's entry `/oracle`: attestations, evidence accounts, and the values that conditions measure, for web3.js.

import type { Commitment, Connection, Keypair, PublicKey } from '@solana/web3.js'
import nacl from 'tweetnacl'
import type { StateReading } from '../core/condition/kinds/index.ts'
import * as attestation from '../core/oracle/attestation.ts'
import * as attestors from '../core/oracle/collect.ts'
import * as evidence from '../core/oracle/evidence.ts'
import * as pump from '../core/oracle/pump.ts'
import * as state from '../core/oracle/state.ts'
import type { Measured } from '../core/rules/compare.ts'
import { bound, codecOf } from './codec.ts'
import type { AddressInput } from './input.ts'
import type { Web3 } from './library.ts'

export type { CollectOptions } from '../core/oracle/collect.ts'
export { hasMigrated, isCurveComplete, showMigration } from '../core/oracle/pump.ts'
export { canMint, isSupplyFixed, readSupply } from '../core/oracle/state.ts'

/** A statement of an attestor: the market's condition was met, or was not, at this second. */
export type Attestation = attestation.Attestation<Web3>
/** An attestor's signature. */
export type AttestationSignature = attestation.AttestationSignature<PublicKey>
/** An attestation about a market with the signatures of its attestors. */
export type SignedAttestation = attestation.SignedAttestation<PublicKey>
/** The condition whose evidence is needed. */
export type StateInput = evidence.StateInput<Web3>
/** The market to decide, and its proof. */
export type DecisionInput = evidence.DecisionInput<Web3>
/** The accounts of `resolveMarket` that prove the answer. */
export type ResolutionEvidence = evidence.ResolutionEvidence<PublicKey>

/** The message that attestors sign: domain, program, market, second (i64 LE, unix), met (1 or 0). */
export const attestationMessage = /* @__PURE__ */ bound(attestation.attestationMessage<Web3>)

/** Signs an attestation. */
export function signAttestation(
  statement: Attestation,
  attestor: Keypair,
  programId?: AddressInput,
): AttestationSignature {
  const message = attestationMessage(statement, programId)
  return { attestor: attestor.publicKey, signature: nacl.sign.detached(message, attestor.secretKey) }
}

/** Whether a signature of an attestation is valid. */
export const verifyAttestation = /* @__PURE__ */ bound(attestation.verifyAttestation<Web3>)
/** Builds the instruction that verifies the signatures of a quorum; it goes right before `resolveMarket`. */
export const verifySignatures = /* @__PURE__ */ bound(attestation.verifySignatures<Web3>)
/** Collects the attestation that decides a market; `null` if there is none yet. */
export const collectAttestation = /* @__PURE__ */ bound(attestors.collectAttestation<Web3>)
/** The evidence accounts of a bet. */
export const betEvidence = /* @__PURE__ */ bound(evidence.betEvidence<Web3>)
/** The evidence accounts of a new market. */
export const creationEvidence = /* @__PURE__ */ bound(evidence.creationEvidence<Web3>)
/** The evidence accounts of a decision. */
export const resolutionEvidence = /* @__PURE__ */ bound(evidence.resolutionEvidence<Web3>)
/** The pump.fun bonding curve of a token. */
export const findBondingCurve = /* @__PURE__ */ bound(pump.findBondingCurve<Web3>)

/** The PumpSwap pool that the migration of a token creates; traded against wrapped SOL by default. */
export function findMigrationPool(token: AddressInput, quoteMint?: AddressInput): PublicKey {
  return pump.findMigrationPool(codecOf(), token, quoteMint)
}

/** The mint that a token is traded against, from the data of its bonding curve: wrapped SOL for most. */
export const readQuoteMint = /* @__PURE__ */ bound(pump.readQuoteMint<Web3>)

/** Fetches values from the accounts of tokens, by token in base58. Tokens without a value are left out. */
export async function fetchState(
  reading: StateReading,
  tokens: readonly PublicKey[],
  connection: Connection,
  commitment?: Commitment,
): Promise<Map<string, Measured>> {
  const values = await state.fetchState(codecOf(), reading, tokens, (addresses) =>
    connection.getMultipleAccountsInfo([...addresses], commitment),
  )
  const found = tokens.map((token, index) => [token.toBase58(), values[index]] as const)
  return new Map(found.filter((one): one is [string, Measured] => one[1] != null))
}

/** Sources of current values. */
export interface ValueSources extends Pick<state.ValueSourcesOf, 'prices'> {
  connection: Connection
  commitment?: Commitment | undefined
}

/**
 * Fetches the current value of what a condition measures, an exact decimal; of a migration 0 or 1.
 *
 * @returns `undefined` if no source has it; attestors measure for open markets only
 */
export function fetchCurrentValue(
  measured: state.MeasuredQuantity,
  token: PublicKey | null,
  { connection, commitment, prices }: ValueSources,
): Promise<string | undefined> {
  return state.fetchCurrentValue(measured, {
    prices,
    state: async (reading) =>
      (token && (await fetchState(reading, [token], connection, commitment)).get(token.toBase58())) ?? null,
  })
}
