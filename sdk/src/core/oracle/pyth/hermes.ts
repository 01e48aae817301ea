// Reads signed Pyth updates from a Hermes server.

import { InvalidInputError } from '../../errors.ts'
import { findFeedById } from '../../feeds/lookup.ts'
import { failureOf, HermesError, normalizeFeedId, parse, parseAll, parseSchedules } from './hermes-answer.ts'
import { HermesRequests } from './hermes-requests.ts'
import { type PriceSource, type PriceUpdate, UnknownFeedError } from './price-source.ts'
import { UnknownFeeds } from './unknown-feeds.ts'

/** How to reach a Hermes server. */
export interface HermesOptions {
  /** Its URL, without the `/v2`. */
  url: string
  /** Required by Pyth's own Hermes. */
  apiKey?: string | undefined
  /** URL of Pyth Benchmarks, which keeps past updates, without the `/v1`. */
  benchmarksUrl?: string | undefined
  /** Milliseconds that an answer may take; 5,000 by default. */
  timeoutMs?: number | undefined
  /** The most requests in ten seconds; 25 by default. After 30, Pyth's own Hermes refuses all requests for a minute. */
  budget?: number | undefined
}

/** The most feeds in one request: their ids make its URL long. */
const MAX_FEEDS = 64

/** Statuses of a request that names a feed which the server does not know or the key may not read. */
const REFUSED_FEED: readonly number[] = [400, 403, 404]

/** Milliseconds that the schedules of all feeds are kept. Pyth announces holidays days before. */
const SCHEDULES_MS = 3_600_000

/**
 * Reads signed Pyth updates from a Hermes server.
 *
 * @example
 * const prices = new HermesPrices({ url: 'https://hermes.pyth.network' })
 * const client = new PredictionMarketClient(connection, { signer, prices })
 */
export class HermesPrices implements PriceSource {
  readonly #base: string
  readonly #feeds: string
  readonly #requests: HermesRequests
  readonly #unknown = new UnknownFeeds()
  #schedules: { read: Promise<ReadonlyMap<string, string>>; until: number } | undefined
  readonly history?: NonNullable<PriceSource['history']>

  constructor({ url, apiKey, benchmarksUrl, timeoutMs = 5_000, budget = 25 }: HermesOptions) {
    const server = url.replace(/\/+$/, '')
    this.#base = `${server}/v2/updates/price`
    this.#feeds = `${server}/v2/price_feeds`
    this.#requests = new HermesRequests({ apiKey, timeoutMs, budget })
    if (benchmarksUrl === undefined) return
    const benchmarks = `${benchmarksUrl.replace(/\/+$/, '')}/v1/updates/price`
    this.history = (feedIds, from, to) => this.#readHistory(benchmarks, feedIds, from, to)
  }

  async latest(feedId: string): Promise<PriceUpdate> {
    const update = await this.#get('latest', feedId)
    if (!update) throw new UnknownFeedError(feedId)
    return update
  }

  /**
   * Reads the update for a second. Hermes answers with the first update published then or later; if the feed
   * paused, or published twice in a second, that update may not prove the price, and the result is `null` too.
   */
  async updateAt(feedId: string, unixSecond: number): Promise<PriceUpdate | null> {
    if (!Number.isSafeInteger(unixSecond)) {
      throw new InvalidInputError('unixSecond', `must be a unix second, got ${unixSecond}`)
    }
    const update = await this.#get(String(unixSecond), feedId)
    const proves = update && update.prevPublishTime < unixSecond && unixSecond <= update.publishTime
    return proves ? update : null
  }

  /**
   * Up to 64 feeds are one request; a part that fails does not fail the others. A feed that the server does not know, or
   * refuses, is asked for once and then left out for ten minutes. Feeds that it has not answered for yet are at most one
   * request each time.
   */
  async latestOf(feedIds: readonly string[]): Promise<PriceUpdate[]> {
    const ids = feedIds.map(normalizeFeedId).filter((id) => !this.#unknown.has(id))
    const [known, unseen] = [true, false].map((is) => ids.filter((id) => this.#unknown.isKnown(id) === is))
    const chunks = [...chunksOf(known ?? []), ...chunksOf(unseen ?? []).slice(0, 1)]
    const reads = await Promise.allSettled(chunks.map((chunk) => this.#latestOf(chunk)))
    const [failed] = reads.filter((read) => read.status === 'rejected')
    const updates = reads.flatMap((read) => (read.status === 'fulfilled' ? read.value : []))
    if (failed && updates.length === 0) throw failed.reason
    return updates
  }

  /** Streams all feeds in one connection. */
  async stream(
    feedIds: readonly string[],
    onUpdates: (updates: PriceUpdate[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const ids = feedIds.map(normalizeFeedId).filter((id) => !this.#unknown.has(id))
    const url = `${this.#base}/stream?${queryOf(ids)}&allow_unordered=true`
    for await (const data of this.#requests.events(url, signal)) {
      const updates = parse(data, url)
      this.#unknown.saw(updates.map(({ feedId }) => feedId))
      onUpdates(updates)
    }
  }

  /**
   * Reads when a feed publishes. Hermes lists all feeds in one answer, which is kept for an hour; the feeds of this SDK's
   * table are of crypto assets, which trade at all times, and need none.
   */
  async schedule(feedId: string): Promise<string | null> {
    const id = normalizeFeedId(feedId)
    if (findFeedById(id)) return null
    const now = Date.now()
    if (!this.#schedules || this.#schedules.until <= now) {
      const read = this.#readSchedules()
      this.#schedules = { read, until: now + SCHEDULES_MS }
      read.catch(() => {
        this.#schedules = undefined
      })
    }
    return (await this.#schedules.read).get(id) ?? null
  }

  async #readSchedules(): Promise<ReadonlyMap<string, string>> {
    const answer = await this.#requests.get(this.#feeds)
    if (answer.status !== 200) throw failureOf(answer, this.#feeds)
    return parseSchedules(answer.text, this.#feeds)
  }

  async #latestOf(ids: readonly string[]): Promise<PriceUpdate[]> {
    const url = (some: readonly string[]) => `${this.#base}/latest?${queryOf(some)}`
    const updates = await this.#readParts(ids, url, parse)
    this.#unknown.saw(updates.map(({ feedId }) => feedId))
    // The server leaves out what it does not know.
    this.#unknown.missed(ids)
    return updates
  }

  #readHistory(base: string, feedIds: readonly string[], from: number, to: number): Promise<PriceUpdate[]> {
    const url = (some: readonly string[]) => {
      const query = new URLSearchParams(some.map((id) => ['ids', id] as [string, string]))
      return `${base}/${from}/${to - from + 1}?${query}&encoding=base64&parsed=true&unique=true`
    }
    const read = (text: string, of: string) =>
      parseAll(text, of).filter(({ publishTime }) => publishTime >= from && publishTime <= to)
    const ids = feedIds.map(normalizeFeedId).filter((id) => !this.#unknown.has(id))
    return ids.length > 0 ? this.#readParts(ids, url, read) : Promise.resolve([])
  }

  /** One refused feed fails the whole request: the server names it, or it is found by halving. */
  async #readParts(
    ids: readonly string[],
    urlOf: (ids: readonly string[]) => string,
    read: (text: string, url: string) => PriceUpdate[],
  ): Promise<PriceUpdate[]> {
    const url = urlOf(ids)
    const answer = await this.#requests.get(url)
    if (answer.status === 200) return read(answer.text, url)
    if (!REFUSED_FEED.includes(answer.status)) throw failureOf(answer, url)
    const named = UnknownFeeds.named(answer.text)?.filter((id) => ids.includes(id)) ?? []
    for (const id of ids.length === 1 ? ids : named) this.#unknown.refused(id)
    if (ids.length === 1) return []
    const others = ids.filter((id) => !named.includes(id))
    if (named.length > 0) return others.length > 0 ? this.#readParts(others, urlOf, read) : []
    const middle = Math.ceil(ids.length / 2)
    const halves = [ids.slice(0, middle), ids.slice(middle)]
    return (await Promise.all(halves.map((half) => this.#readParts(half, urlOf, read)))).flat()
  }

  async #get(time: string, feedId: string): Promise<PriceUpdate | null> {
    const id = normalizeFeedId(feedId)
    if (this.#unknown.has(id)) return null
    const query = new URLSearchParams({ 'ids[]': id, encoding: 'base64', parsed: 'true' })
    const url = `${this.#base}/${time}?${query}`
    const answer = await this.#requests.get(url)
    const { status, text } = answer
    if (status === 404) {
      // Without an update for this second the answer is 404 too.
      if (UnknownFeeds.named(text)) this.#unknown.missed([id])
      return null
    }
    if (status !== 200) throw failureOf(answer, url)
    const update = parse(text, url).find((candidate) => candidate.feedId === id)
    if (!update) throw new HermesError(`Hermes answered without feed ${id} (GET ${url})`, { status })
    this.#unknown.saw([id])
    return update
  }
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / MAX_FEEDS)
  return Array.from({ length: count }, (_, index) => ids.slice(index * MAX_FEEDS, (index + 1) * MAX_FEEDS))
}

/** The query for the updates of feeds; those that the server does not know are left out of its answer. */
function queryOf(ids: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(ids.map((id) => ['ids[]', id] as [string, string]))
  for (const [name, value] of [
    ['encoding', 'base64'],
    ['parsed', 'true'],
    ['ignore_invalid_price_ids', 'true'],
  ] as const) {
    query.append(name, value)
  }
  return query
}
