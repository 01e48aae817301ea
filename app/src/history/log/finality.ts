// Finds out which events are final, and drops those that the chain no longer has.

import { and, asc, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { log } from '../../store/schema/log.ts'
import { dropEvents } from './append.ts'
import { readHead, saveFinal } from './head.ts'
import { LACKING, signatureText } from './row.ts'
import type { LogSources } from './sources.ts'

/** Events to look at in one pass. */
const MOST = 10_000

/** An event whose finality is not known yet. */
type OpenEvent = Awaited<ReturnType<typeof openEvents>>[number]

/**
 * Moves the final slot forward as far as every event up to it is final. Drops events that the chain no longer has, or has
 * in another slot, and takes what contradicted them.
 */
export async function settle(sources: Omit<LogSources, 'completion'>): Promise<void> {
  const { db, ledger, program, intake } = sources
  const finalSlot = await ledger.finalSlot()
  const head = await readHead(db, program)
  if (finalSlot <= head.finalSlot) return
  const open = await openEvents(db, head.finalId, head.finalSlot, finalSlot)
  const transactions = [...new Map(open.map((event) => [event.signature, event])).values()]
  const found = transactions.length === 0 ? [] : await ledger.finalities(transactions)
  const finalities = new Map(transactions.map(({ signature }, index) => [signature, found[index]]))
  const isFinal = ({ signature, slot }: OpenEvent) => {
    const finality = finalities.get(signature)
    return finality?.state === 'final' && finality.slot === slot
  }
  const isGone = (event: OpenEvent) => {
    const state = finalities.get(event.signature)?.state
    return state === 'dropped' || (state === 'final' && !isFinal(event))
  }
  for (const { id } of open.filter(isGone)) await dropEvents(db, program, id)
  const firstOpen = open.find((event) => !isFinal(event))
  // What is dropped here comes back in another slot, or not at all.
  const isWhole = open.length < MOST
  const settled = Math.min(
    isWhole ? finalSlot : (open.at(-1)?.slot ?? finalSlot) - 1,
    ...open.filter((event) => !isFinal(event)).map(({ slot }) => slot - 1),
  )
  const lastId = Math.min(
    firstOpen?.id ?? Number.POSITIVE_INFINITY,
    await firstAbove(db, head.finalId, settled),
  )
  if (settled > head.finalSlot) {
    await saveFinal(db, program, { finalSlot: settled, finalId: Math.min(lastId - 1, head.lastId) })
  }
  await intake.retryConflicts(settled)
}

/** Events that may be final now and were not before, oldest first. */
async function openEvents(db: Database, afterId: number, afterSlot: number, upTo: number) {
  const isOpen = [gt(log.id, afterId), gt(log.slot, afterSlot), lte(log.slot, upTo)]
  const rows = await db
    .select({ id: log.id, slot: log.slot, signature: log.signature })
    .from(log)
    .where(and(...isOpen, sql`NOT ${log.isDropped}`, sql`${log.kind} <> ${LACKING}`))
    .orderBy(asc(log.id))
    .limit(MOST)
  return rows.map((row) => ({ ...row, signature: signatureText(row.signature) }))
}

/** The first id behind `afterId` of an event in a slot above `slot`. */
async function firstAbove(db: Database, afterId: number, slot: number): Promise<number> {
  const [row] = await db
    .select({ id: log.id })
    .from(log)
    .where(and(gt(log.id, afterId), gt(log.slot, slot)))
    .orderBy(asc(log.id))
    .limit(1)
  return row?.id ?? Number.POSITIVE_INFINITY
}
