// The SDK's main entry: everything that users of the client need. Subpaths, which package.json lists, have the rest.

export { AccountDataError, AccountNotFoundError } from './core/accounts/data.ts'
export { formatAmount, MAX_U64, parseAmount } from './core/amounts.ts'
export type { Costs, NewMarketCosts } from './core/client/costs.ts'
export { describeCondition } from './core/condition/describe.ts'
export { formatMoment, type Moment, toDate } from './core/condition/time.ts'
export type { Condition } from './core/condition/types.ts'
export { validateCondition } from './core/condition/validate.ts'
export { type CurrencyId, formatMoney, SOL_DECIMALS } from './core/currency.ts'
export { InvalidInputError, NotDecidableError, PredictionMarketError } from './core/errors.ts'
export type { FollowOptions, Unsubscribe } from './core/follow/accounts.ts'
export type { ProgramErrorName } from './core/program.ts'
export { ProgramError } from './core/program-errors.ts'
export { FeedRefusedError } from './core/rules/feed-refused.ts'
export { odds, type Quote, quote } from './core/rules/odds.ts'
export { payoutRatio, positionDue } from './core/rules/payouts.ts'
export type { Amounts, DelegateLimits, Outcome, Stakes } from './core/shapes.ts'
export type { Sent } from './core/transaction/confirmation.ts'
export {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from './core/transaction/errors.ts'
export {
  NoPositionError,
  NoSolError,
  NoTokenAccountError,
  SigningError,
} from './core/transaction/failures.ts'
export type { PriorityFee } from './core/transaction/priority-fee.ts'
export type { Finality } from './core/transaction/status.ts'
export type {
  AttestorSet,
  Bankroll,
  Config,
  FeeVault,
  Market,
  MarketStatus,
  Position,
} from './web3/accounts.ts'
export {
  type BankrollBetInput,
  type BankrollFunds,
  type Bankrolls,
  type BetInput,
  type Bets,
  type Burns,
  type ClientOptions,
  type CreatedMarket,
  type Decisions,
  type Fetched,
  type Holding,
  type ListedMarket,
  type MarketFilter,
  type MarketRef,
  type Markets,
  type MarketsChange,
  type OpenMarketInput,
  type PositionFilter,
  PredictionMarketClient,
  type Proof,
  type ProofSources,
  type ResolveInput,
  type SendOptions,
  type Settled,
  type TransactionEvents,
  type TransactionOptions,
} from './web3/client.ts'
export type { AddressInput } from './web3/input.ts'
export { fromMarketId, toMarketId } from './web3/market-id.ts'
export type { PreparedTransaction } from './web3/plans.ts'
export { PROGRAM_ID } from './web3/program-id.ts'
export type { SendingWallet, TransactionSigner, WalletSigner } from './web3/signer.ts'
export {
  chainOf,
  fromWalletStandard,
  type StandardAccount,
  type StandardWallet,
} from './web3/wallet-standard.ts'
