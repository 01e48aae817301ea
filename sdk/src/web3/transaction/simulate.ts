// Simulates transactions.

import type { Commitment, Connection, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { InvalidInputError } from '../../core/errors.ts'
import { type ProgramEvent, parseEvents } from '../../core/events/parse.ts'
import { toTransactionError } from '../../core/transaction/errors.ts'
import {
  compileTransaction,
  computeLimit,
  fitsTransaction,
  MAX_COMPUTE_UNITS,
  NO_BLOCKHASH,
  type TransactionInput,
} from './compile.ts'

/** A transaction to simulate. */
export interface SimulateInput extends Omit<TransactionInput, 'blockhash' | 'computeUnits'> {
  connection: Connection
  commitment: Commitment
  programId: PublicKey
}

/** The result of a simulation. */
export interface Simulation {
  /** The compute limit to send the transaction with. */
  computeUnits: number
  /** The events that it would emit. */
  events: ProgramEvent[]
}

/**
 * Simulates a transaction, which need not be signed. One call to the node.
 *
 * @throws ProgramError or TransactionFailedError if it would fail now
 */
export async function simulate(input: SimulateInput): Promise<Simulation> {
  const { connection, commitment, programId } = input
  const computeUnits = MAX_COMPUTE_UNITS
  const transaction = requireFit(compileTransaction({ ...input, computeUnits, blockhash: NO_BLOCKHASH }))
  const options = { commitment, replaceRecentBlockhash: true, sigVerify: false }
  const { value } = await connection.simulateTransaction(transaction, options)
  if (value.err) throw toTransactionError(value, programId)
  const { unitsConsumed, logs } = value
  return {
    computeUnits: unitsConsumed === undefined ? MAX_COMPUTE_UNITS : computeLimit(unitsConsumed),
    events: parseEvents(logs ?? [], programId).events,
  }
}

/** Refuses a transaction that is too large for the network. */
export function requireFit(transaction: VersionedTransaction): VersionedTransaction {
  if (fitsTransaction(transaction)) return transaction
  throw new InvalidInputError('instructions', 'are too many for one transaction')
}
