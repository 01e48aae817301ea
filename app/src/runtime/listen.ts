import type { Server as HttpServer } from 'node:http'
import { isIPv6, type Server } from 'node:net'

/** Which local port a server takes, and what its user can do when it is taken. */
export interface PortChoice {
  host: string
  /** 0 lets the system choose. */
  port: number
  /** What listens there, for people: `RPC`. */
  purpose: string
  /** Whose it is; `the localnet's` by default. */
  whose?: string
  /** The setting that chooses another port: `LOCALNET_PORT`. */
  setting: string
}

/** What a taken or forbidden port means to the person who started us. */
function explain(error: NodeJS.ErrnoException, choice: PortChoice): Error {
  const { host, port, purpose, setting, whose = "the localnet's" } = choice
  const where = `${host}:${port}, for ${whose} ${purpose},`
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `${where} is already in use: stop what listens there, or choose another port with ${setting}`,
    )
  }
  if (error.code === 'EACCES') {
    return new Error(`${where} may not be opened: choose another port with ${setting}`)
  }
  return new Error(`${where} cannot be opened (${error.message}): see ${setting}`, { cause: error })
}

/**
 * Makes a server listen.
 *
 * @returns its port
 * @throws Error if the port cannot be taken; it names the port and the setting
 */
export async function listen(server: Server, choice: PortChoice): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, choice)))
    server.listen({ host: choice.host, port: choice.port }, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port')
  return address.port
}

/** How a client on this machine writes the host that a server listens on, which may be all of them. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

/** Stops a server whose answers are worth no wait: what is under way is cut off. */
export function closeAtOnce(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
