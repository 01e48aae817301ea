import { useEffect, useState } from 'react'
import type { Unsubscribe } from '../follow/accounts.ts'

/** What a hook has read, and goes on following. */
export type Loadable<Data> =
  | { status: 'loading'; data: undefined; error: undefined }
  /** Nothing could be read yet; it is tried again. */
  | { status: 'error'; data: undefined; error: Error }
  /** `error` says why the last refresh failed, if it did: `data` may be old. */
  | { status: 'ready'; data: Data; error: Error | undefined }

/** Begins to follow something: `take` gets its state and every change, `fail` what went wrong. */
export type Start<Data> = (take: (data: Data) => void, fail: (error: Error) => void) => Unsubscribe

const LOADING = { status: 'loading', data: undefined, error: undefined } as const

/** Follows something while the component is there, and begins anew when `start` is another function. */
export function useFollowed<Data>(start: Start<Data>): Loadable<Data> {
  const [seen, setSeen] = useState<{ start: Start<Data>; state: Loadable<Data> }>()
  useEffect(() => {
    let isEnded = false
    let state: Loadable<Data> = LOADING
    const show = (next: Loadable<Data>) => {
      if (isEnded) return
      state = next
      setSeen({ start, state })
    }
    const stop = start(
      (data) => show({ status: 'ready', data, error: undefined }),
      (error) =>
        show(state.status === 'ready' ? { ...state, error } : { ...LOADING, status: 'error', error }),
    )
    return () => {
      isEnded = true
      stop().catch(() => {})
    }
  }, [start])
  // What was read for another market, wallet or client is not shown for this one.
  return seen?.start === start ? seen.state : LOADING
}
