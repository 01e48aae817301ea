import { once } from 'node:events'
import { expect } from 'chai'
import { correctNotifiedSlots } from '../../app/src/localnet/notified-slots.ts'

const HEAD = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n')

/** A text message of a server in one frame. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const head =
    length < 126
      ? [length]
      : length <= 0xffff
        ? [126, length >> 8, length & 0xff]
        : [127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Buffer.from([0x81, ...head]), payload])
}

function notification(method: string, slot: number, data: string): string {
  const result = { context: { apiVersion: '4.1.2', slot }, value: { data: [data, 'base64'], lamports: 1 } }
  return JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription: 0 } })
}

/** One of 125 bytes with a slot of one digit: with a longer slot its frame needs a longer head. */
function nearlyLong(slot: number): string {
  const text =
    '{"jsonrpc":"2.0","method":"accountNotification","params":{"result":{"context":{"slot":9},"value":0}}}'
  return text.replace(':0}', `:${'1'.repeat(126 - text.length)}}`).replace(':9}', `:${slot}}`)
}

describe('the slots in account notifications', () => {
  /** What comes out if these bytes go in, in parts of a size. */
  async function pass(bytes: Buffer, size: number): Promise<Buffer> {
    const stream = correctNotifiedSlots(() => 777)
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    for (let start = 0; start < bytes.length; start += size) stream.write(bytes.subarray(start, start + size))
    stream.end()
    await once(stream, 'end')
    return Buffer.concat(parts)
  }

  const long = ['AAAA', 'A'.repeat(4_000), 'A'.repeat(70_000)]
  /** What a node sends; the slots of accounts are these. */
  const sentWith = (slot: number) =>
    Buffer.concat([
      HEAD,
      frame('{"jsonrpc":"2.0","result":0,"id":1}'),
      ...long.map((data) => frame(notification('programNotification', slot, data))),
      frame(nearlyLong(slot)),
      frame(notification('logsNotification', 9, 'AAAA')),
      Buffer.from([0x89, 2, 1, 2]),
    ])
  const given = sentWith(9)
  const expected = sentWith(777)

  for (const size of [11, 1_000, given.length]) {
    it(`are the current ones, and all else is as it was, in parts of ${size} bytes`, async () => {
      expect((await pass(given, size)).equals(expected)).to.equal(true)
    })
  }

  it('do not hold back what is no websocket', async () => {
    const answer = Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\nno')
    expect((await pass(answer, 5)).toString()).to.equal(answer.toString())
  })
})
