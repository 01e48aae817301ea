// Prepares transactions: chooses fee and compute limit, and compiles them with a recent blockhash.

import type { PublicKey, VersionedTransaction } from '@solana/web3.js'
import { uniqueLoadedBytes } from '../../core/transaction/budget.ts'
import type { Finality } from '../../core/transaction/status.ts'
import { compileTransaction, type TransactionInput } from './compile.ts'
import { anyPriorityFee, choosePriorityFee, type FeeInput } from './priority-fee.ts'
import { requireFit, simulate } from './simulate.ts'

/** A transaction to compile; its blockhash is fetched. */
export interface PrepareInput extends Omit<TransactionInput, 'blockhash' | 'priorityFee'>, FeeInput {
  commitment: Finality
  programId: PublicKey
  /** Whether this transaction must differ from an equal one of another call: two equal bets are two bets. */
  isUnique?: boolean | undefined
}

/** A transaction that is ready to be signed. */
export interface PreparedTransaction {
  transaction: VersionedTransaction
  /** The last block that can include it. */
  lastValidBlockHeight: number
}

/**
 * Compiles a transaction with a recent blockhash. Unless its compute limit is given, it is simulated to find one.
 * Two calls to the node, and one at the same time for the fee `auto`.
 *
 * @throws ProgramError or TransactionFailedError if it would fail now
 */
export async function prepareTransaction(input: PrepareInput): Promise<PreparedTransaction> {
  const loadedBytes = input.loadedBytes ?? (input.isUnique ? uniqueLoadedBytes() : undefined)
  const measured = { ...input, loadedBytes, priorityFee: anyPriorityFee(input.priorityFee) }
  const [computeUnits, priorityFee] = await Promise.all([
    input.computeUnits ?? simulate(measured).then((simulation) => simulation.computeUnits),
    choosePriorityFee(input),
  ])
  const { blockhash, lastValidBlockHeight } = await input.connection.getLatestBlockhash(input.commitment)
  const transaction = compileTransaction({ ...measured, priorityFee, computeUnits, blockhash })
  return { transaction: requireFit(transaction), lastValidBlockHeight }
}
