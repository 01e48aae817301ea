// Caches the lists of closed markets, and follows the changes of the history.

import { LRUCache } from 'lru-cache'
import type { ClosedMarkets, Selection } from '../../book/list-markets.ts'
import type { ListedMarket } from '../../book/listed.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import type { History } from '../history.ts'
import { closedMarkets, haveClosedMarketsChanged } from './closed-markets.ts'

/** The most closed markets in memory, in the pages that were read last. */
const MAX_CACHED = 5_000

const RETRY_MS = 1_000

/**
 * The closed markets of the store. Pages that were read are kept until a closed market changes, so that bets on open
 * markets cause no query. New events of closed markets and dropped events invalidate them.
 */
export class Archive implements ClosedMarkets {
  readonly #pages = new LRUCache<string, Promise<ListedMarket[]>>({ maxSize: MAX_CACHED })
  readonly #updates: CoalescedTask
  #version = 0
  #lastEvent = 0
  #unsubscribe = () => {}

  /** @param onError - called when an update fails; it is retried a second later */
  constructor(
    private readonly history: History,
    onError: (error: Error) => void,
  ) {
    this.#updates = new CoalescedTask(() => this.#update(), onError, RETRY_MS)
  }

  /** Changes whenever a closed market may have. */
  get version(): number {
    return this.#version
  }

  /** Follows the history. */
  start(): void {
    this.#lastEvent = this.history.lastEvent
    this.#unsubscribe = this.history.onChange(() => this.#updates.request())
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
    await this.#updates.stop()
  }

  find(selection: Selection, limit: number): Promise<readonly ListedMarket[]> {
    const key = keyOf(selection, limit)
    const known = this.#pages.get(key)
    if (known) return known
    const page = closedMarkets(this.history.db, selection, limit)
    this.#pages.set(key, page, { size: limit })
    page.catch(() => this.#pages.delete(key))
    return page
  }

  async #update(): Promise<void> {
    const { db, lastEvent } = this.history
    const hasChanged = await haveClosedMarketsChanged(db, this.#lastEvent, lastEvent)
    this.#lastEvent = lastEvent
    if (!hasChanged) return
    this.#version += 1
    this.#pages.clear()
  }
}

/** A unique key for each selection. Terms contain no space. */
function keyOf(
  { status, currency, tokenAddress, creator, type, feed, sort, terms, after }: Selection,
  limit: number,
): string {
  const place = after && [after.status, after.createdAt, after.expireAt, after.matched, after.id]
  return [limit, status, currency, tokenAddress, creator, type, feed, sort, place, terms?.join(' ')].join()
}
