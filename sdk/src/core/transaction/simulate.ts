// Simulates transactions.

import { InvalidInputError } from '../errors.ts'
import { eventDecoder, type ProgramEventOf } from '../events/data.ts'
import { readEvents } from '../events/read.ts'
import type { Chain, Codec, CompileInput, Compiler, Library } from '../wire.ts'
import { computeLimit, MAX_COMPUTE_UNITS } from './budget.ts'
import { toTransactionError } from './errors.ts'

/** The result of a simulation. */
export interface SimulationOf<Address> {
  /** The compute limit to send the transaction with. */
  computeUnits: number
  /** The events that it would emit. */
  events: ProgramEventOf<Address>[]
}

/**
 * Simulates a transaction, which need not be signed. One call to the node.
 *
 * @throws ProgramError or TransactionFailedError if it would fail now
 */
export async function simulate<L extends Library>(
  wire: Codec<L> & Compiler<L> & Pick<Chain<L>, 'simulate'>,
  input: CompileInput<L>,
): Promise<SimulationOf<L['Address']>> {
  const transaction = requireFit(wire, wire.compile({ ...input, computeUnits: MAX_COMPUTE_UNITS }))
  const value = await wire.simulate(transaction)
  if (value.err) throw toTransactionError(value, wire.text(wire.program))
  const { unitsConsumed, logs } = value
  return {
    computeUnits: unitsConsumed === undefined ? MAX_COMPUTE_UNITS : computeLimit(unitsConsumed),
    events: readEvents(logs ?? [], wire.text(wire.program), eventDecoder(wire)).events,
  }
}

/** Refuses a transaction that is too large for the network. */
export function requireFit<L extends Library>(
  compiler: Compiler<L>,
  transaction: L['Transaction'],
): L['Transaction'] {
  if (compiler.fits(transaction)) return transaction
  throw new InvalidInputError('instructions', 'are too many for one transaction')
}
