// A client of the event stream that follows the standard of server-sent events.

import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { until } from '../localnet/wait.ts'

/** An event that was received. */
export interface Received {
  id: number
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  data: any
}

/** A client of server-sent events, as far as the gateway uses the standard. */
export class SseClient {
  readonly events: Received[] = []
  /** The id that it would resume from. */
  lastId: string | undefined
  /** Comments so far: the stream's heartbeats. */
  comments = 0
  isEnded = false
  status = 0
  headers: IncomingHttpHeaders = {}
  /** The response, if it was not a stream. */
  refusal = ''
  #request: ClientRequest | undefined
  #answer: IncomingMessage | undefined
  #rest = ''

  constructor(
    private readonly base: string,
    private readonly query = '',
  ) {}

  /** Connects, and resumes after the last event. */
  async open(headers: Record<string, string> = {}): Promise<this> {
    const resume = this.lastId === undefined ? {} : { 'Last-Event-ID': this.lastId }
    const url = `${this.base}/v1/events${this.query}`
    this.isEnded = false
    this.#rest = ''
    await new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent: false, headers: { ...resume, ...headers } }, (answer) => {
        this.#answer = answer
        this.status = answer.statusCode ?? 0
        this.headers = answer.headers
        answer.setEncoding('utf8')
        answer.on('data', (text: string) => this.#take(text))
        answer.on('error', () => {})
        answer.on('close', () => {
          this.isEnded = true
        })
        resolve()
      })
      this.#request = sent
      sent.on('error', reject)
      sent.end()
    })
    return this
  }

  /** Stops reading, like a client with a dead connection. */
  pause(): void {
    this.#answer?.pause()
  }

  resume(): void {
    this.#answer?.resume()
  }

  /** Closes the connection abruptly. */
  close(): void {
    this.#request?.destroy()
  }

  async ended(): Promise<void> {
    await until('the stream to end', () => this.isEnded)
  }

  /** Waits for events. */
  async received(count: number): Promise<Received[]> {
    await until(`${count} events`, () => this.events.length >= count)
    return this.events
  }

  #take(text: string): void {
    if (this.status !== 200) {
      this.refusal += text
      return
    }
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#dispatch(block)
  }

  #dispatch(block: string): void {
    let event = 'message'
    let data: string | undefined
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) this.comments += 1
      else if (line.startsWith('id: ')) this.lastId = line.slice(4)
      else if (line.startsWith('event: ')) event = line.slice(7)
      else if (line.startsWith('data: ')) data = line.slice(6)
    }
    if (data !== undefined) this.events.push({ id: Number(this.lastId), event, data: JSON.parse(data) })
  }
}

/** A new client, connected; it ends with the server at the latest. */
export function openStream(base: string, query?: string): Promise<SseClient> {
  return new SseClient(base, query).open()
}
