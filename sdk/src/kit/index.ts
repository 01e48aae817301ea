// The door for `@solana/kit`: builders, decoders, addresses and errors that are generated from the IDL, and beside
// them what the IDL cannot say. Imports neither web3.js nor Anchor.
export { formatAmount, parseAmount } from '../amounts.ts'
export { SOL_DECIMALS } from '../currency.ts'
export { InvalidInputError } from '../errors.ts'
export * from './attestation.ts'
export * from './condition.ts'
export * from './evidence.ts'
export * from './generated/index.ts'
export * from './positions.ts'
