// The SDK's main entry: everything that users of the client need. Subpaths, which package.json lists, have the rest.

export { AccountDataError, AccountNotFoundError } from './core/accounts/data.ts'
export type {
  AttestorSet,
  Bankroll,
  Config,
  FeeVault,
  Market,
  MarketStatus,
  Position,
} from './core/accounts/decode.ts'
export type { MarketFilter, PositionFilter } from './core/accounts/filters.ts'
export { formatAmount, MAX_U64, parseAmount } from './core/amounts.ts'
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
} from './core/client/index.ts'
export { describeCondition } from './core/condition/describe.ts'
export { formatMoment, type Moment, toDate } from './core/condition/time.ts'
export type { Condition } from './core/condition/types.ts'
export { validateCondition } from './core/condition/validate.ts'
export { type CurrencyId, formatMoney, SOL_DECIMALS } from './core/currency.ts'
export { InvalidInputError, PredictionMarketError } from './core/errors.ts'
export type { ProgramErrorName } from './core/program.ts'
export { ProgramError } from './core/program-errors.ts'
export { FeedRefusedError } from './core/rules/feed-refused.ts'
export { odds, type Quote, quote } from './core/rules/odds.ts'
export { payoutRatio, positionDue } from './core/rules/payouts.ts'
export type { Sent } from './core/transaction/confirmation.ts'
export {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from './core/transaction/errors.ts'
export type { Finality } from './core/transaction/status.ts'
export type { Amounts, DelegateLimits, Outcome, Stakes } from './core/values.ts'
export type { AddressInput } from './web3/input.ts'
export { fromMarketId, toMarketId } from './web3/market-id.ts'
export { PROGRAM_ID } from './web3/program-id.ts'
export type { PreparedTransaction } from './web3/transaction/prepare.ts'
export type { PriorityFee } from './web3/transaction/priority-fee.ts'
