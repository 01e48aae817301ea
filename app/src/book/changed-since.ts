// Finds the markets that transactions since a slot may have changed.

import { parseEvents } from '@prediction-market/sdk/events'
import { PublicKey } from '@solana/web3.js'
import { askNode } from '../chain/node-connection.ts'
import type { RpcNodes } from '../chain/rpc-nodes.ts'

const MAX_LISTED = 500

/** Transactions that are read; if there are more, reading all markets costs less. */
const MAX_READ = 50

/** Transactions that are read at the same time: this replica is not ready until all are read. */
const AT_ONCE = 10

/** The fields that are read of a `getSignaturesForAddress` response. */
interface Listed {
  signature: string
  slot: number
  err: unknown
}

/** The fields that are read of a `getTransaction` response. */
interface Transaction {
  slot: number
  transaction: { message: { accountKeys: string[] } }
  meta: {
    logMessages?: string[] | null
    loadedAddresses?: { writable: string[] }
  } | null
}

export interface ChangesQuery {
  rpc: Pick<RpcNodes, 'connection' | 'logs'>
  programId: PublicKey
  sinceSlot: number
  /** Whether an address is that of a known market. */
  isKnown: (address: string) => boolean
}

/**
 * The markets that transactions since a slot may have changed, created or closed: only transactions of the program can.
 *
 * @returns `null` if there are too many, or the node cannot show all of them
 */
export async function changedSince(query: ChangesQuery): Promise<PublicKey[] | null> {
  const { rpc, programId, sinceSlot, isKnown } = query
  const options = { commitment: 'confirmed', limit: MAX_LISTED }
  const params = [programId.toBase58(), options]
  const listed = await askNode<Listed[]>(rpc.connection, 'getSignaturesForAddress', params)
  const since = listed.filter(({ slot }) => slot >= sinceSlot)
  // Nodes also return fewer than there are: only an older one shows that these are all.
  if (since.length === listed.length) return null
  const succeeded = since.filter(({ err }) => err === null)
  const unread = succeeded.filter(({ signature, slot }) => !rpc.logs.get(signature, slot))
  if (unread.length > MAX_READ) return null
  const markets = new Map<string, PublicKey>()
  for (let start = 0; start < succeeded.length; start += AT_ONCE) {
    const read = succeeded.slice(start, start + AT_ONCE).map(({ signature, slot }) => {
      return rpc.logs.get(signature, slot) ?? readTransaction(rpc, programId, signature, slot)
    })
    for (const changed of await Promise.all(read)) {
      if (!changed) return null
      for (const { data } of changed.events) {
        if ('market' in data) markets.set(data.market.toBase58(), data.market)
      }
      for (const key of 'keys' in changed ? changed.keys.filter(isKnown) : []) {
        markets.set(key, new PublicKey(key))
      }
    }
  }
  return [...markets.values()]
}

/**
 * The events of a transaction and the accounts that it can have changed; `null` if its logs are truncated. The next look
 * need not read it again.
 */
async function readTransaction(
  { connection, logs: recent }: ChangesQuery['rpc'],
  programId: PublicKey,
  signature: string,
  slot: number,
) {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 255 }
  const read = await askNode<Transaction | null>(connection, 'getTransaction', [signature, options])
  if (!read?.meta) return null
  const keys = [...read.transaction.message.accountKeys, ...(read.meta.loadedAddresses?.writable ?? [])]
  const logs = read.meta.logMessages ?? []
  const { events, bytes, isTruncated } = parseEvents(logs, programId)
  if (isTruncated) return null
  // In the block of a fork it may have other logs.
  if (read.slot === slot) recent.add({ signature, slot, logs, events, bytes })
  return { keys, events }
}
