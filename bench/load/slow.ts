// Slow clients of the load bench, which hold connections open.

import { connect, type Socket } from 'node:net'

/** Milliseconds between two bytes of a client that sends slowly. */
const BYTE_MS = 1_000

/** Milliseconds between the openings of two connections. */
const OPEN_MS = 5

const HEAD = ' HTTP/1.1\r\nHost: 127.0.0.1\r\n'

/** Kinds of slow clients: what is sent at once, and what byte by byte. None of them reads. */
const WAYS: readonly { atOnce: string; slowly: string }[] = [
  { atOnce: `GET /v1/markets${HEAD}X-Slow: `, slowly: 'a'.repeat(1_000) },
  {
    atOnce: `POST /v1/markets${HEAD}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n`,
    slowly: ' '.repeat(1_000),
  },
  { atOnce: `GET /v1/markets?limit=100${HEAD}\r\n`.repeat(50), slowly: '' },
  { atOnce: `GET /v1/events?lastEventId=0${HEAD}\r\n`, slowly: '' },
]

/** Connections that send a byte a second, or request much and read nothing. Closed ones are reopened. */
export class SlowClients {
  readonly #sockets = new Set<Socket>()
  readonly #base: URL
  #isOpen = true

  /** @param count - counts opened and closed connections */
  constructor(
    base: string,
    private readonly addressOf: (index: number) => string,
    private readonly count: (what: string) => void,
  ) {
    this.#base = new URL(base)
  }

  /** Opens that many connections, one after the other. */
  open(connections: number): void {
    for (let index = 0; index < connections; index++) setTimeout(() => this.#connect(index), index * OPEN_MS)
  }

  close(): void {
    this.#isOpen = false
    for (const socket of this.#sockets) socket.destroy()
  }

  #connect(index: number): void {
    if (!this.#isOpen) return
    const { atOnce, slowly } = WAYS[index % WAYS.length] as (typeof WAYS)[number]
    const localAddress = this.addressOf(index)
    const socket = connect({ host: this.#base.hostname, port: Number(this.#base.port), localAddress })
    this.#sockets.add(socket)
    this.count('opened')
    socket.pause()
    socket.on('error', () => {})
    socket.write(atOnce)
    let sent = 0
    const timer = setInterval(() => {
      if (sent < slowly.length) socket.write(slowly[sent++] as string)
    }, BYTE_MS)
    socket.once('close', () => {
      clearInterval(timer)
      this.#sockets.delete(socket)
      if (!this.#isOpen) return
      this.count('closed by the gateway')
      setTimeout(() => this.#connect(index), BYTE_MS)
    })
  }
}
