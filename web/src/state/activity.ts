// Latest events, from the list and from the stream.

import { useEffect, useState } from 'preact/hooks'
import { listActivity } from '../api/gateway.ts'
import { onEvent } from '../api/stream.ts'
import type { StreamEvent } from '../model/types.ts'
import { type LoadedList, useList } from './loaded.ts'

/** An event that is shown; the chain has not dropped it. */
export type ShownEvent = Exclude<StreamEvent, { type: 'dropped' }>

/** Events of the stream that are kept, before the list is loaded again. */
const MOST = 200

/** What happened lately, newest first, and what happens now. */
export function useActivity(limit: number): LoadedList<ShownEvent> {
  const [live, setLive] = useState<readonly StreamEvent[]>([])
  useEffect(() => onEvent((event) => setLive((before) => [event, ...before].slice(0, MOST))), [])
  const list = useList(
    `activity ${limit}`,
    (cursor, signal) => listActivity({ limit, cursor }, signal),
    (event) => event.id,
  )
  const { more, moreError, reload } = list
  if (!('data' in list)) return { ...list, more, moreError, reload }
  return { ...list, data: mergeEvents(live, list.data) }
}

/** Events from the stream and from the list, each once, the newest first, without those that the chain dropped. */
export function mergeEvents(live: readonly StreamEvent[], listed: readonly StreamEvent[]): ShownEvent[] {
  const all = [...live, ...listed]
  const drops = all.filter((event) => event.type === 'dropped')
  const purchases = new Set(all.filter(({ type }) => type === 'burn').map(({ id }) => Number(id)))
  // Purchases name no market: the first one that is dropped says that the others after it are.
  const isDropped = (event: ShownEvent) =>
    drops.some(
      ({ id, eventId, marketId }) =>
        (event.type === 'burn' ? purchases.has(Number(eventId)) : event.marketId === marketId) &&
        Number(event.id) >= Number(eventId) &&
        Number(event.id) < Number(id),
    )
  const known = new Map<number, ShownEvent>()
  for (const event of all) {
    const id = Number(event.id)
    if (event.type !== 'dropped' && !isDropped(event)) known.set(id, event)
  }
  return [...known.entries()].toSorted(([a], [b]) => b - a).map(([, event]) => event)
}
