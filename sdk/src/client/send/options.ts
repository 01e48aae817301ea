import type { AddressLookupTableAccount, Keypair } from '@solana/web3.js'
import type { PriorityFee } from '../../transaction/priority-fee.ts'
import type { TransactionSigner } from './signer.ts'
import type { WaitOptions } from './submitter.ts'

/** How transactions are made. */
export interface TransactionOptions {
  /** Micro-lamports offered for each compute unit, on top of the base fee, or `auto`; none by default. */
  priorityFee?: PriorityFee | undefined
  /** The most that `auto` offers; 1,000,000 by default. */
  maxPriorityFee?: bigint | undefined
  /** The compute limit; by default what a simulation takes, and a tenth more. */
  computeUnits?: number | undefined
  /** Tables that hold some of the addresses, so that more positions fit into a transaction. */
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
  /** Whether an equal transaction in the same slot is another one; only bets are by default. */
  isUnique?: boolean | undefined
}

/** How a transaction is made and signed; the client's own options are the defaults. */
export interface SendOptions extends TransactionOptions, WaitOptions {
  /** Signs and pays. */
  signer?: TransactionSigner | undefined
  /** Keys that must sign besides. */
  signers?: readonly Keypair[] | undefined
}

/** What a sender does unless a call says otherwise. */
export interface SenderOptions extends TransactionOptions {
  /** Signs and pays, unless a call names another signer. */
  signer?: TransactionSigner | undefined
}
