import {
  type AddressLookupTableAccount,
  type PublicKey,
  TransactionInstruction,
  type VersionedTransaction,
} from '@solana/web3.js'
import { requireAddress } from '../input.ts'
import { type SettlePositionsInput, settlePositions } from '../instructions/settle-positions.ts'
import { PROGRAM_ID } from '../program.ts'
import { compileTransaction, fitsTransaction, MAX_COMPUTE_UNITS, NO_BLOCKHASH } from './compile.ts'

/** Positions to pay, and how the transactions that pay them are made. */
export interface SettlementInput extends SettlePositionsInput {
  /** Pays the fees of the transactions. */
  payer: PublicKey
  priorityFee?: bigint | undefined
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
}

/** The positions that one transaction pays. */
export interface SettlementBatch {
  owners: PublicKey[]
  instruction: TransactionInstruction
}

/** The first size to try: the SOL positions that a transaction carries without a lookup table. */
const FIRST_SIZE = 14

/**
 * Splits positions into as few transactions as can carry them: 14 positions each in SOL and 8 in UTILITY, with
 * lookup tables up to 29 and 19. None of these has its logs truncated.
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

/** Cuts batches out of one instruction for all positions, so that every address is derived once. */
function cutter(input: SettlementInput, programId: PublicKey) {
  const { keys, data } = settlePositions(input, programId)
  const groupSize = input.mint ? 3 : 2
  const first = keys.length - groupSize * input.positions.length
  return (start: number, size: number): SettlementBatch => {
    const from = first + groupSize * start
    const groups = keys.slice(from, from + groupSize * size)
    return {
      owners: input.positions.slice(start, start + size).map(({ owner }) => requireAddress('owner', owner)),
      instruction: new TransactionInstruction({
        programId,
        data,
        keys: [...keys.slice(0, first), ...groups],
      }),
    }
  }
}

/** Compiles the transaction that will be sent, but for its blockhash and compute limit, which have the same size. */
function compile({ instruction }: SettlementBatch, input: SettlementInput): VersionedTransaction {
  const { payer, priorityFee, lookupTables } = input
  return compileTransaction({
    payer,
    priorityFee,
    lookupTables,
    instructions: [instruction],
    blockhash: NO_BLOCKHASH,
    computeUnits: MAX_COMPUTE_UNITS,
  })
}
