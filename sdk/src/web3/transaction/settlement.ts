// Splits the payment of positions into as few transactions as possible.

import type {
  AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import {
  type SettlementGroup,
  type SettlePositionsInput,
  settleGroups,
  settlementGroups,
} from '../../core/instructions/settle-positions.ts'
import { requireAddress } from '../input.ts'
import { PROGRAM_ID } from '../program-id.ts'
import {
  compileTransaction,
  fitsTransaction,
  MAX_COMPUTE_UNITS,
  NO_BLOCKHASH,
  type TransactionVersion,
} from './compile.ts'

/** Positions to pay, and options of the transactions. */
export interface SettlementInput extends Omit<SettlePositionsInput, 'keeper'> {
  /** Pays the fees of the transactions, and earns the rewards. */
  payer: PublicKey
  priorityFee?: bigint | undefined
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
  /** 0 by default. */
  version?: TransactionVersion | undefined
}

/** The positions that one transaction pays. */
export interface SettlementBatch {
  owners: PublicKey[]
  /** The accounts of the positions, for {@link settleGroups} with another keeper. */
  groups: SettlementGroup[]
  instruction: TransactionInstruction
}

/** The first batch size to try: how many SOL positions fit into a transaction without a lookup table. */
const FIRST_SIZE = 14

/**
 * Splits positions into as few transactions as possible: 14 positions each in SOL and 8 in UTILITY; up to 29 and 19
 * with lookup tables; 30 and 19 in version 1. At these sizes logs are not truncated.
 */
export function planSettlement(input: SettlementInput, programId: PublicKey = PROGRAM_ID): SettlementBatch[] {
  const { length } = input.positions
  if (length === 0) return []
  const cut = cutter(input, programId)
  const fits = (batch: SettlementBatch) => fitsTransaction(compile(batch, input))

  const batches: SettlementBatch[] = []
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
function cutter(input: SettlementInput, programId: PublicKey) {
  const settlement = { ...input, keeper: input.payer }
  const groups = settlementGroups(settlement, programId)
  return (start: number, size: number): SettlementBatch => {
    const some = groups.slice(start, start + size)
    return {
      owners: input.positions.slice(start, start + size).map(({ owner }) => requireAddress('owner', owner)),
      groups: some,
      instruction: settleGroups(settlement, some, programId),
    }
  }
}

/** Compiles the transaction that will be sent, but for its blockhash and compute limit, which have the same size. */
function compile({ instruction }: SettlementBatch, input: SettlementInput): VersionedTransaction {
  const { payer, priorityFee, lookupTables, version } = input
  return compileTransaction({
    payer,
    priorityFee,
    lookupTables,
    version,
    instructions: [instruction],
    blockhash: NO_BLOCKHASH,
    computeUnits: MAX_COMPUTE_UNITS,
  })
}
