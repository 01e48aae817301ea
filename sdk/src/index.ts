// The SDK's main entry: everything that users of the client need. Subpaths, which package.json lists, have the rest.

export type { Condition } from './core/condition/types.ts'
export { PredictionMarketError } from './core/errors.ts'
export * from './core/public.ts'
export type { Outcome } from './core/shapes.ts'
export type {
  AttestorSet,
  Bankroll,
  Config,
  FeeVault,
  Market,
  MarketStatus,
  Position,
} from './web3/accounts.ts'
export * from './web3/client.ts'
export { type AddressInput, PROGRAM_ID } from './web3/input.ts'
export { fromMarketId, toMarketId } from './web3/pda.ts'
export type { SendingWallet, TransactionSigner, WalletSigner } from './web3/signer.ts'
export * from './web3/wallet-standard.ts'
