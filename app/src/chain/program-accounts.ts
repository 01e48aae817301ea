import type { Connection, DataSlice, GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import { askNode } from './ask-node.ts'

/** An account of the program. */
export interface ProgramAccount {
  /** In base58. */
  address: string
  data: Buffer
}

/** The only part of a node's answer that is looked at. */
interface Found {
  pubkey: string
  account: { data: [base64: string, encoding: string] }
}

/**
 * All accounts of a program that filters let through.
 *
 * @param dataSlice - the part of each account's data that is wanted; all of it by default
 */
export async function programAccounts(
  connection: Connection,
  programId: PublicKey,
  filters: GetProgramAccountsFilter[],
  dataSlice?: DataSlice,
): Promise<ProgramAccount[]> {
  const options = { commitment: 'confirmed', encoding: 'base64', filters, ...(dataSlice && { dataSlice }) }
  const found = await askNode<Found[]>(connection, 'getProgramAccounts', [programId.toBase58(), options])
  return found.map(({ pubkey, account }) => ({
    address: pubkey,
    data: Buffer.from(account.data[0], 'base64'),
  }))
}
