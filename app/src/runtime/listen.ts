// Opens ports, with errors that say how to choose another one.

import type { Server as HttpServer } from 'node:http'
import { isIPv6, type Server } from 'node:net'

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
