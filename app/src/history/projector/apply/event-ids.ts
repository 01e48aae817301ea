import { isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import { type EventIdentity, idsElsewhere } from '../../../store/history-schema.ts'
import { type EventRow, eventIds } from '../../../store/schema/history.ts'
import { PUBLIC_KINDS } from '../../../store/schema/history-types.ts'
import type { ReadTransaction } from '../read/read-transactions.ts'
import type { LockedCheckpoint } from './checkpoint.ts'
import { shownEvents } from './shown-events.ts'

/**
 * Numbers the events of transactions, which may be in the log in another slot, incomplete, from before a rebuild, or in
 * the history of another version: an event that was shown keeps its id, a new one continues after the latest. Events
 * that were shown and are no longer in the log are announced as dropped.
 *
 * @returns events for the log, in the order of the chain, and the latest id
 */
export async function numberEvents(
  tx: Database,
  transactions: readonly ReadTransaction[],
  checkpoint: Pick<LockedCheckpoint, 'lastEvent' | 'lastId' | 'others' | 'rebuilding'>,
): Promise<{ events: EventRow[]; notices: EventRow[]; lastEvent: number }> {
  const { lastEvent, lastId, others, rebuilding } = checkpoint
  const signatures = transactions.map(({ entry }) => entry.signature)
  const shown = await shownEvents(tx, signatures)
  const retired = await tx.delete(eventIds).where(isAnyOf(eventIds.signature, signatures)).returning()
  // Streams here have passed the latest id: an event that another version numbered below it needs a new one to be seen.
  const numbered = await idsElsewhere(tx, others, signatures)
  const elsewhere = numbered.filter(({ id }) => rebuilding || id > lastEvent)
  const ids = new Map([...elsewhere, ...retired, ...shown].map((event) => [keyOf(event), event.id]))
  let last = lastId
  const events = transactions.flatMap(({ entry: { signature, slot }, events: found }) =>
    found.map((event) => {
      const key = keyOf({ ...event, signature })
      const id = ids.get(key) ?? ++last
      ids.delete(key)
      return { ...event, id, signature, slot }
    }),
  )
  const gone = shown.filter((event) => ids.has(keyOf(event)))
  const notices = droppedEvents(gone, last)
  const used = [...events, ...notices].map(({ id }) => id)
  return { events, notices, lastEvent: Math.max(lastEvent, ...used) }
}

/** Announcements of events that are no longer in the log, for the kinds that clients see. */
export function droppedEvents(gone: readonly EventRow[], lastId: number): EventRow[] {
  const isPublic = ({ kind }: EventRow) => (PUBLIC_KINDS as readonly string[]).includes(kind)
  return gone.filter(isPublic).map((event, index) => ({
    ...event,
    id: lastId + index + 1,
    kind: 'dropped',
    details: { event: event.id },
  }))
}

function keyOf({ signature, index, kind, market, wallet }: Omit<EventIdentity, 'id'>): string {
  return `${signature} ${index} ${kind} ${market} ${wallet}`
}
