import { fromHermes, HermesAnswer } from './hermes-json.ts'
import { normalizeFeedId, type PriceSource, type PriceUpdate, UnknownFeedError } from './source.ts'

/** Hermes did not answer as it should; `status` is the HTTP status if there was an answer at all. */
export class HermesError extends Error {
  readonly status: number | undefined

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'HermesError'
    this.status = options.status
  }
}

/** Which Hermes to ask, and how. */
export interface HermesOptions {
  /** Its address, up to the `/v2`. */
  url: string
  /** Pyth's own Hermes asks for one. */
  apiKey?: string | undefined
  /** How long an answer may take; 5,000 by default. */
  timeoutMs?: number
}

/** Pyth updates from a Hermes server, signed for the receiver program. */
export class HermesPrices implements PriceSource {
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #timeoutMs: number

  constructor({ url, apiKey, timeoutMs = 5000 }: HermesOptions) {
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
   * Hermes answers with the first update published at that second or later. Where a feed paused or published
   * twice in a second that may be one that does not prove the price then: no update is `null` here too.
   */
  async updateAt(feedId: string, unixSecond: number): Promise<PriceUpdate | null> {
    if (!Number.isSafeInteger(unixSecond)) throw new Error(`time: must be a unix second, not ${unixSecond}`)
    const update = await this.#get(String(unixSecond), feedId)
    const proves = update && update.prevPublishTime < unixSecond && unixSecond <= update.publishTime
    return proves ? update : null
  }

  async #get(when: string, feedId: string): Promise<PriceUpdate | null> {
    const id = normalizeFeedId(feedId)
    const query = new URLSearchParams([
      ['ids[]', id],
      ['encoding', 'base64'],
      ['parsed', 'true'],
    ])
    const url = `${this.#base}/${when}?${query}`
    const { status, text } = await this.#fetch(url)
    if (status === 404) return null
    if (status !== 200) {
      const hint = status === 401 || status === 403 ? ': it refuses the API key' : ''
      throw new HermesError(`Hermes answered ${status}${hint} (GET ${url}): ${text.slice(0, 200)}`, {
        status,
      })
    }
    const update = this.#read(text, url).find((candidate) => candidate.feedId === id)
    if (!update) throw new HermesError(`Hermes left out feed ${id} (GET ${url})`, { status })
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

  #read(text: string, url: string): PriceUpdate[] {
    try {
      return fromHermes(HermesAnswer.parse(JSON.parse(text)))
    } catch (cause) {
      throw new HermesError(`Hermes answered with something else than price updates (GET ${url})`, { cause })
    }
  }
}
