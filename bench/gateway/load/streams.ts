// A child process that keeps many streams of `GET /v1/events` open and checks what each receives.

import { get } from 'node:http'
import { clientAddress } from './clients.ts'

/** Requests of the parent process. */
export type StreamsRequest = { open: { base: string; streams: number; clients: number } } | { check: true }

/** Reports to the parent process. */
export type StreamsReport =
  | { opened: number }
  | {
      checked: {
        /** Events of the log since the streams were opened. */
        events: number
        /** Streams that received each of them once and in order. */
        right: number
        /** The first differences, one sentence each. */
        wrong: string[]
        /** Streams that the server or the network ended. */
        ended: number
      }
    }

/** Streams that are opened in parallel. */
const BATCH = 50

/** Milliseconds without an event after which a stream counts as complete. */
const QUIET_MS = 3_000

/** One open stream: the ids that it has received. */
class Stream {
  readonly ids: number[] = []
  /** The id that the stream began with: events after it follow. */
  first = -1
  lastAt = performance.now()
  isEnded = false
  #rest = ''
  #close = () => {}

  open(base: string, localAddress: string, query = ''): Promise<this> {
    return new Promise((resolve, reject) => {
      const sent = get(`${base}/v1/events${query}`, { agent: false, localAddress }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`A stream was answered with ${answer.statusCode}`))
        answer.setEncoding('latin1')
        answer.on('data', (text: string) => this.#read(text))
        answer.on('error', () => {})
        answer.on('close', () => {
          this.isEnded = true
        })
        resolve(this)
      })
      sent.on('error', reject)
      this.#close = () => sent.destroy()
    })
  }

  close(): void {
    this.#close()
  }

  #read(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const id = Number(/^id: (\d+)$/m.exec(block)?.[1])
      if (!block.includes('\ndata: ')) {
        if (this.first === -1) this.first = id
        continue
      }
      this.ids.push(id)
      this.lastAt = performance.now()
    }
  }
}

let base = ''
const streams: Stream[] = []

async function open(streamCount: number, clients: number): Promise<void> {
  for (let start = 0; start < streamCount; start += BATCH) {
    const count = Math.min(BATCH, streamCount - start)
    const opened = Array.from({ length: count }, (_, index) => {
      return new Stream().open(base, clientAddress((start + index) % clients))
    })
    streams.push(...(await Promise.all(opened)))
  }
}

/** Compares every stream with the log, which one more stream reads from the start. */
async function check(): Promise<StreamsReport> {
  await quiet(streams)
  const first = Math.min(...streams.map((stream) => stream.first))
  const log = await new Stream().open(base, '127.1.255.1', `?lastEventId=${first}`)
  await quiet([log])
  const wrong: string[] = []
  for (const [index, { first: from, ids }] of streams.entries()) {
    const expected = log.ids.filter((id) => id > from)
    const at = expected.findIndex((id, place) => ids[place] !== id)
    if (at === -1 && ids.length === expected.length) continue
    const place = at === -1 ? expected.length : at
    wrong.push(`stream ${index}: event ${place + 1} has the id ${ids[place]}, not ${expected[place]}`)
  }
  const ended = streams.filter(({ isEnded }) => isEnded).length
  const right = streams.length - wrong.length
  for (const stream of [...streams, log]) stream.close()
  return { checked: { events: log.ids.length, right, wrong: wrong.slice(0, 5), ended } }
}

/** Resolves once none of them has received an event for a while. */
function quiet(open: readonly Stream[]): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const latest = Math.max(...open.map(({ lastAt }) => lastAt))
      if (performance.now() - latest < QUIET_MS) return
      clearInterval(timer)
      resolve()
    }, 200)
  })
}

process.on('message', async (request: StreamsRequest) => {
  if ('open' in request) {
    base = request.open.base
    await open(request.open.streams, request.open.clients)
    process.send?.({ opened: streams.length } satisfies StreamsReport)
  } else process.send?.(await check())
})
process.once('disconnect', () => process.exit())
