import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { GatewayEnv } from './context.ts'
import { onError } from './errors.ts'
import type { Answering } from './guard.ts'
import { answerHeaders } from './limits/browser.ts'
import type { Metrics } from './metrics.ts'
import type { Meter } from './request-times.ts'
import { requestIdOf, withHeaders } from './respond.ts'

/** Milliseconds from which on a read is worth a line in the log. */
const SLOW_MS = 1_000

/**
 * Names every request, counts it and logs it. Reads that went well and fast are logged at `debug`, the others
 * at `info`. The log has no query, body or header, and so no secret: the id goes back to the caller as
 * `X-Request-Id` and finds the rest.
 */
export class Observer {
  /** Ids of different processes never meet. */
  readonly #prefix = randomBytes(8).toString('hex')
  #requests = 0

  constructor(
    private readonly log: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Observes what answers a route, and turns what it throws into an answer. */
  observe(route: string, inner: Answering): Answering {
    const meter = this.metrics.requests.meter(route)
    return (c) => {
      const start = performance.now()
      const requestId = `${this.#prefix}-${++this.#requests}`
      const headers = answerHeaders(requestId)
      c.env.exchange = { headers, answer: undefined, caller: undefined, rawBody: undefined }
      try {
        const answer = inner(c)
        if (!(answer instanceof Promise)) return this.#end(c, meter, start, answer)
        return answer
          .catch((error) => onError(error, c, this.log))
          .then((response) => this.#end(c, meter, start, response))
      } catch (error) {
        return this.#end(c, meter, start, onError(error as Error, c, this.log))
      }
    }
  }

  /** Takes an answer down, and completes it. */
  #end(c: Context<GatewayEnv>, meter: Meter, start: number, answer: Response): Response {
    const milliseconds = performance.now() - start
    const { status } = answer
    const { method = '' } = c.env.incoming
    meter(method, status, milliseconds)
    const isQuiet = status < 400 && milliseconds < SLOW_MS && method !== 'POST' && method !== 'DELETE'
    const level = isQuiet ? 'debug' : 'info'
    if (this.log.isLevelEnabled(level)) {
      const ms = Math.round(milliseconds * 1_000) / 1_000
      this.log[level]({ requestId: requestIdOf(c), method, path: c.req.path, status, ms }, 'request')
    }
    return withHeaders(c, answer)
  }
}
