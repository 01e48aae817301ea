import type { AddressInfo } from 'node:net'
import WebSocket from 'ws'
import type { Random } from '../../fuzz/random.ts'
import type { Fault, FaultCounts } from './faults.ts'
import type { Mode } from './node.ts'

/** The state that a faulty socket goes by. */
interface SocketOptions {
  random: Random
  counts: FaultCounts
  mode: () => Mode
  lagMs: () => number
}

/** A way to the real node's websocket. */
export interface FaultySocket {
  readonly wsUrl: string
  /** Breaks all connections. */
  cut(): void
  close(): Promise<void>
}

/** The longest time that a notification is held back, so that others overtake it. */
const LONGEST_DELAY_MS = 800

/** How often a notification on a flaky line has each fault. */
const NOTIFICATION_FAULTS: readonly (readonly [weight: number, fault: Fault | undefined])[] = [
  [2, undefined],
  [1, 'drop notification'],
  [1, 'duplicate notification'],
  [1, 'reorder notification'],
]

/** Opens a way to a websocket on which notifications get lost, late, doubled or out of order. */
export async function openFaultySocket(target: string, options: SocketOptions): Promise<FaultySocket> {
  const server = new WebSocket.Server({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (client) => join(client, new WebSocket(target), options))
  const cut = () => {
    for (const client of server.clients) client.terminate()
  }
  return {
    wsUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close() {
      cut()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

function join(client: WebSocket, upstream: WebSocket, options: SocketOptions): void {
  const waiting: string[] = []
  client.on('message', (data) => {
    if (upstream.readyState === WebSocket.OPEN) upstream.send(String(data))
    else waiting.push(String(data))
  })
  upstream.on('open', () => {
    for (const text of waiting.splice(0)) upstream.send(text)
  })
  upstream.on('message', (data) => forward(client, String(data), options))
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    socket.on('error', () => {})
    socket.on('close', () => other.terminate())
  }
}

function forward(client: WebSocket, text: string, { random, counts, mode, lagMs }: SocketOptions): void {
  const send = () => {
    if (client.readyState === WebSocket.OPEN) client.send(text)
  }
  const later = (milliseconds: number) => setTimeout(send, milliseconds).unref()
  if (!text.includes('Notification"') || mode() === 'good' || mode() === 'liar') {
    send()
  } else if (mode() === 'lag') {
    later(lagMs())
  } else if (mode() === 'silent') {
    // It stays open, and that is all.
  } else if (mode() === 'fork') {
    // A node on a fork hears nothing of the chain but that time passes.
    if (text.includes('"slotNotification"')) send()
  } else {
    const fault = random.weighted(NOTIFICATION_FAULTS)
    if (fault) counts.count(fault)
    if (fault === undefined || fault === 'duplicate notification') send()
    if (fault === 'duplicate notification' || fault === 'reorder notification') {
      later(random.int(50, LONGEST_DELAY_MS))
    }
  }
}
