// Corrects the slots in the account notifications of the localnet's node.

import { Transform } from 'node:stream'

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

/** One frame in the bytes of a websocket. */
interface Frame {
  /** Where its payload begins and ends. */
  start: number
  end: number
}

/**
 * Passes on what a node sends over a websocket, with the current slot in notifications of accounts. Surfpool names the
 * slot of the subscription there; other nodes name the one in which the account changed.
 *
 * @param slot - the current slot
 */
export function correctNotifiedSlots(slot: () => number): Transform {
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
        this.push(corrected(rest, frame, slot()))
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

/** The bytes of a frame, with the slot if it notifies of an account. */
function corrected(bytes: Buffer, { start, end }: Frame, slot: number): Buffer {
  const frame = bytes.subarray(0, end)
  if (bytes[0] !== WHOLE_TEXT) return frame
  const text = bytes.toString('utf8', start, end)
  if (!ACCOUNT_NOTIFICATION.test(text)) return frame
  return textFrame(Buffer.from(text.replace(SLOT, `$1${slot}`)))
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
