import { connect, createServer, type Socket } from 'node:net'
import { listen, type PortChoice } from '../runtime/listen.ts'

/** A local port whose connections go on to a server elsewhere. */
export interface Forwarder {
  readonly port: number
  /** Sends connections to this port of 127.0.0.1 from now on; before, they are refused. */
  forwardTo(port: number): void
  /** Stops listening and cuts every connection. */
  close(): Promise<void>
}

/**
 * Takes a local port, to be forwarded.
 *
 * @throws Error if the port cannot be taken; it names the port and the setting
 */
export async function openForwarder(choice: PortChoice): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  let target: number | undefined

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
    const upstream = connect({ host: '127.0.0.1', port: target, allowHalfOpen: true })
    track(upstream)
    // A peer that vanishes is nothing to report: the other end learns of it by losing its connection too.
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  const port = await listen(server, choice)
  return {
    port,
    forwardTo(port) {
      target = port
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
