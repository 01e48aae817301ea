import { type Context, Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { GatewayEnv } from './context.ts'
import { notFound } from './errors.ts'
import type { Observer } from './observe.ts'
import type { GatewayApp } from './routes/define.ts'

/** An answer: at once, where nothing has to be waited for. */
export type Answer = Response | Promise<Response>

/** What answers a request. */
export type Answering = (c: Context<GatewayEnv>) => Answer

/** Stands before the routes: refuses by throwing, answers itself, or passes the request on. */
export type Guard = (c: Context<GatewayEnv>, next: Answering) => Answer

/**
 * The same routes behind guards, and under observation. Each becomes one handler: Hono's own chain of
 * middlewares waits at every link, and takes longer than most reads.
 *
 * @param guards - in their order
 */
export function guardRoutes(
  app: GatewayApp,
  { observer, guards }: { observer: Observer; guards: readonly Guard[] },
): Hono<GatewayEnv> {
  const guarded = new Hono<GatewayEnv>({ getPath: pathOf })
  const behind = (route: string, answering: Answering) => observer.observe(route, chain(guards, answering))
  for (const { method, path, handler } of app.routes) {
    guarded.on(
      method,
      path,
      behind(path, (c) => handler(c, nowhere) as Answer),
    )
  }
  return guarded.notFound(behind('unknown', notFound))
}

function chain(guards: readonly Guard[], answering: Answering): Answering {
  return guards.reduceRight<Answering>((inner, guard) => (c) => guard(c, inner), answering)
}

/** Addresses that are their own path: nothing in them is encoded, relative, or a query. */
const PLAIN = /^\/[\w/-]*$/

/** The path of a request: as it was sent, where Hono would find the same character by character. */
function pathOf(request: Request, { env }: { env?: GatewayEnv['Bindings'] } = {}): string {
  const url = env?.incoming.url ?? ''
  return PLAIN.test(url) ? url : getPath(request)
}

/** Routes answer; none passes on to another. */
async function nowhere(): Promise<void> {}
