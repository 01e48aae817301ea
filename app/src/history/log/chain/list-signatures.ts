// Lists the transactions of an account on one node.

import type { Connection, PublicKey } from '@solana/web3.js'
import { askNode } from '../../../chain/node-connection.ts'
import type { AccountList, LedgerEntry } from './ledger.ts'

/** The most signatures that a node lists in one response. */
const MAX_SIGNATURES = 1_000

/** Signatures to look for the known one among, before all since then are listed: mostly there are few new ones. */
const FEW_SIGNATURES = 25

/** The fields that are read of a `getSignaturesForAddress` response. */
interface ListedSignature {
  signature: string
  slot: number
  blockTime?: number | null
  err: unknown
  confirmationStatus?: 'processed' | 'confirmed' | 'finalized' | null
}

/**
 * Lists the confirmed transactions of an account after the signature `after`, as one node has them, oldest first; all
 * of them if it is null.
 *
 * @param sinceSlot - older transactions may be left out
 * @throws Error if the node does not answer, or its list does not go back to `after`
 */
export async function listSignatures(
  node: Connection,
  account: PublicKey,
  after: string | null,
  sinceSlot: number,
): Promise<AccountList> {
  const { listed, isWhole } = await listBackTo(node, account, after, sinceSlot)
  const listedSince = listed.reverse().filter((one) => one.slot >= sinceSlot)
  // Transactions after an unconfirmed one wait for it, which keeps the order of the chain.
  const first = listedSince.findIndex(({ confirmationStatus }) => confirmationStatus === 'processed')
  const confirmed = first < 0 ? listedSince : listedSince.slice(0, first)
  const entries: LedgerEntry[] = []
  for (const one of confirmed) entries.push(await toEntry(node, one, entries.at(-1)))
  return { entries, isWhole }
}

/** All signatures after `after`, newest first, and whether the node has that one, or all blocks if it is null. */
async function listBackTo(
  node: Connection,
  account: PublicKey,
  after: string | null,
  sinceSlot: number,
): Promise<{ listed: ListedSignature[]; isWhole: boolean }> {
  const page = (options: { until?: string | undefined; limit: number }) => {
    const before = listed.at(-1)?.signature
    const params = [account.toBase58(), { commitment: 'confirmed', ...options, before }]
    return askNode<ListedSignature[]>(node, 'getSignaturesForAddress', params)
  }
  const listed: ListedSignature[] = []
  if (after !== null) {
    // Saves the second call that shows whether a list is complete.
    listed.push(...(await page({ limit: FEW_SIGNATURES })))
    const known = listed.findIndex(({ signature }) => signature === after)
    if (known >= 0) return { listed: listed.slice(0, known), isWhole: true }
    if ((listed.at(-1)?.slot ?? sinceSlot) < sinceSlot) return { listed, isWhole: false }
  }
  for (;;) {
    const part = await page({ until: after ?? undefined, limit: MAX_SIGNATURES })
    listed.push(...part)
    const oldest = part.at(-1)
    if (oldest && oldest.slot < sinceSlot) return { listed, isWhole: false }
    if (part.length >= MAX_SIGNATURES) continue
    // Nodes also return fewer than there are: it is the end only if the node has the signature before it.
    const [next] = await page({ limit: 1 })
    if (next?.signature === after) return { listed, isWhole: true }
    if (next && next.slot < sinceSlot) return { listed, isWhole: false }
    if (next) {
      listed.push(next)
      continue
    }
    const firstSlot = await node.getFirstAvailableBlock()
    if (after === null || firstSlot > sinceSlot) return { listed, isWhole: after === null && firstSlot === 0 }
    throw new Error(`The node lists no transactions of the account back to ${after}`)
  }
}

/** @param previous - the entry before it, whose time is used if the node has lost this one's */
async function toEntry(
  node: Connection,
  { signature, slot, blockTime, err, confirmationStatus }: ListedSignature,
  previous: LedgerEntry | undefined,
): Promise<LedgerEntry> {
  // `getTransaction` of the embedded node returns another block time than the list.
  const known = blockTime ?? (await node.getBlockTime(slot).catch(() => null))
  const time = known ?? previous?.time ?? 0
  return { signature, slot, time, isFailed: err !== null, isFinal: confirmationStatus === 'finalized' }
}
