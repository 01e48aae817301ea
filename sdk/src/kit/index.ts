// The SDK's entry `/kit`, for `@solana/kit`: a client, and builders, decoders, addresses and errors generated from the
// IDL. Imports no web3.js.

// Instead of Codama's type of this name, which is that of the program's error codes.
export { PredictionMarketError } from '../core/errors.ts'
export { type HermesOptions, HermesPrices } from '../core/oracle/pyth/hermes.ts'
export { HermesBusyError, HermesError } from '../core/oracle/pyth/hermes-answer.ts'
export { type PriceSource, type PriceUpdate, UnknownFeedError } from '../core/oracle/pyth/price-source.ts'
export * from '../core/public.ts'
export { submitPlan } from '../core/transaction/plan.ts'
export * from './client.ts'
export * from './generated/index.ts'
export type { ClientRpc, ClientSubscriptions } from './library.ts'
