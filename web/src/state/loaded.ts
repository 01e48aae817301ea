// Hooks that load things from the gateway and keep them current.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Page } from '../api/http.ts'
import { onEvent, streamEpoch } from '../api/stream.ts'
import type { StreamEvent } from '../model/types.ts'
import { afterRequest, dataOf, type Ending, LOADING, mergeItems, type Snapshot } from './snapshot.ts'

/** Something that is loaded from the gateway, and a way to load it again. */
export type Loaded<T> = Snapshot<T> & { reload(): void }

/** Things that were shown, so that they are there at once when somebody comes back. */
const shown = new Map<string, unknown>()

/** How many things are kept. */
const MAX_SHOWN = 50

/**
 * Loads something, and again when its key changes or the event stream had to start over.
 *
 * @param key - names what is loaded
 * @param keep - whether data of another key is shown until that of this one is there
 */
export function useLoaded<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  keep = false,
): Loaded<T> {
  const [current, setCurrent] = useState(() => ({ key, snapshot: recall<T>(key) }))
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const epoch = streamEpoch.value

  useEffect(() => {
    const controller = new AbortController()
    const end = (ending: Ending<T>) => {
      if (controller.signal.aborted) return
      if ('data' in ending) remember(key, ending.data)
      setCurrent((before) => {
        const known = before.key === key ? before.snapshot : recall<T>(key)
        return { key, snapshot: afterRequest(known, ending) }
      })
    }
    latest.current(controller.signal).then(
      (data) => end({ data }),
      (error: Error) => end({ error }),
    )
    return () => controller.abort()
  }, [key, turn, epoch])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { ...snapshotFor(key, current, keep), reload }
}

function snapshotFor<T>(
  key: string,
  current: { key: string; snapshot: Snapshot<T> },
  keep: boolean,
): Snapshot<T> {
  if (current.key === key) return current.snapshot
  const known = recall<T>(key)
  return keep && known.state === 'loading' && 'data' in current.snapshot ? current.snapshot : known
}

function recall<T>(key: string): Snapshot<T> {
  return shown.has(key) ? { state: 'ready', data: shown.get(key) as T } : LOADING
}

function remember(key: string, data: unknown): void {
  shown.delete(key)
  shown.set(key, data)
  const [oldest] = shown.keys()
  if (shown.size > MAX_SHOWN && oldest !== undefined) shown.delete(oldest)
}

/** A list that is loaded page by page. */
export type LoadedList<T> = Loaded<readonly T[]> & {
  /** Loads the next page; undefined if the list is complete. */
  more: (() => void) | undefined
  /** Why the next page could not be loaded. */
  moreError: Error | null
}

/** The pages of a list after the first. */
interface Older<T> {
  key: string
  items: readonly T[]
  next: string | null
  error: Error | null
}

/**
 * Loads the first page of a list, which is kept current, and the pages after it that are asked for.
 *
 * @param idOf - tells items apart
 */
export function useList<T>(
  key: string,
  load: (cursor: string | null, signal?: AbortSignal) => Promise<Page<T>>,
  idOf: (item: T) => unknown,
): LoadedList<T> {
  const first = useLoaded(key, (signal) => load(null, signal), true)
  const [older, setOlder] = useState<Older<T> | null>(null)
  const before = older?.key === key ? older : null
  const page = dataOf(first)
  const items = mergeItems(page?.items ?? [], before?.items ?? [], idOf)
  const next = before ? before.next : (page?.next ?? null)
  const more = async () => {
    try {
      const { items: loaded, next: following } = await load(next)
      setOlder({ key, items: [...items, ...loaded], next: following, error: null })
    } catch (error) {
      setOlder({ key, items, next, error: error as Error })
    }
  }
  const list: Loaded<readonly T[]> = 'data' in first ? { ...first, data: items } : first
  return { ...list, more: next === null ? undefined : more, moreError: before?.error ?? null }
}

/** Events that come together cause one reload. */
const BATCH_MS = 300

/** Calls back after events that a filter picks, at most once in `batchMs`. */
export function useEvents(
  picks: (event: StreamEvent) => boolean,
  onChange: () => void,
  batchMs = BATCH_MS,
): void {
  const latest = useRef({ picks, onChange })
  latest.current = { picks, onChange }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent((event) => {
      if (timer !== undefined || !latest.current.picks(event)) return
      timer = setTimeout(() => {
        timer = undefined
        latest.current.onChange()
      }, batchMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [batchMs])
}

/** Calls back every so many milliseconds while the page is visible. */
export function usePolling(everyMs: number, isActive: boolean, onTick: () => void): void {
  const latest = useRef(onTick)
  latest.current = onTick
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      if (!document.hidden) latest.current()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isActive])
}
