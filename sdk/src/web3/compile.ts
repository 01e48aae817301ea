// Compiles versioned transactions and checks their size.

import {
  type AddressLookupTableAccount,
  ComputeBudgetProgram,
  type PublicKey,
  type TransactionConfig,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { Buffer } from 'buffer'
import { InvalidInputError } from '../core/errors.ts'
import {
  type Budget,
  budgetData,
  LOADED_DATA_SIZE,
  MAX_COMPUTE_UNITS,
  MAX_TRANSACTION_ACCOUNTS,
  MAX_V0_SIZE,
  MAX_V1_SIZE,
  priorityLamports,
  requireBudget,
} from '../core/transaction/budget.ts'
import type { TransactionVersion } from '../core/wire.ts'
import { requireAddress } from './input.ts'
import { compileStatic } from './static-message.ts'
import { messageV1, writableV1 } from './version-1.ts'

/** A placeholder blockhash for a transaction that is only measured or simulated. */
export const NO_BLOCKHASH = '11111111111111111111111111111111'

/** A transaction that has yet to be signed. */
export interface TransactionInput {
  /** Pays the fees and signs first. */
  payer: PublicKey
  instructions: readonly TransactionInstruction[]
  /** A recent one, or {@link NO_BLOCKHASH}. */
  blockhash: string
  /** 0 by default. */
  version?: TransactionVersion | undefined
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
  const { version = 0, lookupTables = [] } = input
  const budget = requireBudget(input)
  const payerKey = requireAddress('payer', input.payer)
  const recentBlockhash = input.blockhash
  const instructions = [
    ...(version === 0 ? budgetInstructions(budget) : []),
    ...requireInstructions(input.instructions),
  ]
  const compiled =
    lookupTables.length === 0
      ? compileStatic(payerKey, recentBlockhash, instructions)
      : new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message([
          ...lookupTables,
        ])
  if (version === 0) return new VersionedTransaction(compiled)
  if (lookupTables.length > 0) {
    throw new InvalidInputError('lookupTables', 'must be empty: transactions of version 1 use none')
  }
  const { header, staticAccountKeys, compiledInstructions } = compiled
  return writableV1(
    messageV1({
      header,
      staticAccountKeys,
      recentBlockhash,
      compiledInstructions,
      transactionConfig: budgetConfig(budget),
    }),
  )
}

/** Whether the network would accept a transaction, by its bytes and the accounts that it locks. */
export function fitsTransaction(transaction: VersionedTransaction): boolean {
  const { staticAccountKeys, addressTableLookups } = transaction.message
  const lookedUp = addressTableLookups.map((t) => t.readonlyIndexes.length + t.writableIndexes.length)
  const accounts = lookedUp.reduce((sum, count) => sum + count, staticAccountKeys.length)
  const maxSize = transaction.version === 1 ? MAX_V1_SIZE : MAX_V0_SIZE
  return accounts <= MAX_TRANSACTION_ACCOUNTS && sizeOf(transaction) <= maxSize
}

/** Bytes on the wire, including signatures; infinite if web3.js cannot serialize it. */
function sizeOf(transaction: VersionedTransaction): number {
  try {
    return transaction.serialize().length
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}

function budgetInstructions(budget: Budget): TransactionInstruction[] {
  const { programId } = ComputeBudgetProgram
  return budgetData(budget).map(
    (data) => new TransactionInstruction({ programId, keys: [], data: Buffer.from(data) }),
  )
}

/** A message of version 1 contains its limits, and one priority fee in lamports. */
function budgetConfig(budget: Budget): TransactionConfig {
  const { computeUnits = MAX_COMPUTE_UNITS, priorityFee, loadedBytes = LOADED_DATA_SIZE } = budget
  return {
    computeUnitLimit: computeUnits,
    loadedAccountsDataSizeLimit: loadedBytes,
    priorityFee: priorityFee === undefined ? null : Number(priorityLamports(computeUnits, priorityFee)),
    heapSize: null,
  }
}

function requireInstructions(instructions: readonly TransactionInstruction[]) {
  if (!Array.isArray(instructions) || instructions.length === 0) {
    throw new InvalidInputError('instructions', 'must be at least one')
  }
  return instructions as readonly TransactionInstruction[]
}
