import { fromHermes, HermesAnswer } from './hermes-json.ts'
import { normalizeFeedId, type PriceSource, type PriceUpdate, UnknownFeedError } from './source.ts'

/** Hermes failed to answer, or answered with an error or an unexpected body. */
export class HermesError extends Error {
  /** The HTTP status, if Hermes answered. */
  readonly status: number | undefined

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'HermesError'
    this.status = options.status
  }
}

/** How to reach a Hermes server. */
export interface HermesOptions {
  /** Its URL, without the `/v2`. */
  url: string
  /** Required by Pyth's own Hermes. */
  apiKey?: string | undefined
  /** Milliseconds that an answer may take; 5,000 by default. */
  timeoutMs?: number
}

/** Reads signed Pyth updates from a Hermes server. */
export class HermesPrices implements PriceSource {
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #timeoutMs: number

  constructor({ url, apiKey, timeoutMs = 5_000 }: HermesOptions) {
    this.#base = `${url.replace(/\/+$/, '')}/v2/updates/price`
    this.#headers = { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
    this.#timeoutMs = timeoutMs
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
    if (!Number.isSafeInteger(unixSecond)) throw new Error(`time: must be a unix second, got ${unixSecond}`)
    const update = await this.#get(String(unixSecond), feedId)
    const proves = update && update.prevPublishTime < unixSecond && unixSecond <= update.publishTime
    return proves ? update : null
  }

  async #get(time: string, feedId: string): Promise<PriceUpdate | null> {
    const id = normalizeFeedId(feedId)
    const query = new URLSearchParams({ 'ids[]': id, encoding: 'base64', parsed: 'true' })
    const url = `${this.#base}/${time}?${query}`
    const { status, text } = await this.#fetch(url)
    if (status === 404) return null
    if (status !== 200) {
      const hint = status === 401 || status === 403 ? ': HERMES_API_KEY is missing or refused' : ''
      const message = `Hermes answered ${status}${hint} (GET ${url}): ${text.slice(0, 200)}`
      throw new HermesError(message, { status })
    }
    const update = this.#parse(text, url).find((candidate) => candidate.feedId === id)
    if (!update) throw new HermesError(`Hermes answered without feed ${id} (GET ${url})`, { status })
    return update
  }

  async #fetch(url: string): Promise<{ status: number; text: string }> {
    try {
      const signal = AbortSignal.timeout(this.#timeoutMs)
      const answer = await fetch(url, { headers: this.#headers, signal })
      return { status: answer.status, text: await answer.text() }
    } catch (cause) {
      const timedOut = cause instanceof Error && cause.name === 'TimeoutError'
      const reason = timedOut ? `did not answer within ${this.#timeoutMs} ms` : 'cannot be reached'
      throw new HermesError(`Hermes ${reason} (GET ${url})`, { cause })
    }
  }

  #parse(text: string, url: string): PriceUpdate[] {
    try {
      return fromHermes(HermesAnswer.parse(JSON.parse(text)))
    } catch (cause) {
      throw new HermesError(`Hermes answered with an unexpected body (GET ${url})`, { cause })
    }
  }
}
