export { type BankrollFunds, BankrollPlanner } from './bankroll.ts'
export * from './client.ts'
export { DecisionPlanner } from './decision.ts'
export { NoSolError, NoTokenAccountError, SigningError } from './failures.ts'
export { NotDecidableError, type ProofSources } from './find-proof.ts'
export type { FollowOptions } from './follow.ts'
export type { MarketsChange } from './follow-markets.ts'
export { MarketFollower } from './follower.ts'
export type * from './inputs.ts'
export { MarketPlanner, type PlannerOptions } from './planner.ts'
export {
  type Fetched,
  type ListedMarket,
  MarketReader,
  type MarketRef,
  type ReaderOptions,
} from './reader.ts'
export { submitPlan } from './resolution.ts'
export type { WaitOptions } from './sender.ts'
export type { SendingAdapter, SendingWallet, TransactionSigner, WalletSigner } from './signer.ts'
export type { TransactionEvents, Unsubscribe } from './subscriptions.ts'
export * from './wallet-standard.ts'
export { delaySocketFailures } from './websocket.ts'
