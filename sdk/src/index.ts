export { AccountDataError, identifyAccount } from './account-data.ts'
export * from './accounts.ts'
export * from './amounts.ts'
export * from './attestation.ts'
export * from './client/index.ts'
export { IDL, type PredictionMarket } from './complete-idl.ts'
export * from './condition/describe.ts'
export { type Contradiction, findContradiction } from './condition/question/agreement.ts'
export {
  type EventOffer,
  type Measured,
  parseQuestion,
  QUESTION_EXAMPLES,
  type QuestionContext,
  type QuestionResult,
  questionMeasures,
} from './condition/question/parse.ts'
export * from './condition/time.ts'
export * from './condition/types.ts'
export { type ConditionContext, validateCondition } from './condition/validate.ts'
export * from './errors.ts'
export type { EventData, EventName, ProgramEvent } from './event-data.ts'
export * from './events.ts'
export * from './evidence.ts'
export * from './feeds/lookup.ts'
export * from './feeds/table.ts'
export * from './filters.ts'
export * from './instructions/index.ts'
export * from './market-id.ts'
export {
  BASIS_POINTS,
  type FeeShares,
  type Fees,
  fees,
  isVoid,
  MAX_FEE_BPS,
  type Outcome,
  odds,
  oddsBps,
  payout,
  payoutRatio,
  positionPayout,
  type Quote,
  type QuoteInput,
  quote,
  type Stakes,
} from './odds.ts'
export * from './pda.ts'
export { type AccountName, PROGRAM_ID, type ProgramErrorName } from './program.ts'
export * from './program-errors.ts'
export * from './pump.ts'
export * from './request.ts'
export * from './transaction.ts'
export type { FeeAmounts, Observation, Terms } from './values.ts'
