import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import type { GatewayEnv } from './context.ts'
import type { Metrics } from './metrics.ts'
import { setHeader } from './respond.ts'

/**
 * Names every request, logs it and counts it. The log has no query, body or header, and so no secret: the id
 * goes back to the caller as `X-Request-Id` and finds the rest.
 */
export class Observer {
  constructor(
    private readonly log: Logger,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Names a request.
   *
   * @returns when it began
   */
  begin(c: Context<GatewayEnv>): number {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    setHeader(c, 'X-Request-Id', requestId)
    return performance.now()
  }

  /** Gives the request a log of its own, for what else there is to say. */
  openLog(c: Context<GatewayEnv>): void {
    c.set('log', this.log.child({ requestId: c.get('requestId') }))
  }

  /** Takes down the answer to a request, and passes it on. */
  end(c: Context<GatewayEnv>, start: number, route: string, answer: Response): Response {
    const milliseconds = performance.now() - start
    const { method, path } = c.req
    const { status } = answer
    this.metrics.request(method, route, status, milliseconds)
    const ms = Math.round(milliseconds * 1_000) / 1_000
    this.log.info({ requestId: c.get('requestId'), method, path, status, ms }, 'request')
    return answer
  }

  middleware(): MiddlewareHandler<GatewayEnv> {
    return async (c, next) => {
      const start = this.begin(c)
      this.openLog(c)
      await next()
      this.end(c, start, routeOf(c), c.res)
    }
  }
}

/** The pattern that a request matched, so that metrics do not grow with the paths that people try. */
function routeOf(c: Context): string {
  const last = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))
  return last?.path ?? 'unknown'
}
