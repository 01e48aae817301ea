// Exports of the web3.js client: its class, its parts, inputs and errors.

export type { TransactionEvents } from '../../web3/follow/subscriptions.ts'
export type { SendOptions, TransactionOptions } from '../../web3/send/options.ts'
export type { SendingWallet, TransactionSigner, WalletSigner } from '../../web3/send/signer.ts'
export {
  chainOf,
  fromWalletStandard,
  type StandardAccount,
  type StandardWallet,
} from '../../web3/send/wallet-standard.ts'
export type { FollowOptions, Unsubscribe } from '../follow/accounts.ts'
export { NotDecidableError } from '../oracle/find-proof.ts'
export { NoPositionError, NoSolError, NoTokenAccountError, SigningError } from '../transaction/failures.ts'
export type { BankrollFunds, Bankrolls } from './bankroll.ts'
export type { Bets } from './bets.ts'
export type { Burns } from './burns.ts'
export { type ClientOptions, type Holding, PredictionMarketClient } from './client.ts'
export type { Costs, NewMarketCosts } from './costs.ts'
export type { Decisions } from './decisions.ts'
export type {
  BankrollBetInput,
  BetInput,
  OpenMarketInput,
  Proof,
  ProofSources,
  ResolveInput,
} from './inputs.ts'
export type { Fetched, MarketRef } from './market-ref.ts'
export type { CreatedMarket, ListedMarket, Markets, MarketsChange } from './markets.ts'
export type { Settled } from './settlements.ts'
