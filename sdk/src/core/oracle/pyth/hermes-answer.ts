// Parses responses of Hermes: updates, schedules and errors.

import { InvalidInputError, PredictionMarketError } from '../../errors.ts'
import type { PriceUpdate } from './price-source.ts'

/** Hermes failed to answer, or answered with an error or an unexpected body. */
export class HermesError extends PredictionMarketError {
  override name = 'HermesError'
  /** The HTTP status, if Hermes answered. */
  readonly status: number | undefined
  /** Milliseconds that Hermes asks to wait before the next request, if it does. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    options: { status?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
  }
}

/** A request was not made, because the budget of requests is used up. */
export class HermesBusyError extends HermesError {
  override name = 'HermesBusyError'
}

/** A price as Hermes writes it. */
interface HermesPrice {
  price: string
  conf: string
  expo: number
  publish_time: number
}

/** The fields that are read from a response to `/v2/updates/price/…` with `parsed=true`. */
interface UpdatesBody {
  binary: { encoding: string; data: string[] }
  parsed: {
    id: string
    price: HermesPrice
    ema_price: HermesPrice
    metadata: { prev_publish_time?: number | null }
  }[]
}

/** The fields that are read from a response to `/v2/price_feeds`. */
type FeedsBody = { id: string; attributes: { schedule?: string } }[]

/** A response of Hermes, and the time that it asks to wait. */
export interface HermesAnswer {
  status: number
  text: string
  retryAfterMs: number | undefined
}

const FEED_ID = /^(?:0x)?([0-9a-f]{64})$/i

/** The error of a response that is not a success. */
export function failureOf({ status, text, retryAfterMs }: HermesAnswer, url: string): HermesError {
  const hint = status === 401 || status === 403 ? ': the API key is missing or refused' : ''
  const message = `Hermes answered ${status}${hint} (GET ${url}): ${text.slice(0, 200)}`
  return new HermesError(message, { status, retryAfterMs })
}

/** Milliseconds of a `Retry-After` header, which holds seconds or a date. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(milliseconds, 0) : undefined
}

/** The updates of one response. */
export function parse(text: string, url: string): PriceUpdate[] {
  return parseAll(`[${text}]`, url)
}

/** The updates of several responses in an array. */
export function parseAll(text: string, url: string): PriceUpdate[] {
  try {
    return (JSON.parse(text) as UpdatesBody[]).flatMap(readUpdates)
  } catch (cause) {
    throw new HermesError(`Hermes answered with an unexpected body (GET ${url})`, { cause })
  }
}

/** The schedules of feeds, by id; those without one are left out. */
export function parseSchedules(text: string, url: string): ReadonlyMap<string, string> {
  try {
    const feeds = JSON.parse(text) as FeedsBody
    return new Map(
      feeds.flatMap(({ id, attributes: { schedule } }) =>
        schedule ? [[normalizeFeedId(id), schedule] as const] : [],
      ),
    )
  } catch (cause) {
    throw new HermesError(`Hermes answered with an unexpected body (GET ${url})`, { cause })
  }
}

/** The updates of a response. One without a previous publish time gets its own, and proves no second. */
function readUpdates({ binary, parsed }: UpdatesBody): PriceUpdate[] {
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

/** A feed's id in lower case, without its prefix. */
export function normalizeFeedId(id: string): string {
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
