import { marketIdOf } from '@prediction-market/sdk'
import { type ListedMarket, volumeOf } from '../../book/listed.ts'
import { MarketCollection } from '../../book/market-collection.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import type { History } from '../history.ts'
import { type ClosedMarket, closedMarkets, closedMarketsWithEvents } from './markets.ts'

/** Markets to read at a time. */
const BATCH = 5_000

const RETRY_MS = 1_000

/** A closed market as lists show it. */
export function toListedMarket({ address, decimals, poolYes, poolNo, ...row }: ClosedMarket): ListedMarket {
  const pools = [poolYes, poolNo] as const
  return { ...row, id: marketIdOf(address), pools, volume: volumeOf(pools, decimals), searchText: undefined }
}

/**
 * All closed markets in memory, so that lists of markets need no query. Up to three kilobytes each, most of it for
 * the index by creator. It follows the history: new events add markets or change them; removed transactions,
 * which are rare, make it read all closed markets again.
 */
export class Archive extends MarketCollection<ListedMarket> {
  readonly #updates: CoalescedTask
  #lastEvent = 0
  #removals = 0
  #unsubscribe = () => {}

  /** @param onError - called when an update fails; it is tried again a second later */
  constructor(
    private readonly history: History,
    onError: (error: Error) => void,
  ) {
    super()
    this.#updates = new CoalescedTask(() => this.#update(), onError, RETRY_MS)
  }

  /** Reads all closed markets, then follows the history. */
  async start(): Promise<void> {
    const { lastEvent, removals } = this.history
    this.fill(await this.#readAll())
    this.#lastEvent = lastEvent
    this.#removals = removals
    this.#unsubscribe = this.history.onChange(() => this.#updates.request())
    this.#updates.request()
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
    await this.#updates.stop()
  }

  async #update(): Promise<void> {
    const { db, lastEvent, removals } = this.history
    if (removals !== this.#removals) {
      const entries = await this.#readAll()
      const ids = new Set(entries.map(({ id }) => id))
      for (const { id } of [...this.entries()]) if (!ids.has(id)) this.remove(id)
      for (const entry of entries) this.set(entry)
    } else if (lastEvent > this.#lastEvent) {
      const rows = await closedMarketsWithEvents(db, this.#lastEvent)
      for (const row of rows) this.set(toListedMarket(row))
    }
    this.#lastEvent = lastEvent
    this.#removals = removals
  }

  async #readAll(): Promise<ListedMarket[]> {
    const entries: ListedMarket[] = []
    let after = ''
    for (;;) {
      const rows = await closedMarkets(this.history.db, after, BATCH)
      for (const row of rows) entries.push(toListedMarket(row))
      if (rows.length < BATCH) return entries
      after = rows.at(-1)?.address ?? ''
    }
  }
}
