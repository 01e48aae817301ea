import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { onEvent, streamEpoch } from '../api/stream.ts'
import type { StreamEvent } from '../model/types.ts'

/** Something that is loaded from the gateway. */
export interface Loaded<T> {
  /** The latest answer; kept while it is loaded again. */
  data: T | null
  error: Error | null
  isLoading: boolean
  reload(): void
}

interface State<T> {
  key: string
  data: T | null
  error: Error | null
}

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
  const [state, setState] = useState<State<T>>({ key, data: null, error: null })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const epoch = streamEpoch.value

  useEffect(() => {
    const controller = new AbortController()
    latest.current(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ key, data, error: null })
      },
      (error: Error) => {
        if (controller.signal.aborted) return
        setState((before) => ({ key, data: before.key === key ? before.data : null, error }))
      },
    )
    return () => controller.abort()
  }, [key, turn, epoch])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const isCurrent = state.key === key
  const data = isCurrent || keep ? state.data : null
  const error = isCurrent ? state.error : null
  return { data, error, isLoading: !isCurrent || (data === null && error === null), reload }
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
