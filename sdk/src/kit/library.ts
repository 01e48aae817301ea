// The types of Kit that the client is made of.

import type {
  Address,
  AddressesByLookupTableAddress,
  Instruction,
  Transaction,
  TransactionSigner,
  TransactionWithLifetime,
} from '@solana/kit'
import type { Library } from '../core/wire.ts'

/** The types of Kit. */
export interface Kit extends Library {
  Address: Address
  Instruction: Instruction
  Wallet: TransactionSigner
  Signer: TransactionSigner
  Transaction: Transaction & TransactionWithLifetime
  LookupTable: AddressesByLookupTableAddress
}
