// Options of the client's transactions.

import type { AddressLookupTableAccount, Keypair } from '@solana/web3.js'
import type { PriorityFee } from '../transaction/priority-fee.ts'
import type { TransactionSigner } from './signer.ts'
import type { WaitOptions } from './submitter.ts'

/** How transactions are built. */
export interface TransactionOptions {
  /** Micro-lamports offered for each compute unit, on top of the base fee, or `auto`; none by default. */
  priorityFee?: PriorityFee | undefined
  /** The most that `auto` offers; 1,000,000 by default. */
  maxPriorityFee?: bigint | undefined
  /** The compute limit; by default what a simulation takes, and a tenth more. */
  computeUnits?: number | undefined
  /** Tables that hold some of the addresses, so that more positions fit into a transaction. */
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
  /** Whether two equal transactions in one slot both take effect; by default only those of bets do. */
  isUnique?: boolean | undefined
}

/** How a transaction is built and signed; the client's own options are the defaults. */
export interface SendOptions extends TransactionOptions, WaitOptions {
  /** Signs and pays. */
  signer?: TransactionSigner | undefined
  /** Additional signers. */
  signers?: readonly Keypair[] | undefined
}

/** Defaults of a sender. */
export interface SenderOptions extends TransactionOptions {
  /** Signs and pays, unless a call names another signer. */
  signer?: TransactionSigner | undefined
}
