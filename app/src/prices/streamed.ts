// A price source that streams all feeds in one connection, and polls those that the stream lacks.

import type { HermesError } from '@prediction-market/sdk/oracle/pyth'
import type { PriceSource, PriceUpdate } from './source.ts'

export interface StreamedOptions {
  /** Called when the stream breaks; meanwhile prices are polled. */
  onError: (error: Error) => void
  /** Unix milliseconds; by default the machine's clock. */
  clock?: (() => number) | undefined
}

/** The most feeds in one stream; fewer after a server refused the length of the request. */
const MAX_FEEDS = 500

/** The most feeds in one request of the fallback, of which there is at most one each second. */
const POLLED_FEEDS = 64
const POLL_MS = 1_000

/** Milliseconds between two connections: feeds that are added in between are polled. */
const CONNECT_MS = 10_000

/** Milliseconds without an update after which all feeds are polled, though the stream is open. */
const QUIET_MS = 5_000

/** Seconds that updates are kept, to prove the price at a second without a request. */
const KEPT_SECONDS = 60

/** Statuses of a server for which the request was too long. */
const TOO_LONG: readonly (number | undefined)[] = [413, 414, 431]

/**
 * Prices that a source streams, all feeds in one connection. The feeds that callers read are streamed, in the order of
 * importance. Feeds that are not streamed yet, and all of them while the stream is broken, are polled with one request
 * a second.
 */
export class StreamedPrices implements PriceSource {
  readonly history?: NonNullable<PriceSource['history']>
  readonly #clock: () => number
  /** The updates of the last minute that prove a second, the oldest first, by feed. */
  readonly #kept = new Map<string, PriceUpdate[]>()
  /** Updates that {@link latestOf} has not returned yet. */
  #news: PriceUpdate[] = []
  #stream: { feeds: ReadonlySet<string>; abort: AbortController; heardAt: number } | undefined
  /** Ends each stream that is open, or being opened. */
  readonly #open = new Set<AbortController>()
  #connectedAt = Number.NEGATIVE_INFINITY
  #polledAt = Number.NEGATIVE_INFINITY
  #nextPolled = 0
  #maxFeeds = MAX_FEEDS
  #isStopped = false

  constructor(
    private readonly source: PriceSource,
    private readonly options: StreamedOptions,
  ) {
    this.#clock = options.clock ?? Date.now
    const { history } = source
    if (history) this.history = (...asked) => history.apply(source, asked)
  }

  stop(): void {
    this.#isStopped = true
    for (const abort of this.#open) abort.abort()
  }

  async latest(feedId: string): Promise<PriceUpdate> {
    const known = this.#covers(feedId) ? this.#kept.get(feedId)?.at(-1) : undefined
    return known ?? this.source.latest(feedId)
  }

  /** The updates of these feeds since the last call. */
  async latestOf(feedIds: readonly string[]): Promise<PriceUpdate[]> {
    this.#connect(feedIds)
    await this.#poll(feedIds.filter((id) => !this.#covers(id)))
    const wanted = new Set(feedIds)
    const news = this.#news.filter(({ feedId }) => wanted.has(feedId))
    this.#news = []
    return news
  }

  async updateAt(feedId: string, unixSecond: number): Promise<PriceUpdate | null> {
    const kept = this.#kept.get(feedId) ?? []
    const found = kept.find(
      (update) => update.prevPublishTime < unixSecond && unixSecond <= update.publishTime,
    )
    if (found) return found
    const newest = kept.at(-1)?.publishTime
    // The stream will deliver it.
    if (this.#covers(feedId) && newest !== undefined && newest < unixSecond) return null
    return this.source.updateAt(feedId, unixSecond)
  }

  async schedule(feedId: string): Promise<string | null> {
    return (await this.source.schedule?.(feedId)) ?? null
  }

  /** Whether the updates of a feed come by the stream. */
  #covers(feedId: string): boolean {
    const stream = this.#stream
    return stream?.feeds.has(feedId) === true && this.#clock() - stream.heardAt < QUIET_MS
  }

  /** Opens the stream, or a wider one if the source has answered for feeds that are not in it. */
  #connect(wanted: readonly string[]): void {
    const now = this.#clock()
    if (this.#isStopped || wanted.length === 0 || now - this.#connectedAt < CONNECT_MS) return
    const feeds = new Set(wanted.slice(0, this.#maxFeeds))
    const known = this.#stream?.feeds
    // An unknown id never widens it.
    if (known && ![...feeds].some((id) => !known.has(id) && this.#kept.has(id))) return
    this.#connectedAt = now
    this.#read(feeds).catch(this.options.onError)
  }

  async #read(feeds: ReadonlySet<string>): Promise<void> {
    const abort = new AbortController()
    this.#open.add(abort)
    const stream = { feeds, abort, heardAt: Number.NEGATIVE_INFINITY }
    const before = this.#stream
    const onUpdates = (updates: PriceUpdate[]) => {
      stream.heardAt = this.#clock()
      if (this.#stream !== stream) {
        // The wider stream has begun, so that nothing is missed between the two.
        before?.abort.abort()
        this.#stream = stream
      }
      this.#take(updates)
    }
    try {
      await this.source.stream?.([...feeds], onUpdates, abort.signal)
    } catch (error) {
      if (TOO_LONG.includes((error as Partial<HermesError>).status)) {
        this.#maxFeeds = Math.max(POLLED_FEEDS, Math.floor(feeds.size / 2))
      }
      if (!abort.signal.aborted) throw error
    } finally {
      this.#open.delete(abort)
      if (this.#stream === stream) this.#stream = undefined
    }
  }

  /** Reads feeds that the stream does not have, in turn if they are many. */
  async #poll(feedIds: readonly string[]): Promise<void> {
    const now = this.#clock()
    if (feedIds.length === 0 || now - this.#polledAt < POLL_MS) return
    this.#polledAt = now
    const isMany = feedIds.length > POLLED_FEEDS
    const start = isMany && this.#nextPolled < feedIds.length ? this.#nextPolled : 0
    const asked = feedIds.slice(start, start + POLLED_FEEDS)
    this.#nextPolled = start + asked.length
    this.#take((await this.source.latestOf?.(asked)) ?? [])
  }

  #take(updates: readonly PriceUpdate[]): void {
    const oldest = this.#clock() / 1_000 - KEPT_SECONDS
    for (const update of updates) {
      // Of several updates in a second only the first proves its price.
      if (update.prevPublishTime >= update.publishTime) continue
      const kept = (this.#kept.get(update.feedId) ?? []).filter(({ publishTime }) => publishTime >= oldest)
      if (kept.some(({ publishTime }) => publishTime === update.publishTime)) continue
      kept.push(update)
      kept.sort((a, b) => a.publishTime - b.publishTime)
      this.#kept.set(update.feedId, kept)
      this.#news.push(update)
    }
  }
}
