// The states of a thing that is loaded: loading, ready, stale, gone, or an error.

import { RestError } from '@prediction-market/sdk/rest'

/** What is known of a thing that is loaded from the gateway. A view must handle each state. */
export type Snapshot<T> =
  | { state: 'loading' }
  /** It could not be loaded. */
  | { state: 'error'; error: Error }
  /** There is no such thing, or no longer. */
  | { state: 'gone' }
  /** It was loaded, but not again: it may have changed since. */
  | { state: 'stale'; data: T; error: Error }
  | { state: 'ready'; data: T }

/** How a request ended. */
export type Ending<T> = { data: T } | { error: Error }

export const LOADING: Snapshot<never> = { state: 'loading' }

/** What is known after a request. */
export function afterRequest<T>(before: Snapshot<T>, ending: Ending<T>): Snapshot<T> {
  if ('data' in ending) return { state: 'ready', data: ending.data }
  const { error } = ending
  if (error instanceof RestError && error.status === 404) return { state: 'gone' }
  return 'data' in before ? { state: 'stale', data: before.data, error } : { state: 'error', error }
}

/** What was loaded last; null if nothing is there to be shown. */
export function dataOf<T>(snapshot: Snapshot<T>): T | null {
  return 'data' in snapshot ? snapshot.data : null
}

/** The items of a list: its first page, which is kept current, and those after it that were loaded before. */
export function mergeItems<T>(first: readonly T[], before: readonly T[], idOf: (item: T) => unknown): T[] {
  const known = new Set(first.map(idOf))
  return [...first, ...before.filter((item) => !known.has(idOf(item)))]
}
