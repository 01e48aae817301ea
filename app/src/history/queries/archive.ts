import { type MarketStatus, marketIdOf, type Stakes } from '@prediction-market/sdk'
import type { CurrencyId } from '../../book/currency.ts'
import { type ListedMarket, volumeOf } from '../../book/listed.ts'
import { MarketCollection } from '../../book/market-collection.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import type { History } from '../history.ts'
import { type ClosedMarket, closedMarkets, closedMarketsWithEvents } from './markets.ts'

/** Markets to read at a time. */
const BATCH = 5_000

const RETRY_MS = 1_000

/** A closed market, as lists show it. */
export class ArchivedMarket implements ListedMarket {
  readonly id: string
  readonly question: string
  readonly status: MarketStatus
  readonly currency: CurrencyId
  readonly token: string | null
  readonly creator: string
  readonly createdAt: number
  readonly expireAt: number
  readonly volume: bigint
  searchText: string | undefined
  readonly pools: Stakes

  constructor(row: ClosedMarket) {
    this.id = marketIdOf(row.address)
    this.question = row.question
    this.status = row.status
    this.currency = row.currency
    this.token = row.token
    this.creator = row.creator
    this.createdAt = row.createdAt
    this.expireAt = row.expireAt
    this.pools = [row.poolYes, row.poolNo]
    this.volume = volumeOf(this.pools, row.decimals)
  }
}

/**
 * All closed markets in memory, so that lists of markets need no query. Up to three kilobytes each, most of it for
 * the index by creator. It follows the history: new events add markets or change them; removed transactions,
 * which are rare, make it read all closed markets again.
 */
export class Archive extends MarketCollection<ArchivedMarket> {
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
      for (const row of rows) this.set(new ArchivedMarket(row))
    }
    this.#lastEvent = lastEvent
    this.#removals = removals
  }

  async #readAll(): Promise<ArchivedMarket[]> {
    const entries: ArchivedMarket[] = []
    let after = ''
    for (;;) {
      const rows = await closedMarkets(this.history.db, after, BATCH)
      for (const row of rows) entries.push(new ArchivedMarket(row))
      if (rows.length < BATCH) return entries
      after = rows.at(-1)?.address ?? ''
    }
  }
}
