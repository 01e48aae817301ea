// Finds the markets that transactions since a slot may have changed.

import { parseEvents } from '@prediction-market/sdk/events'
import { PublicKey } from '@solana/web3.js'
import { askNode } from '../chain/ask-node.ts'
import type { RpcNodes } from '../chain/rpc-nodes.ts'

/** Transactions that are listed. */
const MAX_LISTED = 500

/** Transactions that are read; if there are more, reading all markets costs less. */
const MAX_READ = 50

/** The fields that are read of a `getSignaturesForAddress` response. */
interface Listed {
  signature: string
  slot: number
  err: unknown
}

/** The fields that are read of a `getTransaction` response. */
interface Transaction {
  transaction: { message: { accountKeys: string[] } }
  meta: {
    logMessages?: string[] | null
    loadedAddresses?: { writable: string[] }
  } | null
}

/** Where to look for changes. */
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
  const markets = new Map<string, PublicKey>()
  let reads = 0
  for (const { signature, slot, err } of since) {
    if (err !== null) continue
    const known = rpc.logs.get(signature, slot)
    if (!known && ++reads > MAX_READ) return null
    const changed = known ?? (await readTransaction(rpc, programId, signature, slot))
    if (!changed) return null
    for (const { data } of changed.events) {
      if ('market' in data) markets.set(data.market.toBase58(), data.market)
    }
    for (const key of 'keys' in changed ? changed.keys.filter(isKnown) : []) {
      markets.set(key, new PublicKey(key))
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
  recent.add({ signature, slot, logs, events, bytes })
  return { keys, events }
}
