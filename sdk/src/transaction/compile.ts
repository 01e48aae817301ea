import {
  type AddressLookupTableAccount,
  ComputeBudgetProgram,
  PACKET_DATA_SIZE,
  type PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { Buffer } from 'buffer'
import { InvalidInputError } from '../errors.ts'
import { requireAddress, requireInteger, requireU64 } from '../input.ts'

/** The longest transaction that the network carries, in bytes. */
export const MAX_TRANSACTION_SIZE = PACKET_DATA_SIZE

/** The most compute units that a transaction can ask for. */
export const MAX_COMPUTE_UNITS = 1_400_000

/** The most accounts that a transaction can lock. */
export const MAX_TRANSACTION_ACCOUNTS = 64

/** Stands in for a blockhash in a transaction that is only measured or simulated. */
export const NO_BLOCKHASH = '11111111111111111111111111111111'

/** The most bytes of accounts that a transaction can load. */
export const MAX_LOADED_BYTES = 64 * 1_024 * 1_024

/** `SetLoadedAccountsDataSizeLimit` of the compute budget program, which web3.js does not have. */
const SET_LOADED_BYTES = 4

/** A transaction that has yet to be signed. */
export interface TransactionInput {
  /** Pays the fees and signs first. */
  payer: PublicKey
  instructions: readonly TransactionInstruction[]
  /** A recent one, or {@link NO_BLOCKHASH}. */
  blockhash: string
  /** The most compute units it may take; the runtime's default per instruction if absent. */
  computeUnits?: number | undefined
  /** Micro-lamports offered for each compute unit, on top of the base fee. */
  priorityFee?: bigint | undefined
  /** The most bytes of accounts that it may load; the runtime's 64 MiB if absent. */
  loadedBytes?: number | undefined
  /** Tables that hold some of the addresses, so that more of them fit. */
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
}

/** Compiles a versioned transaction. */
export function compileTransaction(input: TransactionInput): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: requireAddress('payer', input.payer),
    recentBlockhash: input.blockhash,
    instructions: [...budgetInstructions(input), ...requireInstructions(input.instructions)],
  })
  return new VersionedTransaction(message.compileToV0Message([...(input.lookupTables ?? [])]))
}

/** Whether the network would carry a transaction: its bytes, and the accounts that it locks. */
export function fitsTransaction(transaction: VersionedTransaction): boolean {
  const { staticAccountKeys, addressTableLookups } = transaction.message
  const lookedUp = addressTableLookups.map((t) => t.readonlyIndexes.length + t.writableIndexes.length)
  const accounts = lookedUp.reduce((sum, count) => sum + count, staticAccountKeys.length)
  return accounts <= MAX_TRANSACTION_ACCOUNTS && sizeOf(transaction) <= MAX_TRANSACTION_SIZE
}

/** The compute limit for a transaction that consumed `unitsConsumed` when it was simulated. */
export function computeLimit(unitsConsumed: number): number {
  // A tenth more, and at least 500: accounts may change before it runs.
  return Math.min(MAX_COMPUTE_UNITS, Math.ceil(unitsConsumed * 1.1) + 500)
}

/** Bytes on the wire, signatures included; infinite for what web3.js cannot even write. */
function sizeOf(transaction: VersionedTransaction): number {
  try {
    return transaction.serialize().length
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}

function budgetInstructions({
  computeUnits,
  priorityFee,
  loadedBytes,
}: TransactionInput): TransactionInstruction[] {
  const instructions: TransactionInstruction[] = []
  if (computeUnits !== undefined) {
    const units = requireInteger('computeUnits', computeUnits, 1, MAX_COMPUTE_UNITS)
    instructions.push(ComputeBudgetProgram.setComputeUnitLimit({ units }))
  }
  if (priorityFee !== undefined) {
    const microLamports = requireU64('priorityFee', priorityFee)
    instructions.push(ComputeBudgetProgram.setComputeUnitPrice({ microLamports }))
  }
  if (loadedBytes !== undefined) {
    const data = Buffer.from([SET_LOADED_BYTES, 0, 0, 0, 0])
    data.writeUInt32LE(requireInteger('loadedBytes', loadedBytes, 1, MAX_LOADED_BYTES), 1)
    const { programId } = ComputeBudgetProgram
    instructions.push(new TransactionInstruction({ programId, keys: [], data }))
  }
  return instructions
}

function requireInstructions(instructions: readonly TransactionInstruction[]) {
  if (!Array.isArray(instructions) || instructions.length === 0) {
    throw new InvalidInputError('instructions', 'must be at least one')
  }
  return instructions as readonly TransactionInstruction[]
}
