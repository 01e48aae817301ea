import { createServer, type Server, type ServerOptions, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'

/** How patient the server is with a connection, in milliseconds, and how much it takes. */
export interface ServerLimits {
  /** From the first byte of a request to the end of its headers. */
  headersTimeout: number
  /** From the first byte of a request to the end of its body. */
  requestTimeout: number
  /** Silence on a connection, between two requests or in one: nothing read, nothing taken. */
  idleTimeout: number
  /** How often the first two are looked at. */
  checkEvery: number
  /** Bytes of all headers of a request. */
  maxHeaderSize: number
  maxConnections: number
}

/** What the gateway runs with. */
export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than proxies usually keep a connection: they would send a request just as it is closed.
  idleTimeout: 65_000,
  checkEvery: 2_000,
  maxHeaderSize: 16 * 1_024,
  maxConnections: 10_000,
}

type Fetch = Parameters<typeof getRequestListener>[0]

/**
 * An HTTP server that cuts slow clients off, and that answers what never reaches a route in the one shape
 * of all errors. It does not listen yet.
 */
export function httpServer(fetch: Fetch, limits: Partial<ServerLimits> = {}): Server {
  const { checkEvery, idleTimeout, maxConnections, ...timeouts } = { ...DEFAULT_SERVER_LIMITS, ...limits }
  const options: ServerOptions = {
    ...timeouts,
    connectionsCheckingInterval: checkEvery,
    keepAlive: true,
    // One timer for a connection's life: Node's own would be made and cleared at every request.
    keepAliveTimeout: 0,
  }
  const server = createServer(options, getRequestListener(fetch, { errorHandler }))
  server.timeout = idleTimeout
  server.maxConnections = maxConnections
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, message] = refusal(error.code)
    socket.end(rawAnswer(status, message))
  })
  return server
}

/** What the adapter cannot make a request of. */
function errorHandler(error: unknown): Response {
  const [status, message] =
    error instanceof RequestError
      ? [400, `The request is not well formed: ${error.message}`]
      : [500, 'Something went wrong here; the request may be tried again']
  return Response.json({ error: message }, { status })
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
      return [400, 'The request is not well-formed HTTP']
  }
}

function rawAnswer(status: number, message: string): string {
  const body = JSON.stringify({ error: message })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
