// Forwards a fixed local port to the node's random one, and corrects its notifications: their slots and their order.

import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { listen, type PortChoice } from '../runtime/serve.ts'

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

/** The end of the answer to a websocket's handshake; frames follow. */
const END_OF_HEAD = '\r\n\r\n'

/** The first byte of a whole text message in one frame, without extensions. */
const WHOLE_TEXT = 0x81

/** Lengths of a payload that say that two or eight more bytes have its length. */
const LENGTH_16 = 126
const LENGTH_64 = 127

const ACCOUNT_NOTIFICATION = /^\{"jsonrpc":"2\.0","method":"(?:account|program)Notification"/

/** The slot of a notification; the account comes after it. */
const SLOT = /("context":\{[^{}]*?"slot":)\d+/

/** The answer to a subscription, and what it notifies of: both have its number. */
const SUBSCRIBED = /^\{"jsonrpc":"2\.0","result":(\d+),"id":/
const NOTIFIED = /^\{"jsonrpc":"2\.0","method":"\w+Notification",.*"subscription":(\d+)\}\}$/s

/** One frame in the bytes of a websocket. */
interface Frame {
  /** Where its payload begins and ends. */
  start: number
  end: number
}

/**
 * Passes on what a node sends over a websocket, with two corrections. Notifications of accounts have the current slot:
 * Surfpool names that of the subscription, other nodes the one in which the account changed. And none comes before the
 * answer to its subscription, as Surfpool's do of a known signature: clients drop those, and wait for ever.
 *
 * @param slot - the current slot
 */
export function correctNotifications(slot: () => number): Transform {
  const inOrder = holdEarly()
  let isOpen = false
  let rest: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      if (!isOpen) {
        const end = rest.indexOf(END_OF_HEAD)
        if (end < 0) return done()
        this.push(rest.subarray(0, end + END_OF_HEAD.length))
        rest = rest.subarray(end + END_OF_HEAD.length)
        isOpen = true
      }
      for (let frame = frameOf(rest); frame; frame = frameOf(rest)) {
        if (rest[0] !== WHOLE_TEXT) this.push(rest.subarray(0, frame.end))
        else {
          const text = rest.toString('utf8', frame.start, frame.end)
          const correct = ACCOUNT_NOTIFICATION.test(text) ? text.replace(SLOT, `$1${slot()}`) : text
          for (const message of inOrder(correct)) this.push(textFrame(Buffer.from(message)))
        }
        rest = rest.subarray(frame.end)
      }
      done()
    },
    flush(done) {
      done(null, rest)
    },
  })
}

/** The first frame, if it is complete. What a server sends is not masked. */
function frameOf(bytes: Buffer): Frame | undefined {
  const short = (bytes[1] ?? 0) & 0x7f
  const start = short === LENGTH_64 ? 10 : short === LENGTH_16 ? 4 : 2
  if (bytes.length < start) return undefined
  const length =
    short === LENGTH_64
      ? Number(bytes.readBigUInt64BE(2))
      : short === LENGTH_16
        ? bytes.readUInt16BE(2)
        : short
  return bytes.length < start + length ? undefined : { start, end: start + length }
}

/** Holds messages back that notify of a subscription until it is answered. Returns those that can go. */
function holdEarly(): (message: string) => string[] {
  const answered = new Set<string>()
  const held = new Map<string, string[]>()
  return (message) => {
    const notified = NOTIFIED.exec(message)?.[1]
    if (notified !== undefined && !answered.has(notified)) {
      held.set(notified, [...(held.get(notified) ?? []), message])
      return []
    }
    const subscribed = SUBSCRIBED.exec(message)?.[1]
    if (subscribed === undefined) return [message]
    const early = held.get(subscribed) ?? []
    held.delete(subscribed)
    answered.add(subscribed)
    return [message, ...early]
  }
}

function textFrame(payload: Buffer): Buffer {
  const { length } = payload
  if (length < LENGTH_16) return Buffer.concat([Buffer.from([WHOLE_TEXT, length]), payload])
  const isLong = length > 0xffff
  const head = Buffer.alloc(isLong ? 10 : 4)
  head.writeUInt8(WHOLE_TEXT, 0)
  head.writeUInt8(isLong ? LENGTH_64 : LENGTH_16, 1)
  if (isLong) head.writeBigUInt64BE(BigInt(length), 2)
  else head.writeUInt16BE(length, 2)
  return Buffer.concat([head, payload])
}
