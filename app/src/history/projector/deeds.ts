import { VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import type { Call, Deeds } from './ledger.ts'

/** A transaction as a node tells it in base64; only what is looked at. */
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

/** What a transaction did, as far as the program is concerned. */
export function deedsOf({ transaction, meta }: RawTransaction, program: string): Deeds {
  const { message } = VersionedTransaction.deserialize(Buffer.from(transaction[0], 'base64'))
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {}
  const keys = [...message.staticAccountKeys.map((key) => key.toBase58()), ...writable, ...readonly]
  const toCall = (programIndex: number, accounts: readonly number[], data: Uint8Array): Call[] => {
    if (keys[programIndex] !== program) return []
    return [{ accounts: accounts.map((index) => keys[index] ?? ''), data: Buffer.from(data) }]
  }
  const calls = message.compiledInstructions.flatMap((outer, index) => [
    ...toCall(outer.programIdIndex, outer.accountKeyIndexes, outer.data),
    ...(meta?.innerInstructions ?? [])
      .filter((inner) => inner.index === index)
      .flatMap(({ instructions }) => instructions)
      .flatMap((inner) => toCall(inner.programIdIndex, inner.accounts, bs58.decode(inner.data))),
  ])
  const isClosed = (_: string, index: number) =>
    (meta?.preBalances[index] ?? 0) > 0 && meta?.postBalances[index] === 0
  return { calls, closed: new Set(keys.filter(isClosed)) }
}
