import { isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import { type EventRow, eventIds } from '../../../store/schema/history.ts'
import { PUBLIC_KINDS } from '../../../store/schema/history-types.ts'
import type { ReadTransaction } from '../read/read-transactions.ts'
import { shownEvents } from './shown-events.ts'

/** The fields by which an event is known again. */
type Identity = Pick<EventRow, 'signature' | 'index' | 'kind' | 'market' | 'wallet'>

/**
 * Numbers the events of transactions, which may be in the log in another slot, incomplete, or from before a rebuild:
 * an event that was shown keeps its id, a new one continues after `lastEvent`. Events that were shown and are gone
 * are announced as dropped.
 *
 * @returns events for the log, in the order of the chain, and the latest id
 */
export async function numberEvents(
  tx: Database,
  transactions: readonly ReadTransaction[],
  lastEvent: number,
): Promise<{ events: EventRow[]; notices: EventRow[]; lastEvent: number }> {
  const signatures = transactions.map(({ entry }) => entry.signature)
  const shown = await shownEvents(tx, signatures)
  const retired = await tx.delete(eventIds).where(isAnyOf(eventIds.signature, signatures)).returning()
  const ids = new Map([...retired, ...shown].map((event) => [keyOf(event), event.id]))
  let last = lastEvent
  const numbered = transactions.flatMap(({ entry: { signature, slot }, events: found }) =>
    found.map((event) => {
      const key = keyOf({ ...event, signature })
      const id = ids.get(key) ?? ++last
      ids.delete(key)
      return { ...event, id, signature, slot }
    }),
  )
  const gone = shown.filter((event) => ids.has(keyOf(event)))
  const notices = droppedEvents(gone, last)
  return { events: numbered, notices, lastEvent: last + notices.length }
}

/** Announcements that events are no longer in the log, for those kinds that are shown. */
export function droppedEvents(gone: readonly EventRow[], lastEvent: number): EventRow[] {
  const isPublic = ({ kind }: EventRow) => (PUBLIC_KINDS as readonly string[]).includes(kind)
  return gone.filter(isPublic).map((event, index) => ({
    ...event,
    id: lastEvent + index + 1,
    kind: 'dropped',
    details: { event: event.id },
  }))
}

function keyOf({ signature, index, kind, market, wallet }: Identity): string {
  return `${signature} ${index} ${kind} ${market} ${wallet}`
}
