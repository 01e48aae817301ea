// The SDK's entry `/kit`, for `@solana/kit`: a client, and builders, decoders, addresses and errors generated from the
// IDL. Imports no web3.js.

export { AccountDataError, AccountNotFoundError, UnknownVersionError } from '../core/accounts/data.ts'
export { formatAmount, parseAmount } from '../core/amounts.ts'
export { SOL_DECIMALS } from '../core/currency.ts'
export { InvalidInputError, NotDecidableError } from '../core/errors.ts'
export { ProgramError } from '../core/program-errors.ts'
export { FeedRefusedError } from '../core/rules/feed-refused.ts'
export type { HoldingResult, HoldingValue } from '../core/rules/holdings.ts'
export { odds, type Quote, quote } from '../core/rules/odds.ts'
export { payoutRatio, positionDue } from '../core/rules/payouts.ts'
export type { Sent } from '../core/transaction/confirmation.ts'
export {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '../core/transaction/errors.ts'
export {
  NoPositionError,
  NoSolError,
  NoTokenAccountError,
  SigningError,
} from '../core/transaction/failures.ts'
export * from './attestation.ts'
export {
  type BetInput,
  type ClientOptions,
  type CreatedMarket,
  type Fetched,
  type FetchedMarket,
  type Holding,
  type ListedMarket,
  type MarketFilter,
  type MarketRef,
  type OpenMarketInput,
  type PositionFilter,
  PredictionMarketClient,
  type PreparedTransaction,
  type Proof,
  type ProofSources,
  type ResolveInput,
  type SendOptions,
  type Settled,
  type TransactionEvents,
  type TransactionOptions,
} from './client.ts'
export * from './condition.ts'
export * from './evidence.ts'
export type { ClientSubscriptions } from './feed.ts'
export * from './generated/index.ts'
export { type CurrencyInput, findTokenAccountPda, getSettledPositions } from './positions.ts'
export type { ClientRpc } from './rpc.ts'
