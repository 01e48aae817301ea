import type { Connection, DataSlice, GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import { askNode } from './ask-node.ts'

/** An account of the program. */
export interface ProgramAccount {
  /** In base58. */
  address: string
  data: Buffer
}

/** The part of a node's response that is read. */
interface Found {
  pubkey: string
  account: { data: [base64: string, encoding: string] }
}

/**
 * Reads all accounts of a program that match the filters.
 *
 * @param dataSlice - the part of each account's data to read; all of it by default
 */
export async function programAccounts(
  connection: Connection,
  programId: PublicKey,
  filters: GetProgramAccountsFilter[],
  dataSlice?: DataSlice,
): Promise<ProgramAccount[]> {
  const options = { commitment: 'confirmed', encoding: 'base64', filters, dataSlice }
  const found = await askNode<Found[]>(connection, 'getProgramAccounts', [programId.toBase58(), options])
  return found.map(({ pubkey, account }) => ({
    address: pubkey,
    data: Buffer.from(account.data[0], 'base64'),
  }))
}
