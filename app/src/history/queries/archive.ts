import type { MarketStatus, Stakes } from '@prediction-market/sdk'
import type { CurrencyId } from '../../book/currency.ts'
import { type ListedMarket, volumeOf } from '../../book/listed.ts'
import { idOf } from '../../book/market-id.ts'
import { MarketIndex } from '../../book/market-index.ts'
import type { Database } from '../../store/database.ts'
import { type ClosedMarket, closedAmong, closedMarkets } from './markets.ts'

/** Markets that are read at a time. */
const BATCH = 5_000

/** A market that is no longer on the chain, as lists need it. */
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
  comparable: string | undefined
  readonly pools: Stakes

  constructor(row: ClosedMarket) {
    this.id = idOf(row.address)
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
 * All markets that were closed, in memory: so that lists go from those on the chain to those that were without
 * asking the store. Up to three kilobytes each, most of it for finding them by their creator.
 */
export class Archive {
  readonly index = new MarketIndex<ArchivedMarket>()
  readonly #entries = new Map<string, ArchivedMarket>()

  constructor(private readonly db: Database) {}

  get size(): number {
    return this.#entries.size
  }

  /** A closed market by its id. */
  get(id: string): ArchivedMarket | undefined {
    return this.#entries.get(id)
  }

  /** Fills the empty archive. */
  async fill(): Promise<void> {
    const entries: ArchivedMarket[] = []
    let after = ''
    for (;;) {
      const rows = await closedMarkets(this.db, after, BATCH)
      for (const row of rows) entries.push(new ArchivedMarket(row))
      if (rows.length < BATCH) break
      after = rows.at(-1)?.address ?? ''
    }
    for (const entry of entries) this.#entries.set(entry.id, entry)
    this.index.fill(entries)
  }

  /** Takes in markets that have just been closed, by address. */
  async take(addresses: readonly string[]): Promise<void> {
    for (const row of await closedAmong(this.db, addresses)) {
      const entry = new ArchivedMarket(row)
      const known = this.#entries.get(entry.id)
      if (known) this.index.remove(known)
      this.#entries.set(entry.id, entry)
      this.index.add(entry)
    }
  }
}
