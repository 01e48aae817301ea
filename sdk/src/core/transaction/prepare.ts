// Prepares transactions: simulates them, and compiles them with fee, compute limit and a recent blockhash.

import { InvalidInputError } from '../errors.ts'
import { eventDecoder, type ProgramEventOf, readEvents } from '../events/data.ts'
import type { Chain, Codec, CompileInput, Compiler, Library, Wire } from '../wire.ts'
import * as budgets from './budget.ts'
import { toTransactionError } from './errors.ts'

/** The result of a simulation. */
export interface SimulationOf<Address> {
  /** The compute limit to send the transaction with. */
  computeUnits: number
  /** The events that it would emit. */
  events: ProgramEventOf<Address>[]
}

/** Simulates a transaction, which need not be signed. @throws ProgramError or TransactionFailedError */
export async function simulate<L extends Library>(
  wire: Codec<L> & Compiler<L> & Pick<Chain<L>, 'simulate'>,
  input: CompileInput<L>,
): Promise<SimulationOf<L['Address']>> {
  const transaction = requireFit(wire, wire.compile({ ...input, computeUnits: budgets.MAX_COMPUTE_UNITS }))
  const value = await wire.simulate(transaction)
  if (value.err) throw toTransactionError(value, wire.text(wire.program))
  const { unitsConsumed, logs } = value
  return {
    computeUnits:
      unitsConsumed === undefined ? budgets.MAX_COMPUTE_UNITS : budgets.computeLimit(unitsConsumed),
    events: readEvents(logs ?? [], wire.text(wire.program), eventDecoder(wire)).events,
  }
}

/** Refuses a transaction that is too large for the network. */
export function requireFit<L extends Library>(compiler: Compiler<L>, transaction: L['Transaction']) {
  if (compiler.fits(transaction)) return transaction
  throw new InvalidInputError('instructions', 'are too many for one transaction')
}

/** A transaction to compile; its blockhash is fetched. */
export interface PrepareInput<L extends Library>
  extends Omit<CompileInput<L>, 'blockhash' | 'priorityFee'>,
    budgets.FeeInput<L> {
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
export async function prepareTransaction<L extends Library>(wire: Wire<L>, input: PrepareInput<L>) {
  const loadedBytes = input.loadedBytes ?? (input.isUnique ? budgets.uniqueLoadedBytes() : undefined)
  const measured = { ...input, loadedBytes, priorityFee: budgets.anyPriorityFee(input.priorityFee) }
  const [computeUnits, priorityFee] = await Promise.all([
    input.computeUnits ?? simulate(wire, measured).then((simulation) => simulation.computeUnits),
    budgets.choosePriorityFee(wire, input),
  ])
  const lifetime = await wire.blockhash()
  const transaction = wire.compile({ ...measured, priorityFee, computeUnits, ...lifetime })
  return {
    transaction: requireFit(wire, transaction),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  }
}
