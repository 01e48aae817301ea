// The SDK's entry `/oracle/pyth`: reads Pyth prices and posts them on chain.

export {
  PYTH,
  PYTH_PRO,
  PYTH_RECEIVER,
  PYTH_RECEIVERS,
  type PythDeployment,
  pythDeployment,
} from './deployments.ts'
export { type HermesOptions, HermesPrices } from './hermes.ts'
export { HermesBusyError, HermesError } from './hermes-answer.ts'
export {
  closeMessage,
  messageFilters,
  type PlannedTransaction,
  type PostingInput,
  type PricePosting,
  planAtomicPosting,
  planPricePosting,
  postingSize,
  writeVaa,
} from './post.ts'
export { decodePriceUpdate, type PriceUpdateAccount, type VerificationLevel } from './price-account.ts'
export { type PriceSource, UnknownFeedError } from './price-source.ts'
export type { PriceUpdate } from './price-update.ts'
