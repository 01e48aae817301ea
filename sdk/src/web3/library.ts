// The types of web3.js that the client is made of.

import type * as web3 from '@solana/web3.js'
import type { Library } from '../core/wire.ts'
import type { TransactionSigner } from './signer.ts'

/** The types of web3.js. */
export interface Web3 extends Library {
  Address: web3.PublicKey
  Instruction: web3.TransactionInstruction
  Wallet: TransactionSigner
  Signer: web3.Keypair
  Transaction: web3.VersionedTransaction
  LookupTable: web3.AddressLookupTableAccount
}
