// Splits the payment of positions into as few transactions as possible.

import * as settle from '../instructions/settle-positions.ts'
import type { Codec, Compiler, Library, TransactionVersion } from '../wire.ts'
import { MAX_COMPUTE_UNITS } from './budget.ts'

/** Positions to pay, and options of the transactions. */
export interface SettlementInputOf<L extends Library> extends Omit<settle.SettlePositionsInput<L>, 'keeper'> {
  /** Pays the fees of the transactions, and earns the rewards. */
  payer: L['Address']
  priorityFee?: bigint | undefined
  lookupTables?: readonly L['LookupTable'][] | undefined
  /** 0 by default. */
  version?: TransactionVersion | undefined
}

/** The positions that one transaction pays. */
export interface SettlementBatchOf<L extends Library> {
  owners: L['Address'][]
  /** The accounts of the positions, for {@link settleGroups} with another keeper. */
  groups: settle.SettlementGroup<L['Address']>[]
  instruction: L['Instruction']
}

/** The first batch size to try: how many SOL positions fit into a transaction without a lookup table. */
const FIRST_SIZE = 14

/**
 * Splits positions into as few transactions as possible: 14 positions each in SOL and 8 in UTILITY; up to 29 and 19
 * with lookup tables; 30 and 19 in version 1. At these sizes logs are not truncated.
 */
export function planSettlement<L extends Library>(
  wire: Codec<L> & Compiler<L>,
  input: SettlementInputOf<L>,
): SettlementBatchOf<L>[] {
  const { length } = input.positions
  if (length === 0) return []
  const cut = cutter(wire, input)
  const fits = (batch: SettlementBatchOf<L>) => wire.fits(compile(wire, batch, input))

  const batches: SettlementBatchOf<L>[] = []
  for (let start = 0, size = FIRST_SIZE; start < length; start += size) {
    // The size of the last batch is likely to fit again: try it, then less or more.
    size = Math.min(size, length - start)
    while (size > 1 && !fits(cut(start, size))) size -= 1
    while (start + size < length && fits(cut(start, size + 1))) size += 1
    batches.push(cut(start, size))
  }
  return batches
}

/** Cuts batches out of the groups of all positions, so that every address is derived once. */
function cutter<L extends Library>(codec: Codec<L>, input: SettlementInputOf<L>) {
  const settlement = { ...input, keeper: input.payer }
  const groups = settle.settlementGroups(codec, settlement)
  return (start: number, size: number): SettlementBatchOf<L> => {
    const some = groups.slice(start, start + size)
    return {
      owners: input.positions.slice(start, start + size).map(({ owner }) => codec.address('owner', owner)),
      groups: some,
      instruction: settle.settleGroups(codec, settlement, some),
    }
  }
}

/** Compiles the transaction that will be sent, but for its blockhash and compute limit, which have the same size. */
function compile<L extends Library>(
  compiler: Compiler<L>,
  { instruction }: SettlementBatchOf<L>,
  { payer, priorityFee, lookupTables, version }: SettlementInputOf<L>,
): L['Transaction'] {
  const budget = { priorityFee, computeUnits: MAX_COMPUTE_UNITS }
  return compiler.compile({ payer, lookupTables, version, instructions: [instruction], ...budget })
}
