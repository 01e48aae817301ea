import { VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import type { InstructionTrace, TracedInstruction } from './ledger.ts'

/** The fields that are read of a `getTransaction` response in base64. */
export interface RawTransaction {
  transaction: [base64: string, encoding: string]
  meta: {
    logMessages?: string[] | null
    preBalances: number[]
    postBalances: number[]
    loadedAddresses?: { writable: string[]; readonly: string[] } | null
    innerInstructions?: { index: number; instructions: CompiledInstruction[] }[] | null
  } | null
}

interface CompiledInstruction {
  programIdIndex: number
  accounts: number[]
  /** Base58. */
  data: string
}

/** Decodes the instructions of `program` in a transaction. */
export function traceInstructions({ transaction, meta }: RawTransaction, program: string): InstructionTrace {
  const { message } = VersionedTransaction.deserialize(Buffer.from(transaction[0], 'base64'))
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {}
  const keys = [...message.staticAccountKeys.map((key) => key.toBase58()), ...writable, ...readonly]
  const instructions: TracedInstruction[] = []
  const add = (programIndex: number, accounts: readonly number[], data: Uint8Array) => {
    if (keys[programIndex] !== program) return
    instructions.push({ accounts: accounts.map((index) => keys[index] ?? ''), data: Buffer.from(data) })
  }
  for (const [index, outer] of message.compiledInstructions.entries()) {
    add(outer.programIdIndex, outer.accountKeyIndexes, outer.data)
    for (const group of meta?.innerInstructions ?? []) {
      if (group.index !== index) continue
      for (const inner of group.instructions) {
        add(inner.programIdIndex, inner.accounts, bs58.decode(inner.data))
      }
    }
  }
  const isClosed = (_: string, index: number) =>
    (meta?.preBalances[index] ?? 0) > 0 && meta?.postBalances[index] === 0
  return { instructions, closed: new Set(keys.filter(isClosed)) }
}
