// Finds accounts that a majority of the nodes no longer has.

import { type Commitment, type Connection, PublicKey } from '@solana/web3.js'
import { majority } from './majority.ts'

/** The most accounts that a node returns in one response. */
export const MAX_ACCOUNTS = 100

/** The accounts of a program to check. */
export interface GoneQuery {
  programId: PublicKey
  /** In base58. */
  addresses: readonly string[]
  /** The slot that an account was last seen at. */
  seenAt: (address: string) => number
  commitment: Commitment
}

/**
 * Which of these accounts the program no longer has: a majority of the nodes does not have it, each asked at a slot not
 * before the one that the account was last seen at.
 */
export async function goneAccounts(
  nodes: readonly Connection[],
  { programId, addresses, seenAt, commitment }: GoneQuery,
): Promise<string[]> {
  const gone: string[] = []
  for (let start = 0; start < addresses.length; start += MAX_ACCOUNTS) {
    const part = addresses.slice(start, start + MAX_ACCOUNTS)
    const keys = part.map((address) => new PublicKey(address))
    const isGone = await majority(nodes, part.length, async (node) => {
      const { context, value } = await node.getMultipleAccountsInfoAndContext(keys, commitment)
      return part.map(
        (address, index) => !value[index]?.owner.equals(programId) && context.slot >= seenAt(address),
      )
    })
    gone.push(...part.filter((_, index) => isGone[index]))
  }
  return gone
}
