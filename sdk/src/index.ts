export * from './accounts/index.ts'
export * from './amounts.ts'
export * from './burn.ts'
export * from './client/index.ts'
export * from './condition/describe.ts'
export * from './condition/kinds/index.ts'
export * from './condition/time.ts'
export { COMPARISONS, type Comparison, TIMINGS, type Timing } from './condition/types.ts'
export { type ConditionContext, validateCondition } from './condition/validate.ts'
export * from './currency.ts'
export * from './errors.ts'
export * from './events/index.ts'
export * from './feeds/lookup.ts'
export * from './feeds/table.ts'
export { IDL, type PredictionMarket } from './idl/prediction_market.ts'
export type { AddressInput } from './input.ts'
export * from './instructions/index.ts'
export * from './limits.ts'
export * from './market-id.ts'
export * from './odds.ts'
export * from './oracle/index.ts'
export * from './payouts.ts'
export * from './pda.ts'
export { type AccountName, PROGRAM_ID, type ProgramErrorName } from './program.ts'
export * from './program-errors.ts'
export * from './proof/index.ts'
export * from './question/index.ts'
export * from './request.ts'
export * from './rules/index.ts'
export * from './transaction/index.ts'
export type {
  Amounts,
  AuctionPrice,
  AuctionSettings,
  DelegateLimits,
  ExpectedTerms,
  FeeAmounts,
  Observation,
  Outcome,
  RecentStakes,
  Settings,
  Stakes,
  Terms,
} from './values.ts'
