// Caches answers that are slow to compute.

import { LRUCache } from 'lru-cache'

/** Milliseconds that a value is fresh although the history has changed. */
const FRESH_MS = 1_000

/** Milliseconds that a stale value is still returned while a new one is computed. */
const STALE_MS = 5_000

/** Milliseconds that a value is kept while the history does not change: dropped blocks are not in its events. */
const UNCHANGED_MS = 30_000

const MAX_VALUES = 500

interface Cached<Value> {
  value: Value
  /** The newest event of the history, and the time, before the value was computed. */
  lastEvent: number
  at: number
}

/**
 * Caches answers that are slow to compute (stale-while-revalidate): each is computed at most once a second for all
 * requests, and not at all while the history does not change.
 */
export class ResponseCache<Value extends {}> {
  readonly #cache: LRUCache<string, Cached<Value>, () => Promise<Value>>

  /**
   * @param history - its newest event shows whether anything has changed
   * @param now - a clock in milliseconds that never goes back
   */
  constructor(history: { readonly lastEvent: number }, now: () => number = () => performance.now()) {
    this.#cache = new LRUCache({
      max: MAX_VALUES,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now },
      noDeleteOnFetchRejection: true,
      fetchMethod: async (_key, stale, { context: compute }) => {
        const at = now()
        const { lastEvent } = history
        if (stale && stale.lastEvent === lastEvent && at - stale.at < UNCHANGED_MS) return stale
        return { value: await compute(), lastEvent, at }
      },
    })
  }

  /** The cached value of a key, or a computed one. */
  async get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const allowStale = this.#cache.getRemainingTTL(key) > -STALE_MS
    const cached = await this.#cache.forceFetch(key, { context: compute, allowStale })
    return cached.value
  }
}
