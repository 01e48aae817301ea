// Options of the client's transactions.

import type { Library, TransactionVersion } from '../wire.ts'
import type { PriorityFee } from './budget.ts'
import type { Finality } from './status.ts'

/** How transactions are built. */
export interface TransactionOptions<L extends Library> {
  /** Micro-lamports offered for each compute unit, on top of the base fee, or `auto`; none by default. */
  priorityFee?: PriorityFee | undefined
  /** The most that `auto` offers; 1,000,000 by default. */
  maxPriorityFee?: bigint | undefined
  /** The compute limit; by default what a simulation takes, and a tenth more. */
  computeUnits?: number | undefined
  /** Tables that hold some of the addresses, so that more positions fit into a transaction. */
  lookupTables?: readonly L['LookupTable'][] | undefined
  /** 0 by default; 1 allows longer transactions, where the cluster accepts it. */
  version?: TransactionVersion | undefined
  /** Whether two equal transactions in one slot both take effect; by default only those of bets do. */
  isUnique?: boolean | undefined
}

/** How a transaction is followed once it is signed. */
export interface WaitOptions {
  /** How final the transaction must be before the call returns; the client's by default. */
  commitment?: 'processed' | Finality | undefined
  /** Called with the signature as soon as the transaction is sent. */
  onSent?: ((signature: string) => void) | undefined
  /**
   * Stops the call. Before the transaction is sent, the call throws the signal's reason and nothing happens;
   * afterwards it throws `TransactionUnconfirmedError`, because the transaction may still be confirmed.
   */
  signal?: AbortSignal | undefined
}

/** How a transaction is built and signed; the client's own options are the defaults. */
export interface SendOptions<L extends Library> extends TransactionOptions<L>, WaitOptions {
  /** Signs and pays. */
  signer?: L['Wallet'] | undefined
  /** Additional signers. */
  signers?: readonly L['Signer'][] | undefined
}

/** Defaults of a sender. */
export interface SenderOptions<L extends Library> extends TransactionOptions<L> {
  /** Signs and pays, unless a call names another signer. */
  signer?: L['Wallet'] | undefined
}
