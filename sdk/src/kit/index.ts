// The SDK's entry `/kit`, for `@solana/kit`: a client, and builders, decoders, addresses and errors generated from the
// IDL. Imports no web3.js.

export * from '../core/public.ts'
export * from './attestation.ts'
export * from './client.ts'
export * from './condition.ts'
export * from './evidence.ts'
export type { ClientSubscriptions } from './feed.ts'
export * from './generated/index.ts'
export { type CurrencyInput, findTokenAccountPda, getSettledPositions } from './positions.ts'
export type { ClientRpc } from './rpc.ts'
