import type { IncomingMessage } from 'node:http'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { GatewayEnv } from './context.ts'
import { notFound, onError } from './errors.ts'
import type { Observer } from './observe.ts'
import type { GatewayApp } from './routes/define.ts'
import { marketReads } from './routes/markets.ts'
import type { Services } from './services.ts'

/** The routes that most requests are for. */
const PLAIN = /^\/v1\/markets(?:\/[^/?]+)?(?:\?|$)/

type Guards = readonly MiddlewareHandler<GatewayEnv>[]
type Read = (c: Context<GatewayEnv>) => Response

/** What answers requests. */
export type Fetch = (request: Request, env: { incoming: IncomingMessage }) => Response | Promise<Response>

/**
 * Puts the hot reads beside the app: the same handlers behind the same guards, called one within the other and
 * answered at once where no guard has to wait, which takes half the time of a chain of promises.
 */
export function withPlainReads(
  app: GatewayApp,
  services: Services,
  observer: Observer,
  guards: Guards,
): Fetch {
  const { list, detail } = marketReads(services)
  const reads = new Hono<GatewayEnv>()
    .get('/v1/markets', (c) => answerRead(c, '/v1/markets', observer, guards, list))
    .get('/v1/markets/:id', (c) => answerRead(c, '/v1/markets/:id', observer, guards, detail))
    .notFound(notFound)
  return (request, env) => {
    const { method, url = '' } = env.incoming
    return method === 'GET' && PLAIN.test(url) ? reads.fetch(request, env) : app.fetch(request, env)
  }
}

function answerRead(
  c: Context<GatewayEnv>,
  route: string,
  observer: Observer,
  guards: Guards,
  read: Read,
): Response | Promise<Response> {
  const start = observer.begin(c)
  const guarded = new GuardedRead(c, guards, read)
  try {
    const through = guarded.run(0)
    if (!guarded.answer) {
      return through
        .then((refusal) => refusal ?? guarded.answer ?? c.res)
        .catch((error: Error) => refusalOf(c, observer, error))
        .then((answer) => observer.end(c, start, route, answer))
    }
    // A guard that fails after the answer has nothing to change about it.
    through.catch(ignore)
    return observer.end(c, start, route, guarded.answer)
  } catch (error) {
    return observer.end(c, start, route, refusalOf(c, observer, error as Error))
  }
}

/** A read behind its guards. */
class GuardedRead {
  answer: Response | undefined

  constructor(
    private readonly c: Context<GatewayEnv>,
    private readonly guards: Guards,
    private readonly read: Read,
  ) {}

  /** Runs the guards from one on, and then the read; a guard that answers itself goes no further. */
  run(index: number): Promise<Response | undefined> {
    const guard = this.guards[index]
    if (guard) return guard(this.c, () => this.run(index + 1) as Promise<never>) as Promise<undefined>
    this.answer = this.read(this.c)
    return DONE
  }
}

const DONE = Promise.resolve(undefined)

function ignore(): void {}

function refusalOf(c: Context<GatewayEnv>, observer: Observer, error: Error): Response {
  observer.openLog(c)
  return onError(error, c)
}
