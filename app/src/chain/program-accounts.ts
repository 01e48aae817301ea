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

/** Which accounts to read, and how. */
export interface ProgramAccountsOptions {
  filters: GetProgramAccountsFilter[]
  /** The part of each account's data to read; all of it by default. */
  dataSlice?: DataSlice | undefined
  /** `confirmed` by default. */
  commitment?: 'confirmed' | 'finalized' | undefined
  /** The earliest slot that the node may answer from. */
  minContextSlot?: number | undefined
}

/** An account in a node's answer, as far as it is read. */
interface ListedAccount {
  pubkey: string
  account: { data: [base64: string, encoding: string]; space?: number }
}

/** Reads all accounts of a program that match the filters. */
export async function programAccounts(
  connection: NodeConnection,
  programId: PublicKey,
  { commitment = 'confirmed', ...query }: ProgramAccountsOptions,
): Promise<ProgramAccounts> {
  const options = { commitment, encoding: 'base64', withContext: true, ...query }
  const params = [programId.toBase58(), options]
  const { result, items } = await connection.list<{ context: { slot: number } }, ProgramAccount>(
    'getProgramAccounts',
    params,
    toAccount,
  )
  return { slot: result.context.slot, accounts: items }
}

function toAccount(json: string): ProgramAccount {
  const { pubkey, account } = JSON.parse(json) as ListedAccount
  return { address: pubkey, data: Buffer.from(account.data[0], 'base64'), space: account.space }
}
