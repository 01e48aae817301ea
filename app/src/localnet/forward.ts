// Forwards a fixed local port to the node's random one.

import { connect, createServer, type Socket } from 'node:net'
import type { Transform } from 'node:stream'
import { listen, type PortChoice } from '../runtime/listen.ts'

/** A local port that is forwarded to another. */
export interface Forwarder {
  readonly port: number
  /**
   * Forwards new connections to this port of 127.0.0.1; before that they are refused.
   *
   * @param change - makes a stream that changes what comes back
   */
  forwardTo(port: number, change?: () => Transform): void
  /** Stops listening and closes every connection. */
  close(): Promise<void>
}

/**
 * Opens a local port, to be forwarded.
 *
 * @throws Error that names the port and its setting if the port cannot be opened
 */
export async function openForwarder(choice: PortChoice): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  let target: { port: number; change?: (() => Transform) | undefined } | undefined

  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    track(client)
    if (target === undefined) {
      client.destroy()
      return
    }
    const upstream = connect({ host: '127.0.0.1', port: target.port, allowHalfOpen: true })
    track(upstream)
    // When one end disconnects, the other is disconnected too.
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.pipe(upstream)
    if (target.change) upstream.pipe(target.change()).pipe(client)
    else upstream.pipe(client)
  })
  const port = await listen(server, choice)
  return {
    port,
    forwardTo(port, change) {
      target = { port, change }
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
