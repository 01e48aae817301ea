// Finds the events that clients may see, and those that wait. An event is shown while its market is known. An event
// whose market's creation is listed later, or was dropped, is in the log and hidden. Streams pass its id, so it gets a
// new one when it is shown.

import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import { type Checkpoint, type EventRow, events, markets } from '../../../store/schema/history.ts'
import { inCausalOrder } from './causal-order.ts'

/** The events of transactions in the log that are shown: those of a known market, or of none. */
export function shownEvents(tx: Database, signatures: readonly string[]): Promise<EventRow[]> {
  const isShown = or(eq(events.kind, 'burn'), isNotNull(markets.address))
  return selectEvents(tx, and(isAnyOf(events.signature, signatures), isShown))
}

/** The events in the log of those of `addresses` that are not known. */
export async function hiddenEvents(tx: Database, addresses: readonly string[]): Promise<EventRow[]> {
  if (addresses.length === 0) return []
  return selectEvents(tx, and(isAnyOf(events.market, addresses), isNull(markets.address)))
}

/**
 * Takes events out of the log whose market becomes known by new events, to be logged again.
 *
 * @param added - the new events
 * @param lastEvent - the latest id, with theirs
 * @returns the events with new ids, or with their own in a rebuild, which shows again what was shown before
 */
export async function takeHidden(
  tx: Database,
  { rebuilding }: Checkpoint,
  added: readonly EventRow[],
  lastEvent: number,
): Promise<EventRow[]> {
  const replaced = new Set(added.map(({ signature }) => signature))
  const hidden = (await hiddenEvents(tx, createdMarkets(added))).filter((event) => {
    return !replaced.has(event.signature)
  })
  if (hidden.length === 0) return []
  const ids = hidden.map(({ id }) => id)
  await tx.delete(events).where(inArray(events.id, ids))
  if (rebuilding) return hidden
  return inCausalOrder(hidden).map((event, index) => ({ ...event, id: lastEvent + index + 1 }))
}

/** The markets whose creation is among `added`. */
export function createdMarkets(added: readonly EventRow[]): string[] {
  return added.filter(({ kind }) => kind === 'market').map(({ market }) => market)
}

async function selectEvents(tx: Database, where: SQL | undefined): Promise<EventRow[]> {
  const rows = await tx
    .select({ event: events })
    .from(events)
    .leftJoin(markets, eq(markets.address, events.market))
    .where(and(where, ne(events.kind, 'dropped')))
    .orderBy(events.id)
  return rows.map(({ event }) => event)
}
