export type { DecisionProof } from './compare.ts'
export * from './decision.ts'
export type { DecisionEvidence } from './evidence.ts'
export * from './verify.ts'
