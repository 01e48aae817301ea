// A minimal websocket server for subscriptions: short text messages in both directions (RFC 6455).

import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 0x81
const TEXT_OPCODE = 1

/** Accepts websockets, and calls `onText` with each incoming text and its socket. */
export function websocketServer(onText: (text: string, socket: Duplex) => void): Server {
  const server = createServer()
  server.on('upgrade', (request, socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${GUID}`)
      .digest('base64')
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'))
    socket.on('error', () => {})
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      for (let frame = readFrame(bytes); frame; frame = readFrame(bytes)) {
        bytes = bytes.subarray(frame.length)
        if (frame.opcode === TEXT_OPCODE) onText(frame.text, socket)
      }
    })
  })
  return server
}

/** Sends a text of less than 64 KB. */
export function sendText(socket: Duplex, text: string): void {
  const data = Buffer.from(text)
  const head = Buffer.from([TEXT, 126, data.length >> 8, data.length & 0xff])
  socket.write(Buffer.concat([data.length < 126 ? Buffer.from([TEXT, data.length]) : head, data]))
}

/** The first frame, which a client masks; `null` while it is not complete. */
function readFrame(bytes: Buffer): { opcode: number; text: string; length: number } | null {
  if (bytes.length < 2) return null
  const short = (bytes[1] as number) & 0x7f
  const maskAt = short === 126 ? 4 : 2
  if (bytes.length < maskAt + 4) return null
  const size = short === 126 ? bytes.readUInt16BE(2) : short
  const start = maskAt + 4
  if (bytes.length < start + size) return null
  const mask = bytes.subarray(maskAt, start)
  const data = bytes.subarray(start, start + size).map((byte, index) => byte ^ (mask[index % 4] as number))
  return { opcode: (bytes[0] as number) & 0x0f, text: Buffer.from(data).toString(), length: start + size }
}
