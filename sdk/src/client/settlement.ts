import {
  type AddressLookupTableAccount,
  type PublicKey,
  TransactionInstruction,
  type VersionedTransaction,
} from '@solana/web3.js'
import { type SettlePositionsInput, settlePositions } from '../instructions/settle-positions.ts'
import { PROGRAM_ID } from '../program.ts'
import { compileTransaction, fitsTransaction, MAX_COMPUTE_UNITS } from '../transaction.ts'
import { NO_BLOCKHASH } from './prepare.ts'

/** Positions to pay, and the transactions that are to do it. */
export interface SettlementInput extends SettlePositionsInput {
  /** Pays the fees of the transactions. */
  payer: PublicKey
  priorityFee?: bigint | undefined
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
}

/** One transaction's worth of positions. */
export interface SettlementBatch {
  owners: PublicKey[]
  instruction: TransactionInstruction
}

/** Where measuring begins: what a transaction carries of SOL positions without a lookup table. */
const FIRST_SIZE = 14

/**
 * Splits positions into as few transactions as carry them, by measuring each: 14 in SOL, 8 in UTILITY, with
 * lookup tables up to 29 and 19. The logs of all of these fit into what a node keeps of them.
 */
export function planSettlement(input: SettlementInput, programId: PublicKey = PROGRAM_ID): SettlementBatch[] {
  const { length } = input.positions
  if (length === 0) return []
  const cut = cutter(input, programId)
  const fits = (batch: SettlementBatch) => fitsTransaction(compile(batch, input))

  const batches: SettlementBatch[] = []
  for (let start = 0, size = FIRST_SIZE; start < length; start += size) {
    // What fitted before is likely to fit again: try that, and then less or more.
    size = Math.min(size, length - start)
    while (size > 1 && !fits(cut(start, size))) size -= 1
    while (start + size < length && fits(cut(start, size + 1))) size += 1
    batches.push(cut(start, size))
  }
  return batches
}

/** Cuts batches out of one instruction for all, so that every address is derived once. */
function cutter(input: SettlementInput, programId: PublicKey) {
  const { keys, data } = settlePositions(input, programId)
  const groupSize = input.mint ? 3 : 2
  const first = keys.length - groupSize * input.positions.length
  return (start: number, size: number): SettlementBatch => {
    const from = first + groupSize * start
    const groups = keys.slice(from, from + groupSize * size)
    return {
      owners: input.positions.slice(start, start + size).map(({ owner }) => owner),
      instruction: new TransactionInstruction({
        programId,
        data,
        keys: [...keys.slice(0, first), ...groups],
      }),
    }
  }
}

/** The transaction as it will be sent, but for its blockhash and the compute limit, whose size is the same. */
function compile({ instruction }: SettlementBatch, input: SettlementInput): VersionedTransaction {
  const { payer, priorityFee, lookupTables } = input
  return compileTransaction({
    ...{ payer, priorityFee, lookupTables, instructions: [instruction] },
    ...{ blockhash: NO_BLOCKHASH, computeUnits: MAX_COMPUTE_UNITS },
  })
}
