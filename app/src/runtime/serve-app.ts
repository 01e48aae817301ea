// Serves a small Hono app, such as that of an attestor.

import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { httpServer } from './http-server.ts'
import { closeAtOnce, listen, type PortChoice, reachableHost } from './listen.ts'
import type { Service } from './service.ts'

/** A started HTTP server. */
export interface AppServer extends Service {
  /** Without a path: `http://127.0.0.1:8910`. */
  readonly url: string
}

/**
 * Serves a Hono app. Errors are answered as `{ "error": message }`: an `HTTPException` with its status and
 * message, any other with 500.
 *
 * @param onError - called with every error that is answered with 500
 * @throws Error if the port cannot be opened
 */
export async function serveApp(
  app: Hono,
  choice: PortChoice,
  onError: (error: Error) => void,
): Promise<AppServer> {
  app.notFound((c) => c.json({ error: `Not found: ${c.req.method} ${c.req.path}` }, 404))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status)
    onError(error)
    return c.json({ error: 'Internal server error; you may retry the request' }, 500)
  })
  const server = httpServer(app.fetch)
  const port = await listen(server, choice)
  return {
    url: `http://${reachableHost(choice.host)}:${port}`,
    stop: () => closeAtOnce(server),
  }
}
