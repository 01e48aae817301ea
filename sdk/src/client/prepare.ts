import { type Connection, PublicKey, type VersionedTransaction } from '@solana/web3.js'
import { InvalidInputError } from '../errors.ts'
import {
  compileTransaction,
  computeLimit,
  fitsTransaction,
  MAX_COMPUTE_UNITS,
  type TransactionInput,
} from '../transaction.ts'
import { toTransactionError } from './errors.ts'
import type { Finality } from './send.ts'

/** A transaction to put together; the blockhash is fetched. */
export interface PrepareInput extends Omit<TransactionInput, 'blockhash'> {
  connection: Connection
  commitment: Finality
  programId: PublicKey
}

/** A transaction that is ready to be signed. */
export interface PreparedTransaction {
  transaction: VersionedTransaction
  /** The last block that can take it in. */
  lastValidBlockHeight: number
}

/** Stands in where a transaction is not meant to be sent. */
export const NO_BLOCKHASH = PublicKey.default.toBase58()

/**
 * Makes a transaction of instructions: simulates it, unless it is told how many compute units it takes, and
 * gives it the limit that follows. Two calls to the node.
 *
 * @throws ProgramError or TransactionFailedError if it would fail as things stand
 */
export async function prepareTransaction(input: PrepareInput): Promise<PreparedTransaction> {
  const { connection, commitment } = input
  const computeUnits = input.computeUnits ?? (await simulatedLimit(input))
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash(commitment)
  const transaction = compileTransaction({ ...input, computeUnits, blockhash })
  return { transaction: requireFit(transaction), lastValidBlockHeight }
}

async function simulatedLimit(input: PrepareInput): Promise<number> {
  const { connection, commitment, programId } = input
  const transaction = compileTransaction({
    ...input,
    computeUnits: MAX_COMPUTE_UNITS,
    blockhash: NO_BLOCKHASH,
  })
  const options = { commitment, replaceRecentBlockhash: true, sigVerify: false }
  const { value } = await connection.simulateTransaction(requireFit(transaction), options)
  if (value.err) throw toTransactionError(value, programId)
  return value.unitsConsumed === undefined ? MAX_COMPUTE_UNITS : computeLimit(value.unitsConsumed)
}

function requireFit(transaction: VersionedTransaction): VersionedTransaction {
  if (fitsTransaction(transaction)) return transaction
  throw new InvalidInputError('instructions', 'are too many for one transaction')
}
