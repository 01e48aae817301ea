// Looks for the events that a market lacks, among the market's own signatures, on every node.

import type { LedgerEntry } from './chain/ledger.ts'
import { type ReadTransaction, readTransactions } from './chain/read-transactions.ts'
import { readHead } from './head.ts'
import type { Gap } from './intake.ts'
import { LACKING, UNREADABLE } from './kinds.ts'
import { knownSlots, type LastEvent, lastOfMarket } from './read.ts'
import { rebuildEvents } from './rebuild.ts'
import { type LogSources, offerTransactions } from './sources.ts'

/** Milliseconds for which an event is looked for before it may be given up: a node can list a signature late. */
const PATIENCE_MS = 600_000

/** What a market's signatures show. */
interface Search {
  market: string
  gap: Gap
  /** Its last event in the log before the search. */
  last: LastEvent | undefined
  lists: LedgerEntry[][]
  read: ReadTransaction[]
  /** Transactions that no node returns. */
  unread: LedgerEntry[]
}

/**
 * Looks for what a market lacks behind its last event in the log. One node that lists and returns it is enough, because
 * its number identifies it. An event whose logs are cut is rebuilt from its instructions, or entered as unreadable. The
 * market is given up only by proof: see `lacksProvably`.
 */
export async function heal(sources: LogSources, market: string, gap: Gap): Promise<void> {
  const { db, ledger, program, intake } = sources
  const last = await lastOfMarket(db, market)
  const lists = await ledger.listOf(market, last?.signature ?? null, last?.slot ?? 0)
  if (lists.length === 0) throw new Error(`No RPC node lists the transactions of ${market}`)
  const listed = inOrder(lists).filter(({ isFailed }) => !isFailed)
  const known = await knownSlots(
    db,
    listed.map(({ signature }) => signature),
  )
  const fresh = listed.filter(({ signature, slot }) => known.get(signature) !== slot)
  // The last transaction may have had more events, behind the end of its logs.
  const before = last && { ...last, isFailed: false, isFinal: false }
  const { read, unread } = await readTransactions(ledger, program, [...(before ? [before] : []), ...fresh])
  await offerTransactions(
    sources,
    read.filter(({ signature }) => signature !== last?.signature),
  )
  if (read.some(({ recovered }) => recovered)) await intake.offer(await rebuildEvents(sources, market, read))
  const search = { market, gap, last, lists, read, unread: unread.map(({ entry }) => entry) }
  if (await isClosed(sources, search)) return
  const next = intake.firstWaiting(market)
  const [finality] = next ? await ledger.finalities([next]) : []
  if (next && finality?.state === 'dropped') intake.discard(next)
  else await enterMissing(sources, search)
}

/** Whether the log has all that is known to exist. */
async function isClosed({ db, intake }: LogSources, { market, gap }: Search): Promise<boolean> {
  const last = await lastOfMarket(db, market)
  if (intake.firstWaiting(market) || (last?.sequence ?? 0) < gap.upTo) return false
  intake.isComplete(market)
  return true
}

/** Enters events that cannot be had as such, if that is certain. */
async function enterMissing(sources: LogSources, search: Search): Promise<void> {
  const { db, program, intake, patienceMs = PATIENCE_MS } = sources
  const { market, gap, read } = search
  const isPatient = Date.now() - gap.since < patienceMs
  const next = intake.firstWaiting(market)
  const end = next?.sequence ?? gap.upTo + 1
  const from = ((await lastOfMarket(db, market))?.sequence ?? 0) + 1
  const { finalSlot } = await readHead(db, program)
  const isCut = ({ recovered, slot }: ReadTransaction) => recovered !== null && slot <= finalSlot
  const isStuck = ({ slot }: LedgerEntry) => slot <= finalSlot && !isPatient
  const unreadable = read.find(isCut) ?? search.unread.find(isStuck)
  const isLacking =
    !unreadable && !isPatient && next !== undefined && lacksProvably(sources, search, next, finalSlot)
  if (!unreadable && !isLacking) return
  const where = unreadable ?? next
  await intake.offer(
    Array.from({ length: end - from }, (_, index) => ({
      market,
      sequence: from + index,
      wallet: null,
      signature: unreadable?.signature ?? '',
      slot: where?.slot ?? 0,
      time: where?.time ?? 0,
      code: unreadable ? UNREADABLE : LACKING,
      isRebuilt: false,
      data: new Uint8Array(),
    })),
  )
}

/**
 * Whether it is proven that the chain lacks the events before `next`: a majority of the nodes lists both neighbours as
 * final, everything between them was read, and it is not there.
 */
function lacksProvably(
  { ledger }: LogSources,
  { last, lists, unread }: Search,
  next: { signature: string; slot: number },
  finalSlot: number,
): boolean {
  if (unread.length > 0 || (last?.slot ?? 0) > finalSlot || next.slot > finalSlot) return false
  const listing = lists.filter((entries) =>
    entries.some(({ signature, isFinal }) => isFinal && signature === next.signature),
  )
  return 2 * listing.length > ledger.nodes
}

/** The transactions of several nodes' lists, each once, oldest first; within a slot as the first node has them. */
function inOrder(lists: readonly LedgerEntry[][]): LedgerEntry[] {
  const found = new Map(lists.flat().map((entry) => [`${entry.signature} ${entry.slot}`, entry]))
  return [...found.values()].sort((a, b) => a.slot - b.slot)
}
