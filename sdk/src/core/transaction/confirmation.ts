// The result of a transaction: confirmed, failed, expired or unconfirmed.

import type { ProgramError } from '../program-errors.ts'
import type * as errors from './errors.ts'

/** A signed transaction. */
export interface SignedTransaction {
  /** As in web3.js. */
  transaction: { signatures: readonly Uint8Array[]; serialize(): Uint8Array }
  /** The last block that can include it. */
  lastValidBlockHeight: number
  /** Whether the node skips its simulation; it does by default. */
  skipPreflight?: boolean | undefined
}

/** A confirmed transaction. */
export interface Sent {
  signature: string
  slot: number
}

/**
 * How a transaction ended. `failed`: a block included it and it had no effect, or the node refused it, and then there
 * is no slot. `expired`: no block included it and none can any more. `unconfirmed`: the node stopped answering, or
 * waiting was aborted; it may still be confirmed.
 */
export type Confirmation =
  | (Sent & { status: 'confirmed' })
  | {
      status: 'failed'
      signature: string
      slot: number | null
      error: ProgramError | errors.TransactionFailedError
    }
  | { status: 'expired'; signature: string; error: errors.TransactionExpiredError }
  | { status: 'unconfirmed'; signature: string; error: errors.TransactionUnconfirmedError }

/**
 * Returns a confirmed transaction.
 *
 * @throws ProgramError if a program refused it, errors.TransactionFailedError if it failed otherwise,
 *   errors.TransactionExpiredError if no block included it, errors.TransactionUnconfirmedError if the node stopped answering
 */
export function requireConfirmed(confirmation: Confirmation): Sent {
  if (confirmation.status !== 'confirmed') throw confirmation.error
  const { signature, slot } = confirmation
  return { signature, slot }
}
