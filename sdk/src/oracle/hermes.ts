import { InvalidInputError, PredictionMarketError } from '../errors.ts'
import { type PriceSource, UnknownFeedError } from './prices.ts'
import type { PriceUpdate } from './pyth/price-update.ts'

/** Hermes failed to answer, or answered with an error or an unexpected body. */
export class HermesError extends PredictionMarketError {
  override name = 'HermesError'
  /** The HTTP status, if Hermes answered. */
  readonly status: number | undefined

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
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
  timeoutMs?: number | undefined
}

/** A price as Hermes writes it. */
interface HermesPrice {
  price: string
  conf: string
  expo: number
  publish_time: number
}

/** The parts that are read of a response to `/v2/updates/price/…` with `parsed=true`. */
interface HermesAnswer {
  binary: { encoding: string; data: string[] }
  parsed: {
    id: string
    price: HermesPrice
    ema_price: HermesPrice
    metadata: { prev_publish_time?: number | null }
  }[]
}

const FEED_ID = /^(?:0x)?([0-9a-f]{64})$/i

/**
 * Reads signed Pyth updates from a Hermes server.
 *
 * @example
 * const prices = new HermesPrices({ url: 'https://hermes.pyth.network' })
 * const client = new PredictionMarketClient(connection, { signer, prices })
 */
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
    if (!Number.isSafeInteger(unixSecond)) {
      throw new InvalidInputError('unixSecond', `must be a unix second, got ${unixSecond}`)
    }
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
      const hint = status === 401 || status === 403 ? ': the API key is missing or refused' : ''
      const message = `Hermes answered ${status}${hint} (GET ${url}): ${text.slice(0, 200)}`
      throw new HermesError(message, { status })
    }
    const update = parse(text, url).find((candidate) => candidate.feedId === id)
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
}

function parse(text: string, url: string): PriceUpdate[] {
  try {
    return readUpdates(JSON.parse(text))
  } catch (cause) {
    throw new HermesError(`Hermes answered with an unexpected body (GET ${url})`, { cause })
  }
}

/**
 * The updates of a response, which one signed blob proves. An update without a previous publish time gets its own,
 * so that it proves no second.
 */
function readUpdates({ binary, parsed }: HermesAnswer): PriceUpdate[] {
  if (binary.encoding !== 'base64') throw new Error(`encoding ${binary.encoding}`)
  const [blob] = binary.data
  return parsed.map(({ id, price, ema_price: ema, metadata }) => {
    const publishTime = requireInteger(price.publish_time)
    return {
      feedId: normalizeFeedId(id),
      price: toBigInt(price.price),
      conf: toBigInt(price.conf),
      exponent: requireInteger(price.expo),
      publishTime,
      prevPublishTime: requireInteger(metadata.prev_publish_time ?? publishTime),
      emaPrice: toBigInt(ema.price),
      emaConf: toBigInt(ema.conf),
      ...(blob !== undefined && { signed: Uint8Array.from(atob(blob), (char) => char.charCodeAt(0)) }),
    }
  })
}

function normalizeFeedId(id: string): string {
  const digits = FEED_ID.exec(id)?.[1]
  if (!digits) throw new InvalidInputError('feedId', `must be 64 hexadecimal digits, got ${id}`)
  return digits.toLowerCase()
}

function requireInteger(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is not a whole number`)
  return value as number
}

function toBigInt(text: unknown): bigint {
  if (typeof text !== 'string' || !/^-?\d+$/.test(text)) throw new Error(`${text} is not a whole number`)
  return BigInt(text)
}
