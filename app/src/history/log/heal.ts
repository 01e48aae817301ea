// Looks for the events that a market lacks, among the market's own signatures, on every node.

import { PublicKey } from '@solana/web3.js'
import type { OfferedEvent } from './append.ts'
import type { AccountList, LedgerEntry } from './chain/ledger.ts'
import { fieldsOf, type ReadTransaction, readTransactions } from './chain/read-transactions.ts'
import { type EventFields, isKind } from './events.ts'
import { readHead } from './head.ts'
import type { Gap } from './intake.ts'
import { eventsOfMarket, type LastEvent, lastOfMarket } from './read.ts'
import { LACKING, rebuiltBytes, rebuiltCode, UNREADABLE } from './row.ts'
import { type LogSources, offerTransactions } from './sources.ts'

/** Milliseconds for which an event is looked for before it may be given up: a node can list a signature late. */
const PATIENCE_MS = 600_000

/** Milliseconds after which a fork is over, and accounts are those of the chain. */
const FORK_MS = 30_000

/** What a market's signatures show. */
interface Search {
  market: string
  gap: Gap
  /** Its last event in the log before the search. */
  last: LastEvent | undefined
  lists: AccountList[]
  read: ReadTransaction[]
  /** Transactions that no node returns. */
  unread: LedgerEntry[]
}

/**
 * Looks for what a market lacks behind its last event in the log. One node that lists and returns it is enough, because
 * its number identifies it. An event whose logs are cut is rebuilt from its instructions. What cannot be had is
 * given up only by proof: see `enterMissing`.
 */
export async function heal(sources: LogSources, market: string, gap: Gap): Promise<void> {
  const { db, ledger, program, intake } = sources
  const last = await lastOfMarket(db, market)
  const lists = await ledger.listOf(market, last?.signature || null, last?.slot ?? 0)
  if (lists.length === 0) throw new Error(`No RPC node lists the transactions of ${market}`)
  // Also those of which the log has another market's event.
  const listed = inOrder(lists).filter(({ isFailed }) => !isFailed)
  // The last transaction may have had more events, behind the end of its logs.
  const before = last && { ...last, isFailed: false, isFinal: false }
  const { read, unread } = await readTransactions(ledger, program, [...(before ? [before] : []), ...listed])
  await offerTransactions(
    sources,
    read.filter(({ signature }) => signature !== last?.signature),
  )
  if (read.some(({ recovered }) => recovered)) await intake.offer(await rebuildEvents(sources, market, read))
  const search = { market, gap, last, lists, read, unread }
  if (await isClosed(sources, search)) return
  const next = intake.firstWaiting(market)
  const [finality] = next ? await ledger.finalities([next]) : []
  if (next && finality?.state === 'dropped') intake.discard(next)
  else if (!next && (await isUnfounded(sources, search))) intake.isComplete(market)
  else await enterMissing(sources, search)
}

/** Whether the log has all that is known to exist. */
async function isClosed({ db, intake }: LogSources, { market, gap }: Search): Promise<boolean> {
  const last = await lastOfMarket(db, market)
  if (intake.firstWaiting(market) || (last?.sequence ?? 0) < gap.upTo) return false
  intake.isComplete(market)
  return true
}

/** Whether an account that told of more events was on a fork: it tells of them no longer, and nothing was found. */
async function isUnfounded(sources: LogSources, search: Search): Promise<boolean> {
  const { db, ledger, program, intake, patienceMs = PATIENCE_MS } = sources
  const { market, gap, lists, unread } = search
  const age = Date.now() - gap.since
  if (unread.length > 0 || age < Math.min(patienceMs, FORK_MS)) return false
  const [number] = await ledger.numbers([market])
  const last = (await eventsOfMarket(db, market)).findLast(({ isDropped }) => !isDropped)
  if (typeof number === 'number') return number <= (last?.sequence ?? 0)
  if (number === undefined) return false
  // Its account was closed: it has a last event, unless its creation was dropped.
  const isEmpty = ({ entries }: AccountList) => entries.every(({ isFailed }) => isFailed)
  if (!last) return 2 * lists.filter(isEmpty).length > ledger.nodes
  if (isKind(last, 'closed') || (isKind(last, 'resolution') && last.details.cancelled)) return true
  const { finalSlot } = await readHead(db, program)
  const isEnded = last.kind === 'missing' && age >= patienceMs && isProven(sources, search, last, finalSlot)
  if (isEnded) intake.ended.add(market)
  return isEnded
}

/**
 * Enters events that cannot be had as such, if that is proven: everything between their neighbours was read, and they are
 * not there. If the logs of one transaction are cut, it had them.
 */
async function enterMissing(sources: LogSources, search: Search): Promise<void> {
  const { db, program, intake, patienceMs = PATIENCE_MS } = sources
  const { market, gap } = search
  const next = intake.firstWaiting(market)
  const last = await lastOfMarket(db, market)
  const { finalSlot } = await readHead(db, program)
  const isPatient = Date.now() - gap.since < patienceMs
  // One that was rebuilt may have had more.
  const cut = cutBehind(search, last).find(({ isLost, slot }) => {
    return (isLost || !isPatient) && slot <= Math.min(finalSlot, next?.slot ?? finalSlot)
  })
  const neighbour = next ?? cut
  if (!neighbour || (!cut && isPatient) || !isProven(sources, search, neighbour, finalSlot)) return
  const { signature = '', slot, time } = cut ?? { slot: neighbour.slot, time: neighbour.time }
  const from = (last?.sequence ?? 0) + 1
  const end = next?.sequence ?? gap.upTo + 1
  await intake.offer(
    Array.from({ length: end - from }, (_, index) => ({
      market,
      sequence: from + index,
      wallet: null,
      signature,
      slot,
      time,
      code: cut ? UNREADABLE : LACKING,
      isRebuilt: false,
      data: new Uint8Array(),
    })),
  )
}

/** The transactions with cut logs from that of a market's last event on. */
function cutBehind({ read }: Search, last: LastEvent | undefined): ReadTransaction[] {
  const from = read.findLastIndex(({ signature }) => signature === last?.signature)
  return read.slice(Math.max(0, from)).filter(({ recovered }) => recovered !== null)
}

/**
 * Whether everything between a market's last event and its neighbour behind the gap was read: a majority of the nodes
 * lists both as final.
 */
function isProven(
  { ledger }: LogSources,
  { last, lists, unread }: Search,
  neighbour: { signature: string; slot: number },
  finalSlot: number,
): boolean {
  const isUnread = unread.some(({ slot }) => slot <= neighbour.slot)
  if (isUnread || (last?.slot ?? 0) > finalSlot || neighbour.slot > finalSlot) return false
  const listing = lists.filter(({ entries, isWhole }) => {
    const isListed = entries.some(({ signature, isFinal }) => isFinal && signature === neighbour.signature)
    return isWhole && (isListed || neighbour.signature === last?.signature)
  })
  return 2 * listing.length > ledger.nodes
}

/** The transactions of several nodes' lists, each once, oldest first; within a slot as the first node has them. */
function inOrder(lists: readonly AccountList[]): LedgerEntry[] {
  const listed = lists.flatMap(({ entries }) => entries)
  const found = new Map(listed.map((entry) => [`${entry.signature} ${entry.slot}`, entry]))
  return [...found.values()].sort((a, b) => a.slot - b.slot)
}

/**
 * The events of a market that its truncated transactions had: each has the number behind the one before it. Stops where
 * the numbers that are known contradict that, or where an event cannot be completed.
 *
 * @param transactions - the market's transactions from that of its last event in the log on, oldest first
 */
async function rebuildEvents(
  { db, ledger, program, completion }: LogSources,
  market: string,
  transactions: readonly ReadTransaction[],
): Promise<OfferedEvent[]> {
  const logged = (await eventsOfMarket(db, market)).filter(({ isDropped }) => !isDropped)
  const complete = completion(logged)
  let number = logged.at(-1)?.sequence ?? 0
  const rebuilt: OfferedEvent[] = []
  for (const transaction of transactions) {
    const { signature, slot } = transaction
    const fields = transaction.recovered ?? (await fieldsOf(ledger, transaction, new PublicKey(program)))
    const known = logged.filter((event) => event.signature === signature).length
    for (const event of fields.filter((one) => one.market === market).slice(known)) {
      number += 1
      if (event.sequence !== null && event.sequence !== number) return rebuilt
      const whole = complete.next({ ...event, sequence: number })
      if (!whole) return rebuilt
      if (event.sequence === null) rebuilt.push(toOffer(whole, { signature, slot, number }))
    }
  }
  return rebuilt
}

function toOffer(
  { kind, market, wallet, time, details }: EventFields,
  { signature, slot, number }: { signature: string; slot: number; number: number },
): OfferedEvent {
  const data = rebuiltBytes(details)
  const event = { market, sequence: number, wallet, signature, slot, time }
  return { ...event, code: rebuiltCode(kind), isRebuilt: true, data }
}
