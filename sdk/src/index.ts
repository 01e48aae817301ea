// The SDK's main entry: everything that users of the client need. Subpaths, which package.json lists, have the rest.

export { AccountDataError, AccountNotFoundError } from './accounts/data.ts'
export type {
  AttestorSet,
  Bankroll,
  Config,
  FeeVault,
  Market,
  MarketStatus,
  Position,
} from './accounts/decode.ts'
export type { MarketFilter, PositionFilter } from './accounts/filters.ts'
export { formatAmount, MAX_U64, parseAmount } from './amounts.ts'
export {
  type BankrollBetInput,
  type BankrollFunds,
  type Bankrolls,
  type BetInput,
  type Bets,
  type Burns,
  type ClientOptions,
  type Costs,
  type CreatedMarket,
  chainOf,
  type Decisions,
  type Fetched,
  type FollowOptions,
  fromWalletStandard,
  type Holding,
  type ListedMarket,
  type MarketRef,
  type Markets,
  type MarketsChange,
  type NewMarketCosts,
  NoPositionError,
  NoSolError,
  NoTokenAccountError,
  NotDecidableError,
  type OpenMarketInput,
  PredictionMarketClient,
  type Proof,
  type ProofSources,
  type ResolveInput,
  type SendingWallet,
  type SendOptions,
  type Settled,
  SigningError,
  type StandardAccount,
  type StandardWallet,
  type TransactionEvents,
  type TransactionOptions,
  type TransactionSigner,
  type Unsubscribe,
  type WalletSigner,
} from './client/index.ts'
export { describeCondition } from './condition/describe.ts'
export { formatMoment, type Moment, toDate } from './condition/time.ts'
export type { Condition } from './condition/types.ts'
export { validateCondition } from './condition/validate.ts'
export { type CurrencyId, formatMoney, SOL_DECIMALS } from './currency.ts'
export { InvalidInputError, PredictionMarketError } from './errors.ts'
export type { AddressInput } from './input.ts'
export { fromMarketId, toMarketId } from './market-id.ts'
export type { ProgramErrorName } from './program.ts'
export { ProgramError } from './program-errors.ts'
export { PROGRAM_ID } from './program-id.ts'
export { FeedRefusedError } from './rules/feed-refused.ts'
export { odds, type Quote, quote } from './rules/odds.ts'
export { payoutRatio, positionDue } from './rules/payouts.ts'
export type { Sent } from './transaction/confirmation.ts'
export {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from './transaction/errors.ts'
export type { PreparedTransaction } from './transaction/prepare.ts'
export type { PriorityFee } from './transaction/priority-fee.ts'
export type { Finality } from './transaction/status.ts'
export type { Amounts, DelegateLimits, Outcome, Stakes } from './values.ts'
