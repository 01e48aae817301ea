// Reads all accounts of a program that match filters.

import type { DataSlice, GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import type { NodeConnection } from './node-connection.ts'

/** An account of a program. */
export interface ProgramAccount {
  /** In base58. */
  address: string
  /** The part of the data that was asked for. */
  data: Buffer
  /** Bytes of all data; not every node reports it. */
  space?: number | undefined
}

/** Accounts of a program, and the slot that they were read at. */
export interface ProgramAccounts {
  slot: number
  accounts: ProgramAccount[]
}

/** Finds an equal account in memory. The data of the given one is valid during the call only. */
export type FindKnown = (account: ProgramAccount) => ProgramAccount | null

/** Which accounts to read, and how. */
export interface ProgramAccountsOptions {
  filters: GetProgramAccountsFilter[]
  /** The part of each account's data to read; all of it by default. */
  dataSlice?: DataSlice | undefined
  /** `confirmed` by default. */
  commitment?: 'confirmed' | 'finalized' | undefined
  /** The earliest slot that the node may answer from. */
  minContextSlot?: number | undefined
  /** Saves the memory of a long answer of which most is known. */
  findKnown?: FindKnown | undefined
}

/** The fields that are read of an account in a node's answer. */
interface ListedAccount {
  pubkey: string
  account: { data: [base64: string, encoding: string]; space?: number }
}

/** Reads all accounts of a program that match the filters. */
export async function programAccounts(
  connection: NodeConnection,
  programId: PublicKey,
  { commitment = 'confirmed', findKnown = () => null, ...query }: ProgramAccountsOptions,
): Promise<ProgramAccounts> {
  const options = { commitment, encoding: 'base64', withContext: true, ...query }
  const params = [programId.toBase58(), options]
  const { result, items } = await connection.list<{ context: { slot: number } }, ProgramAccount>(
    'getProgramAccounts',
    params,
    accountReader(findKnown),
  )
  return { slot: result.context.slot, accounts: items }
}

/** Parses accounts. Those that are known take no further memory. */
function accountReader(findKnown: FindKnown): (json: string) => ProgramAccount {
  let memory = Buffer.alloc(0)
  return (json) => {
    const { pubkey: address, account } = JSON.parse(json) as ListedAccount
    const [base64] = account.data
    // Base64 is longer than the data.
    if (memory.length < base64.length) memory = Buffer.allocUnsafeSlow(base64.length)
    const data = memory.subarray(0, memory.write(base64, 'base64'))
    const { space } = account
    return findKnown({ address, data, space }) ?? { address, data: Buffer.from(data), space }
  }
}
