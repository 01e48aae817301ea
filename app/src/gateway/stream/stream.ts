import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { EventFilter } from '../../history/log.ts'
import { isEmpty, join, passes } from './frames.ts'
import type { EventHub, Listener, News } from './hub.ts'

/** Bytes that may wait for a client to take them; whoever lets more wait is cut off, and may come back. */
export const MAX_WAITING = 512 * 1_024

/** How long clients wait before they come back, in milliseconds. */
const RETRY_MS = 2_000

/** News as streams without a filter send them, put together once for all of them. */
const joined = new WeakMap<News, Buffer>()

/**
 * One client's stream: first what it has missed, at the pace at which it takes it, then the news as they come.
 * Events are told in the order of their ids, each once.
 */
export class EventStream implements Listener {
  #isOpen = true

  /**
   * @param position - the client has everything up to this event
   * @param onDrop - told if the client is cut off
   */
  constructor(
    private readonly hub: EventHub,
    private readonly response: ServerResponse,
    private readonly filter: EventFilter,
    private position: number,
    private readonly onDrop: () => void,
  ) {
    response.once('close', () => {
      this.#isOpen = false
      hub.leave(this)
    })
  }

  /** Tells everything from the client's position on, until the client goes. */
  async run(): Promise<void> {
    // An id without data is remembered by clients too: they come back to here even if nothing happens at all.
    this.response.write(`retry: ${RETRY_MS}\nid: ${this.position}\n\n`)
    const { hub } = this
    while (this.#isOpen && !hub.isStopped && this.position < hub.position) {
      const { frames, position } = await hub.pageAfter(this.position, this.filter)
      if (!this.#isOpen) return
      this.position = position
      if (frames.length > 0) this.response.write(join(frames))
      if (this.response.writableNeedDrain) await this.#drained()
    }
    // Nothing was waited for since it was up to date, so that it misses nothing.
    if (!this.#isOpen) return
    if (hub.isStopped) this.end()
    else hub.join(this)
  }

  tell(news: News): void {
    const { position: from, filter } = this
    // A client that has been told more by another process waits until this one has come as far.
    if (news.position <= from) return
    this.position = news.position
    const isBehind = (news.frames[0]?.id ?? 0) <= from
    if (isEmpty(filter) && !isBehind) return this.#send(allOf(news))
    const frames = news.frames.filter((frame) => frame.id > from && passes(filter, frame))
    if (frames.length > 0) this.#send(join(frames))
  }

  /** Keeps the connection open, and moves the place that the client would come back to. */
  beat(): void {
    this.#send(`: nothing new\nid: ${this.position}\n\n`)
  }

  end(): void {
    this.response.end()
  }

  #send(bytes: Buffer | string): void {
    if (!this.#isOpen || bytes.length === 0) return
    if (this.response.writableLength > MAX_WAITING) {
      this.onDrop()
      this.response.destroy()
      return
    }
    this.response.write(bytes)
  }

  async #drained(): Promise<void> {
    const gone = new AbortController()
    const { signal } = gone
    await Promise.race([
      once(this.response, 'drain', { signal }),
      once(this.response, 'close', { signal }),
    ]).catch(() => {})
    gone.abort()
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
