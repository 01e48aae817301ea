// Reads all accounts of a program that match filters, and finds those that a majority of the nodes no longer has.

import {
  type Commitment,
  type Connection,
  type DataSlice,
  type GetProgramAccountsFilter,
  PublicKey,
} from '@solana/web3.js'
import type { NodeConnection } from './node-connection.ts'

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

/** The most accounts that a node returns in one response. */
export const MAX_ACCOUNTS = 100

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

/** Asks every node, and returns the answers of those that answer. */
export async function askEach<Answer>(
  nodes: readonly Connection[],
  ask: (node: Connection) => Promise<Answer>,
): Promise<Answer[]> {
  const answers = await Promise.allSettled(nodes.map(ask))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}

/**
 * For each of `count` questions, whether more than half of the nodes answer true. A node that does not answer
 * counts as one that answers false.
 */
async function majority(
  nodes: readonly Connection[],
  count: number,
  ask: (node: Connection) => Promise<boolean[]>,
): Promise<boolean[]> {
  const answers = await askEach(nodes, ask)
  return Array.from({ length: count }, (_, index) => {
    return 2 * answers.filter((answer) => answer[index]).length > nodes.length
  })
}
