// Opens ports, with errors that say how to choose another one, and serves small Hono apps, such as that of an attestor.

import type { Server as HttpServer } from 'node:http'
import { isIPv6, type Server } from 'node:net'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Registry } from 'prom-client'
import { httpServer } from './http-server.ts'
import type { Service } from './service.ts'

/** The local port that a server listens on. */
export interface PortChoice {
  host: string
  /** 0 lets the system choose one. */
  port: number
  /** The server's name in error messages, such as `gateway`. */
  purpose: string
  /** The setting that chooses another port, such as `LOCALNET_PORT`. */
  setting: string
}

/** An error that says which port cannot be opened, why, and how to choose another. */
function explain(error: NodeJS.ErrnoException, { host, port, purpose, setting }: PortChoice): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'it is already in use',
    EACCES: 'access is denied',
  }
  const reason = reasons[error.code ?? ''] ?? error.message
  const message = `Cannot listen on ${host}:${port} (${purpose}): ${reason}; choose another port with ${setting}`
  return new Error(message, { cause: error })
}

/**
 * Makes a server listen.
 *
 * @returns its port
 * @throws Error that names the port and its setting if the port cannot be opened
 */
export async function listen(server: Server, choice: PortChoice): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, choice)))
    server.listen({ host: choice.host, port: choice.port }, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port')
  return address.port
}

/** The host in a URL by which this machine reaches a server: 127.0.0.1 for one that listens on all addresses. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

/** Stops a server and cuts off requests in progress. */
export function closeAtOnce(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

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

export function addMetrics(app: Hono, registry: Registry): void {
  app.get('/metrics', async (c) => {
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}

/**
 * Serves metrics on a port of their own, which need not be reachable for those who use the service.
 *
 * @throws Error if the port cannot be opened
 */
export function serveMetrics(
  registry: Registry,
  { host, port }: Pick<PortChoice, 'host' | 'port'>,
  onError: (error: Error) => void,
): Promise<AppServer> {
  const app = new Hono()
  addMetrics(app, registry)
  return serveApp(app, { host, port, purpose: 'metrics', setting: 'METRICS_PORT' }, onError)
}
