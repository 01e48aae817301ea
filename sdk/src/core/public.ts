// The names that both clients export, whatever library they stand on.

export { AccountDataError, AccountNotFoundError, UnknownVersionError } from './accounts/data.ts'
export { formatAmount, MAX_U64, parseAmount } from './amounts.ts'
export type { Costs, NewMarketCosts } from './client/currencies.ts'
export { describeCondition } from './condition/describe.ts'
export { formatMoment, type Moment, toDate } from './condition/time.ts'
export { validateCondition } from './condition/validate.ts'
export { type CurrencyId, formatMoney, SOL_DECIMALS } from './currency.ts'
export { InvalidInputError, NotDecidableError } from './errors.ts'
export type { FollowOptions, Unsubscribe } from './follow/accounts.ts'
export type { ProgramErrorName } from './program.ts'
export { ProgramError } from './program-errors.ts'
export { FeedRefusedError } from './rules/feed-refused.ts'
export { odds, type Quote, quote } from './rules/odds.ts'
export { payoutRatio, positionDue } from './rules/payouts.ts'
export type { Amounts, DelegateLimits, Stakes } from './shapes.ts'
export type { PriorityFee } from './transaction/budget.ts'
export type { Sent } from './transaction/confirmation.ts'
export {
  NoPositionError,
  NoSolError,
  NoTokenAccountError,
  SigningError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from './transaction/errors.ts'
export type { Finality } from './transaction/status.ts'
