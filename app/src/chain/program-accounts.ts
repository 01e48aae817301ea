import type { Connection, DataSlice, GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import { askNode } from './ask-node.ts'

/** An account of a program. */
export interface ProgramAccount {
  /** In base58. */
  address: string
  /** The part of the data that was asked for. */
  data: Buffer
  /** Bytes of all data; not every node reports it. */
  space?: number | undefined
}

/** The part of a node's response that is read. */
interface Found {
  pubkey: string
  account: { data: [base64: string, encoding: string]; space?: number }
}

/**
 * Reads all accounts of a program that match the filters.
 *
 * @param dataSlice - the part of each account's data to read; all of it by default
 * @param minContextSlot - the earliest slot that the node may answer from
 */
export async function programAccounts(
  connection: Connection,
  programId: PublicKey,
  filters: GetProgramAccountsFilter[],
  dataSlice?: DataSlice,
  minContextSlot?: number,
): Promise<ProgramAccount[]> {
  const options = { commitment: 'confirmed', encoding: 'base64', filters, dataSlice, minContextSlot }
  const found = await askNode<Found[]>(connection, 'getProgramAccounts', [programId.toBase58(), options])
  return found.map(({ pubkey, account }) => ({
    address: pubkey,
    data: Buffer.from(account.data[0], 'base64'),
    space: account.space,
  }))
}
