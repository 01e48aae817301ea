import type { ServerResponse } from 'node:http'
import type { EventFilter } from '../../history/queries/log.ts'
import { isEmpty, join, passes } from './frames.ts'
import type { EventHub, Listener, News } from './hub.ts'

/** A client, what it wants, and what it is told from. */
export interface StreamInput {
  hub: EventHub
  response: ServerResponse
  filter: EventFilter
  /** The client has everything up to this event. */
  position: number
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  stallMs: number
  /** Told if the client is cut off. */
  onDrop: () => void
  onError: (error: Error) => void
}

/** Bytes that may wait for a client to take them. */
const MAX_WAITING = 256 * 1_024

/** How long clients wait before they come back, in milliseconds; not all of them at the same moment. */
const retryMs = () => 1_000 + Math.floor(3_000 * Math.random())

/** News as streams without a filter send them, put together once for all of them. */
const joined = new WeakMap<News, Buffer>()

/**
 * One client's stream. A client that is up to date is told the news as they come. One that has missed something,
 * or does not take the news as quickly as they come, reads the log page by page at its own pace until it is:
 * little waits for it in memory, however slow it is. One that takes nothing at all is cut off, and may come back.
 * Events are told in the order of their ids, each once.
 */
export class EventStream implements Listener {
  #position: number
  #isOpen = true

  constructor(private readonly input: StreamInput) {
    this.#position = input.position
    input.response.once('close', () => {
      this.#isOpen = false
      input.hub.leave(this)
    })
  }

  /** Begins to tell everything from the client's position on. */
  start(): void {
    // An id without data is remembered by clients too: they come back to here even if nothing happens at all.
    this.input.response.write(`retry: ${retryMs()}\nid: ${this.#position}\n\n`)
    this.#catchUp()
  }

  tell(news: News): void {
    const { hub, response, filter } = this.input
    const from = this.#position
    // A client that has been told more by another process waits until this one has come as far.
    if (news.position <= from) return
    if (response.writableLength > MAX_WAITING) {
      hub.leave(this)
      this.#catchUp()
      return
    }
    this.#position = news.position
    const isAllNew = (news.frames[0]?.id ?? 0) > from
    const wanted = () => news.frames.filter((frame) => frame.id > from && passes(filter, frame))
    this.#write(isEmpty(filter) && isAllNew ? allOf(news) : join(wanted()))
  }

  /** Keeps the connection open, and moves the place that the client would come back to. */
  beat(): void {
    if (this.input.response.writableLength <= MAX_WAITING) {
      this.input.response.write(`: nothing new\nid: ${this.#position}\n\n`)
    }
  }

  end(): void {
    this.input.response.end()
  }

  #catchUp(): void {
    this.#readOn().catch((error) => {
      this.input.onError(error)
      this.input.response.destroy()
    })
  }

  async #readOn(): Promise<void> {
    const { hub, response, filter } = this.input
    if (response.writableNeedDrain) await this.#drained()
    while (this.#isOpen && !hub.isStopped && this.#position < hub.position) {
      const { frames, position } = await hub.pageAfter(this.#position, filter)
      if (!this.#isOpen) return
      this.#position = position
      this.#write(join(frames))
      if (response.writableNeedDrain) await this.#drained()
    }
    // Nothing was waited for since it was up to date, so that it misses nothing.
    if (!this.#isOpen) return
    if (hub.isStopped) this.end()
    else hub.join(this)
  }

  #write(bytes: Buffer): void {
    if (bytes.length > 0) this.input.response.write(bytes)
  }

  /** Waits until the client has taken what waits for it, or is gone. */
  #drained(): Promise<void> {
    const { response, stallMs, onDrop } = this.input
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        response.off('drain', done).off('close', done)
        resolve()
      }
      const timer = setTimeout(() => {
        onDrop()
        response.destroy()
      }, stallMs)
      response.once('drain', done).once('close', done)
    })
  }
}

function allOf(news: News): Buffer {
  let bytes = joined.get(news)
  if (!bytes) {
    bytes = join(news.frames)
    joined.set(news, bytes)
  }
  return bytes
}
