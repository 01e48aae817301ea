import { formatAmount } from '@prediction-market/sdk'
import type { QuestionMeasure } from '@prediction-market/sdk/question'
import type { Measured } from '@prediction-market/sdk/rules'
import type { Connection, PublicKey } from '@solana/web3.js'
import type { MarketBook } from '../../book/book.ts'
import type { BookEntry } from '../../book/entry.ts'
import { type Decimal, decimal } from '../../json/write.ts'
import type { PriceSource } from '../../prices/source.ts'
import { readObservations } from './attested.ts'
import { formatMeasured, marketCap } from './measured.ts'
import { readMigrations, readSupplies, type Supply } from './tokens.ts'

/** The most markets whose progress is read: those that expire next. */
const MAX_MARKETS = 500

/** How far a condition is. */
export interface Progress {
  currentCount: Decimal
  target: Decimal
  unit: string
}

/** The sources of progress. */
export interface ProgressOptions {
  book: MarketBook
  connection: Connection
  /** Without it, conditions on prices have no progress. */
  prices: PriceSource | undefined
  /** Without attestors, conditions on holders and events have no progress. */
  attestorUrls: readonly string[]
  /** How often progress is read, in milliseconds. */
  everyMs: number
  onError: (error: Error) => void
}

/**
 * The progress of the conditions of open markets, from the chain, prices and attestors. It is read on a timer, so
 * that requests are answered from memory.
 */
export class ProgressTracker {
  #prices = new Map<string, Measured>()
  #supplies = new Map<string, Supply>()
  #migrations = new Map<string, boolean>()
  /** By market id. */
  #observations = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #reading = false
  #version = 0

  constructor(private readonly options: ProgressOptions) {}

  start(): void {
    const read = () => {
      if (this.#reading) return
      this.#reading = true
      this.read()
        .catch(this.options.onError)
        .finally(() => {
          this.#reading = false
        })
    }
    this.#timer = setInterval(read, this.options.everyMs).unref()
    read()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Changes whenever progress was read. */
  get version(): number {
    return this.#version
  }

  /** The progress of a market; `undefined` if it is not known. */
  of({ id, market, token }: BookEntry): Progress | undefined {
    const { condition } = market
    if (market.status !== 'open') return undefined
    if (condition.type === 'holders' || condition.type === 'event') {
      const seen = this.#observations.get(id)
      if (seen === undefined) return undefined
      return condition.type === 'event'
        ? progressOf(seen, '1', 'events')
        : progressOf(seen, condition.target, 'holders')
    }
    if (condition.type === 'migration') {
      const migrated = this.#migrations.get(token ?? '')
      return migrated === undefined ? undefined : progressOf(migrated ? '1' : '0', '1', 'migrations')
    }
    const unit = condition.type === 'supply' ? 'tokens' : 'USD'
    const current = this.#current(condition, token ?? '')
    return current === undefined ? undefined : progressOf(current, condition.target, unit)
  }

  /**
   * Reads the current value of what a question measures, an exact decimal; of a migration 0 or 1.
   *
   * @returns `undefined` if it is not known: holders are counted for open markets only
   */
  async currentValue(measure: QuestionMeasure, token: PublicKey | null): Promise<string | undefined> {
    try {
      return await this.#readCurrent(measure, token)
    } catch (error) {
      // The source may not have the feed, or not answer.
      this.options.onError(error as Error)
      return undefined
    }
  }

  /** Reads the progress of all open markets. */
  async read(): Promise<void> {
    const { book, connection } = this.options
    const entries = book.list({ status: 'open', sort: 'expiring', limit: MAX_MARKETS, offset: 0 })
    const feeds = new Set<string>()
    const mints = new Map<string, PublicKey>()
    const tokens = new Map<string, PublicKey>()
    let isAttested = false
    for (const { market, token } of entries) {
      const { condition } = market
      if ('feed' in condition) feeds.add(condition.feed)
      if (condition.type === 'holders' || condition.type === 'event') isAttested = true
      if (!token || !market.token) continue
      if (condition.type === 'marketCap' || condition.type === 'supply') mints.set(token, market.token)
      if (condition.type === 'migration') tokens.set(token, market.token)
    }
    await Promise.all([
      this.#readPrices(feeds),
      isAttested && this.#readAttested(),
      readSupplies(connection, [...mints.values()]).then((supplies) => {
        this.#supplies = supplies
        this.#version += 1
      }),
      readMigrations(connection, [...tokens.values()]).then((migrations) => {
        this.#migrations = migrations
        this.#version += 1
      }),
    ])
  }

  async #readPrices(feeds: ReadonlySet<string>): Promise<void> {
    const { prices, onError } = this.options
    if (!prices) return
    const read = new Map<string, Measured>()
    for (const feed of feeds) {
      try {
        const { price: value, exponent } = await prices.latest(feed)
        read.set(feed, { value, exponent })
      } catch (error) {
        // A market can name a feed that this source does not have.
        onError(error as Error)
      }
    }
    this.#prices = read
    this.#version += 1
  }

  async #readAttested(): Promise<void> {
    const { attestorUrls, onError } = this.options
    if (attestorUrls.length === 0) return
    try {
      this.#observations = await readObservations(attestorUrls)
      this.#version += 1
    } catch (error) {
      onError(error as Error)
    }
  }

  #current(condition: { type: string; feed?: string }, token: string): string | undefined {
    const supply = this.#supplies.get(token)
    if (condition.type === 'supply') return supply && formatAmount(supply.units, supply.decimals)
    const price = this.#prices.get(condition.feed ?? '')
    if (!price || condition.type === 'price') return price && formatMeasured(price)
    return supply && formatMeasured(marketCap(price, supply))
  }

  async #readCurrent(measure: QuestionMeasure, token: PublicKey | null): Promise<string | undefined> {
    const { connection, prices } = this.options
    const address = token?.toBase58() ?? ''
    if (measure.type === 'migration') {
      const migrated = token && (await readMigrations(connection, [token])).get(address)
      return migrated === null || migrated === undefined ? undefined : String(Number(migrated))
    }
    const readsMint = measure.type === 'supply' || measure.type === 'marketCap'
    const supply = readsMint && token ? (await readSupplies(connection, [token])).get(address) : undefined
    if (measure.type === 'supply') return supply && formatAmount(supply.units, supply.decimals)
    if (!('feed' in measure) || !prices) return undefined
    const { price: value, exponent } = await prices.latest(measure.feed)
    if (measure.type === 'price') return formatMeasured({ value, exponent })
    return supply && formatMeasured(marketCap({ value, exponent }, supply))
  }
}

function progressOf(current: string, target: string, unit: string): Progress {
  return { currentCount: decimal(current), target: decimal(target), unit }
}
