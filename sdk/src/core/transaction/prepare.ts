// Prepares transactions: chooses fee and compute limit, and compiles them with a recent blockhash.

import type { CompileInput, Library, Wire } from '../wire.ts'
import { uniqueLoadedBytes } from './budget.ts'
import { anyPriorityFee, choosePriorityFee, type FeeInput } from './priority-fee.ts'
import { requireFit, simulate } from './simulate.ts'

/** A transaction to compile; its blockhash is fetched. */
export interface PrepareInput<L extends Library>
  extends Omit<CompileInput<L>, 'blockhash' | 'priorityFee'>,
    FeeInput<L> {
  /** Whether this transaction must differ from an equal one of another call: two equal bets are two bets. */
  isUnique?: boolean | undefined
}

/** A transaction that is ready to be signed. */
export interface PreparedTransactionOf<L extends Library> {
  transaction: L['Transaction']
  /** The last block that can include it. */
  lastValidBlockHeight: number
}

/**
 * Compiles a transaction with a recent blockhash. Unless its compute limit is given, it is simulated to find one.
 * Two calls to the node, and one at the same time for the fee `auto`.
 *
 * @throws ProgramError or TransactionFailedError if it would fail now
 */
export async function prepareTransaction<L extends Library>(
  wire: Wire<L>,
  input: PrepareInput<L>,
): Promise<PreparedTransactionOf<L>> {
  const loadedBytes = input.loadedBytes ?? (input.isUnique ? uniqueLoadedBytes() : undefined)
  const measured = { ...input, loadedBytes, priorityFee: anyPriorityFee(input.priorityFee) }
  const [computeUnits, priorityFee] = await Promise.all([
    input.computeUnits ?? simulate(wire, measured).then((simulation) => simulation.computeUnits),
    choosePriorityFee(wire, input),
  ])
  const lifetime = await wire.blockhash()
  const transaction = wire.compile({ ...measured, priorityFee, computeUnits, ...lifetime })
  return {
    transaction: requireFit(wire, transaction),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  }
}
