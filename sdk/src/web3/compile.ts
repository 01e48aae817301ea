// Compiles versioned transactions and checks their size.

import {
  ComputeBudgetProgram,
  MessageV0,
  type PublicKey,
  type TransactionConfig,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { Buffer } from 'buffer'
import { InvalidInputError } from '../core/errors.ts'
import * as budgets from '../core/transaction/budget.ts'
import type { CompileInput } from '../core/wire.ts'
import { requireAddress } from './input.ts'
import type { Web3 } from './library.ts'
import { messageV1, writableV1 } from './version-1.ts'

/** An account of a message. */
interface Account {
  key: PublicKey
  isSigner: boolean
  isWritable: boolean
  index: number
}

/** The most accounts of a message, which have indexes of one byte. */
const MAX_ACCOUNTS = 256

/**
 * Compiles a message of version 0 without lookup tables, byte by byte as `TransactionMessage` of web3.js does. That takes
 * four times as long, because it compares addresses in base58.
 */
function compileStatic(
  payer: PublicKey,
  recentBlockhash: string,
  instructions: readonly TransactionInstruction[],
): MessageV0 {
  const accounts = new Map<string, Account>()
  const add = (key: PublicKey, isSigner: boolean, isWritable: boolean): Account => {
    const name = String.fromCharCode(...key.toBytes())
    const account = accounts.get(name) ?? { key, isSigner: false, isWritable: false, index: 0 }
    account.isSigner ||= isSigner
    account.isWritable ||= isWritable
    accounts.set(name, account)
    return account
  }
  add(payer, true, true)
  const used = instructions.map(({ programId, keys, data }) => ({
    program: add(programId, false, false),
    keys: keys.map(({ pubkey, isSigner, isWritable }) => add(pubkey, isSigner, isWritable)),
    data,
  }))
  if (accounts.size > MAX_ACCOUNTS) throw new Error('Max static account keys length exceeded')
  const sorted = [...accounts.values()].sort((a, b) => rankOf(a) - rankOf(b))
  sorted.forEach((account, index) => {
    account.index = index
  })
  const count = (isCounted: (account: Account) => boolean) => sorted.filter(isCounted).length
  return new MessageV0({
    header: {
      numRequiredSignatures: count(({ isSigner }) => isSigner),
      numReadonlySignedAccounts: count(({ isSigner, isWritable }) => isSigner && !isWritable),
      numReadonlyUnsignedAccounts: count(({ isSigner, isWritable }) => !isSigner && !isWritable),
    },
    staticAccountKeys: sorted.map(({ key }) => key),
    recentBlockhash,
    compiledInstructions: used.map(({ program, keys, data }) => ({
      programIdIndex: program.index,
      accountKeyIndexes: keys.map(({ index }) => index),
      data,
    })),
    addressTableLookups: [],
  })
}

/** Signers come first, and among equals those that are written. */
function rankOf({ isSigner, isWritable }: Account): number {
  return (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
}

/** A placeholder blockhash for a transaction that is only measured or simulated. */
export const NO_BLOCKHASH = '11111111111111111111111111111111'

/** A transaction that has yet to be signed. */
export interface TransactionInput extends Omit<CompileInput<Web3>, 'lastValidBlockHeight'> {
  /** A recent one, or {@link NO_BLOCKHASH}. */
  blockhash: string
}

/** Compiles a versioned transaction. */
export function compileTransaction(input: TransactionInput): VersionedTransaction {
  const { version = 0, lookupTables = [] } = input
  const budget = budgets.requireBudget(input)
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
  const maxSize = transaction.version === 1 ? budgets.MAX_V1_SIZE : budgets.MAX_V0_SIZE
  return accounts <= budgets.MAX_TRANSACTION_ACCOUNTS && sizeOf(transaction) <= maxSize
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

function budgetInstructions(budget: budgets.Budget): TransactionInstruction[] {
  const { programId } = ComputeBudgetProgram
  return budgets
    .budgetData(budget)
    .map((data) => new TransactionInstruction({ programId, keys: [], data: Buffer.from(data) }))
}

/** A message of version 1 contains its limits, and one priority fee in lamports. */
function budgetConfig(budget: budgets.Budget): TransactionConfig {
  const { computeUnits = budgets.MAX_COMPUTE_UNITS, priorityFee } = budget
  return {
    computeUnitLimit: computeUnits,
    loadedAccountsDataSizeLimit: budget.loadedBytes ?? budgets.LOADED_DATA_SIZE,
    priorityFee:
      priorityFee === undefined ? null : Number(budgets.priorityLamports(computeUnits, priorityFee)),
    heapSize: null,
  }
}

function requireInstructions(instructions: readonly TransactionInstruction[]) {
  if (!Array.isArray(instructions) || instructions.length === 0) {
    throw new InvalidInputError('instructions', 'must be at least one')
  }
  return instructions as readonly TransactionInstruction[]
}
