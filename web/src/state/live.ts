// Reads measured values and odds of the open markets in view.

import { useRef } from 'preact/hooks'
import { listLive } from '../api/gateway.ts'
import type { LiveMarket } from '../model/types.ts'
import { useEvents, useLoaded, usePolling } from './loaded.ts'
import { dataOf } from './snapshot.ts'

/** The most markets of one request. */
const MOST = 30

/** How often measured values are read, which no event reports. */
const POLL_MS = 5_000

/** What moves in open markets, by id. What shows them is whole without it. */
export function useLive(shown: readonly string[]): {
  live: ReadonlyMap<string, LiveMarket>
  /** Whether something has been read, or could not be. */
  isLoaded: boolean
} {
  // In one order, so that a list that is sorted anew asks for nothing else.
  const ids = [...shown].sort()
  const known = useRef(new Map<string, LiveMarket>())
  const live = useLoaded(`live ${ids.join()}`, async (signal) => {
    const parts: string[][] = []
    for (let start = 0; start < ids.length; start += MOST) parts.push(ids.slice(start, start + MOST))
    const read = await Promise.all(parts.map((part) => listLive(part, signal)))
    return new Map(read.flat().map((market) => [market.id, market]))
  })
  usePolling(POLL_MS, ids.length > 0, live.reload)
  useEvents((event) => event.type === 'bet', live.reload)
  known.current = dataOf(live) ?? known.current
  return { live: known.current, isLoaded: live.state !== 'loading' || known.current.size > 0 }
}
