import { InvalidInputError } from '../../errors.ts'
import { findFeedById } from '../../feeds/lookup.ts'
import {
  failureOf,
  type HermesAnswer,
  HermesError,
  normalizeFeedId,
  parse,
  parseAll,
  parseSchedules,
  readRetryAfter,
} from './hermes-answer.ts'
import { type PriceSource, UnknownFeedError } from './price-source.ts'
import type { PriceUpdate } from './price-update.ts'

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
}

/** The most feeds in one request: their ids make its URL long. */
const MAX_FEEDS = 64

/** Statuses of a request that names a feed which the server does not know or the key may not read. */
const REFUSED_FEED: readonly number[] = [400, 403, 404]

/** Milliseconds that a feed is left out which was refused. */
const REFUSED_MS = 600_000

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
  readonly #headers: Record<string, string>
  readonly #timeoutMs: number
  /** Until when each feed is left out that was refused, in unix milliseconds. */
  readonly #refused = new Map<string, number>()
  #schedules: { read: Promise<ReadonlyMap<string, string>>; until: number } | undefined
  readonly history?: NonNullable<PriceSource['history']>

  constructor({ url, apiKey, benchmarksUrl, timeoutMs = 5_000 }: HermesOptions) {
    const server = url.replace(/\/+$/, '')
    this.#base = `${server}/v2/updates/price`
    this.#feeds = `${server}/v2/price_feeds`
    this.#headers = { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
    this.#timeoutMs = timeoutMs
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

  /** Up to 64 feeds are one request. A feed that is refused is left out for ten minutes. */
  async latestOf(feedIds: readonly string[]): Promise<PriceUpdate[]> {
    const now = Date.now()
    const ids = feedIds.map(normalizeFeedId).filter((id) => (this.#refused.get(id) ?? 0) <= now)
    const chunks: string[][] = []
    for (let start = 0; start < ids.length; start += MAX_FEEDS)
      chunks.push(ids.slice(start, start + MAX_FEEDS))
    return (await Promise.all(chunks.map((chunk) => this.#latestOf(chunk)))).flat()
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
    const answer = await this.#fetch(this.#feeds)
    if (answer.status !== 200) throw failureOf(answer, this.#feeds)
    return parseSchedules(answer.text, this.#feeds)
  }

  /** One refused feed fails the whole request, so that it is found by halving. */
  async #latestOf(ids: readonly string[]): Promise<PriceUpdate[]> {
    const query = new URLSearchParams()
    for (const id of ids) query.append('ids[]', id)
    query.append('encoding', 'base64')
    query.append('parsed', 'true')
    query.append('ignore_invalid_price_ids', 'true')
    const url = `${this.#base}/latest?${query}`
    const answer = await this.#fetch(url)
    if (answer.status === 200) return parse(answer.text, url)
    if (!REFUSED_FEED.includes(answer.status)) throw failureOf(answer, url)
    if (ids.length === 1) {
      this.#refused.set(ids[0] as string, Date.now() + REFUSED_MS)
      return []
    }
    const middle = Math.ceil(ids.length / 2)
    return [...(await this.#latestOf(ids.slice(0, middle))), ...(await this.#latestOf(ids.slice(middle)))]
  }

  async #readHistory(base: string, feedIds: readonly string[], from: number, to: number) {
    const query = new URLSearchParams()
    for (const id of feedIds) query.append('ids', normalizeFeedId(id))
    query.append('encoding', 'base64')
    query.append('parsed', 'true')
    query.append('unique', 'true')
    const url = `${base}/${from}/${to - from + 1}?${query}`
    const answer = await this.#fetch(url)
    if (answer.status === 404) return []
    if (answer.status !== 200) throw failureOf(answer, url)
    return parseAll(answer.text, url).filter(({ publishTime }) => publishTime >= from && publishTime <= to)
  }

  async #get(time: string, feedId: string): Promise<PriceUpdate | null> {
    const id = normalizeFeedId(feedId)
    const query = new URLSearchParams({ 'ids[]': id, encoding: 'base64', parsed: 'true' })
    const url = `${this.#base}/${time}?${query}`
    const answer = await this.#fetch(url)
    const { status, text } = answer
    if (status === 404) return null
    if (status !== 200) throw failureOf(answer, url)
    const update = parse(text, url).find((candidate) => candidate.feedId === id)
    if (!update) throw new HermesError(`Hermes answered without feed ${id} (GET ${url})`, { status })
    return update
  }

  async #fetch(url: string): Promise<HermesAnswer> {
    try {
      const signal = AbortSignal.timeout(this.#timeoutMs)
      const answer = await fetch(url, { headers: this.#headers, signal })
      const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'))
      return { status: answer.status, text: await answer.text(), retryAfterMs }
    } catch (cause) {
      const timedOut = cause instanceof Error && cause.name === 'TimeoutError'
      const reason = timedOut ? `did not answer within ${this.#timeoutMs} ms` : 'cannot be reached'
      throw new HermesError(`Hermes ${reason} (GET ${url})`, { cause })
    }
  }
}
