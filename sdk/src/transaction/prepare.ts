import type { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { compileTransaction, type TransactionInput } from './compile.ts'
import { requireFit, simulate } from './simulate.ts'
import type { Finality } from './status.ts'

/** A transaction to compile; its blockhash is fetched. */
export interface PrepareInput extends Omit<TransactionInput, 'blockhash'> {
  connection: Connection
  commitment: Finality
  programId: PublicKey
}

/** A transaction that is ready to be signed. */
export interface PreparedTransaction {
  transaction: VersionedTransaction
  /** The last block that can include it. */
  lastValidBlockHeight: number
}

/**
 * Compiles a transaction with a recent blockhash. Unless its compute limit is given, it is simulated to find one.
 * Two calls to the node.
 *
 * @throws ProgramError or TransactionFailedError if it would fail now
 */
export async function prepareTransaction(input: PrepareInput): Promise<PreparedTransaction> {
  const computeUnits = input.computeUnits ?? (await simulate(input)).computeUnits
  const { blockhash, lastValidBlockHeight } = await input.connection.getLatestBlockhash(input.commitment)
  const transaction = compileTransaction({ ...input, computeUnits, blockhash })
  return { transaction: requireFit(transaction), lastValidBlockHeight }
}
