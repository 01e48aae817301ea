import { type Context, Hono } from 'hono'
import type { GatewayEnv } from './context.ts'
import { notFound } from './errors.ts'
import type { Observer } from './observe.ts'
import type { GatewayApp } from './routes/define.ts'

/** An answer: at once, where nothing has to be waited for. */
export type Answer = Response | Promise<Response>

/** What answers a request. */
export type Answering = (c: Context<GatewayEnv>) => Answer

/** Stands before the routes: refuses by throwing, answers itself, or passes the request on. */
export type Guard = (c: Context<GatewayEnv>, next: () => Answer) => Answer

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
  const guarded = new Hono<GatewayEnv>()
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
  return guards.reduceRight<Answering>((inner, guard) => (c) => guard(c, () => inner(c)), answering)
}

/** Routes answer; none passes on to another. */
async function nowhere(): Promise<void> {}
