// An HTTP server that disconnects slow clients and answers malformed requests, and the address of a client.

import { createServer, type Server, type ServerOptions, STATUS_CODES } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The result of a route that writes its response itself. Exported here, so that it is created before
 * `getRequestListener` replaces the global `Response`: the adapter would send one of its own `Response`s again.
 */
export { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** Timeouts of connections, in milliseconds, and limits of their size and number. */
export interface ServerLimits {
  /** From the first byte of a request to the end of its headers. */
  headersTimeout: number
  /** From the first byte of a request to the end of its body. */
  requestTimeout: number
  /** Without a byte sent or received, between two requests or within one. */
  idleTimeout: number
  /** How often the first two are checked. */
  checkEvery: number
  /** Bytes of all headers of a request together. */
  maxHeaderSize: number
  maxConnections: number
}

const DEFAULT_SERVER_LIMITS: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than proxies usually keep a connection: none sends a request just as we close it.
  idleTimeout: 65_000,
  checkEvery: 2_000,
  maxHeaderSize: 16 * 1_024,
  maxConnections: 10_000,
}

type Fetch = Parameters<typeof getRequestListener>[0]

/**
 * Creates an HTTP server that disconnects slow clients. Requests that never reach a route are answered with
 * `{ "error": message }` and `X-Error-Code` too.
 */
export function httpServer(fetch: Fetch, limits: Partial<ServerLimits> = {}): Server {
  const { checkEvery, idleTimeout, maxConnections, ...timeouts } = { ...DEFAULT_SERVER_LIMITS, ...limits }
  const options: ServerOptions = {
    ...timeouts,
    connectionsCheckingInterval: checkEvery,
    keepAlive: true,
    // `server.timeout` is one timer per connection; Node's keep-alive timer is set and cleared at every request.
    keepAliveTimeout: 0,
  }
  const server = createServer(options, getRequestListener(fetch, { errorHandler }))
  server.timeout = idleTimeout
  server.maxConnections = maxConnections
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, message] = refusal(error.code)
    socket.end(rawResponse(status, message))
  })
  return server
}

/** Answers a request that the adapter could not parse or the app failed on. */
function errorHandler(error: unknown): Response {
  const [status, message] =
    error instanceof RequestError
      ? [400, `Malformed request: ${error.message}`]
      : [500, 'Internal server error; you may retry the request']
  return Response.json({ error: message }, { status, headers: { 'X-Error-Code': nameOf(status) } })
}

function refusal(code: string | undefined): [status: number, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'The headers are too large']
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'The chunk extensions are too large']
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long to arrive']
    default:
      return [400, 'Malformed HTTP request']
  }
}

/** The name of an error, as in the gateway. */
function nameOf(status: number): string {
  return status < 500 ? 'InvalidInput' : 'InternalError'
}

function rawResponse(status: number, message: string): string {
  const body = JSON.stringify({ error: message })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `X-Error-Code: ${nameOf(status)}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/**
 * The client of a request, for limits: its IPv4 address, or the first 64 bits of its IPv6 address, because the rest
 * can be chosen by the client.
 *
 * @param trustedProxies - the number of our own proxies in front. Each appends one entry to `X-Forwarded-For`;
 *   entries before those come from the client and are ignored.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const peer = getConnInfo(c).remote.address ?? 'unknown'
  if (trustedProxies === 0) return network(peer)
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  const forwarded = hops.at(-trustedProxies) ?? ''
  return network(isIP(forwarded) ? forwarded : peer)
}

/** The first 48 bits of an IPv6 address that {@link clientAddress} has cut to 64; `null` for an IPv4 address. */
export function siteOf(client: string): string | null {
  return client.includes(':') ? client.split(':').slice(0, 3).join(':') : null
}

function network(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
