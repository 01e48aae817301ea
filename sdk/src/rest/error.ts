import { PredictionMarketError } from '../core/errors.ts'
import type { RestErrorName } from './schema.ts'

/** A request that the gateway refused. */
export class RestError extends PredictionMarketError {
  override name = 'RestError'
  /** The HTTP status. */
  readonly status: number
  /**
   * `X-Error-Code`: the name of the SDK's own error, such as `MarketClosed` or `InvalidInput`, or one of the gateway's
   * such as `RateLimited`; rarely one of Anchor's. Null if something between here and the gateway answered.
   */
  readonly code: RestErrorName | (string & {}) | null
  /** Seconds after which another attempt makes sense; null if the gateway does not say. */
  readonly retryAfter: number | null

  constructor(message: string, { status, headers }: Pick<Response, 'status' | 'headers'>) {
    super(message)
    this.status = status
    this.code = headers.get('x-error-code')
    const seconds = headers.get('retry-after')
    this.retryAfter = seconds === null ? null : Number(seconds)
  }
}

/** The outcome of a call: the answer, or the error. */
interface CallResult<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/**
 * Returns the answer of a call.
 *
 * @example
 * const markets = unwrap(await client.GET('/v1/markets'))
 * @throws RestError if the gateway refused it
 */
export function unwrap<Data>({ data, error, response }: CallResult<Data>): Data {
  if (response.ok && data !== undefined) return data
  throw new RestError(messageOf(error) ?? `The gateway answered ${response.status}`, response)
}

function messageOf(error: unknown): string | undefined {
  const message = (error as { error?: unknown } | undefined)?.error
  return typeof message === 'string' ? message : undefined
}
