// Decodes the program's instructions in a transaction, to recover events whose logs are truncated.

import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, TokenInstruction } from '@solana/spl-token'
import { VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import type { InstructionTrace, TracedInstruction } from './ledger.ts'

/** The fields that are read of a `getTransaction` response in base64. */
export interface RawTransaction {
  slot: number
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

const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map((id) => id.toBase58())

function isBurn(program: string | undefined, data: Uint8Array): boolean {
  return program !== undefined && TOKEN_PROGRAMS.includes(program) && data[0] === TokenInstruction.Burn
}

/** The amount of a burn, a u64 after the byte of the instruction. */
function amountOf(data: Uint8Array): bigint {
  return Buffer.from(data).readBigUInt64LE(1)
}

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
        const data = bs58.decode(inner.data)
        const caller = instructions.at(-1)
        if (caller && isBurn(keys[inner.programIdIndex], data)) caller.burned ??= amountOf(data)
        add(inner.programIdIndex, inner.accounts, data)
      }
    }
  }
  const isClosed = (_: string, index: number) =>
    (meta?.preBalances[index] ?? 0) > 0 && meta?.postBalances[index] === 0
  return { instructions, closed: new Set(keys.filter(isClosed)) }
}
