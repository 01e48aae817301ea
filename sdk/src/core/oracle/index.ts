// The SDK's entry `/oracle`: attestations, evidence accounts, and the values that conditions measure.

export {
  type Attestation,
  type AttestationSignature,
  attestationMessage,
  type SignedAttestation,
  signAttestation,
  verifyAttestation,
  verifySignatures,
} from './attestation.ts'
export { type CollectOptions, collectAttestation } from './attestors.ts'
export { fetchCurrentValue, type ValueSources } from './current-value.ts'
export {
  betEvidence,
  creationEvidence,
  type DecisionInput,
  type ResolutionEvidence,
  resolutionEvidence,
  type StateInput,
} from './evidence.ts'
export { canMint, isSupplyFixed, readSupply } from './mint.ts'
export {
  findBondingCurve,
  findMigrationPool,
  hasMigrated,
  isCurveComplete,
  readQuoteMint,
  showMigration,
} from './pump.ts'
export { fetchState } from './state.ts'
