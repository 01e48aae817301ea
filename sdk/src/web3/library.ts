// The types of web3.js that the client is made of.

import type {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import type { Library } from '../core/wire.ts'
import type { TransactionSigner } from './signer.ts'

/** The types of web3.js. */
export interface Web3 extends Library {
  Address: PublicKey
  Instruction: TransactionInstruction
  Wallet: TransactionSigner
  Signer: Keypair
  Transaction: VersionedTransaction
  LookupTable: AddressLookupTableAccount
}
