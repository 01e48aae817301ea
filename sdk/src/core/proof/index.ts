// The SDK's entry `/proof`: reads and verifies the decision of a market from the chain.

export type { DecisionProof } from './compare.ts'
export {
  type DecisionTransactions,
  findDecision,
  type MarketDecision,
  ProofMissingError,
  readDecision,
} from './decision.ts'
export type { DecisionEvidence } from './evidence.ts'
export { type DecisionCheck, type VerifiedDecision, verifyDecision } from './verify.ts'
