// Sends the stream of events to one client.

import type { ServerResponse } from 'node:http'
import type { EventFilter } from '../../history/queries/events.ts'
import { remember } from '../../runtime/remember.ts'
import { join, matches } from './frames.ts'
import type { EventBatch, EventHub, Subscriber } from './hub.ts'

export interface StreamInput {
  hub: EventHub
  response: ServerResponse
  filter: EventFilter
  /** Id of the last event that the client has received. */
  position: number
  /** Milliseconds that a client may leave waiting data unread. */
  stallMs: number
  /** Called when the client is disconnected for reading nothing. */
  onDrop: () => void
  onError: (error: Error) => void
}

/** Bytes that may wait for a client. */
const MAX_WAITING = 256 * 1_024

/** Milliseconds until clients reconnect: random, so that they do not all come at once. */
const retryMs = () => 1_000 + Math.floor(3_000 * Math.random())

/** Batches as streams without a filter send them, joined once for all of them. */
const joined = new WeakMap<EventBatch, Buffer>()

/**
 * One client's stream. It sends events in the order of their ids, each once. A client that is up to date is
 * subscribed to the hub. One that has missed events, or reads more slowly than they arrive, reads the log page by page
 * until it is up to date, so that little waits for it in memory. One that reads nothing is disconnected.
 */
export class EventStream implements Subscriber {
  #position: number
  #isOpen = true

  constructor(private readonly input: StreamInput) {
    this.#position = input.position
    input.response.once('close', () => {
      this.#isOpen = false
      input.hub.unsubscribe(this)
    })
  }

  start(): void {
    // Clients remember an id without data too, and reconnect from there if no event comes.
    this.input.response.write(`retry: ${retryMs()}\nid: ${this.#position}\n\n`)
    this.#startCatchUp()
  }

  send(batch: EventBatch): void {
    const { hub, response, filter } = this.input
    const from = this.#position
    // The client got later events from another replica, which was ahead of this one.
    if (batch.position <= from) return
    if (response.writableLength > MAX_WAITING) {
      hub.unsubscribe(this)
      this.#startCatchUp()
      return
    }
    this.#position = batch.position
    const isUnfiltered = !filter.markets?.length && filter.wallet === undefined
    const isAllNew = (batch.frames[0]?.id ?? 0) > from
    const wanted = () => batch.frames.filter((frame) => frame.id > from && matches(filter, frame))
    this.#write(isUnfiltered && isAllNew ? joinOnce(batch) : join(wanted()))
  }

  /** Keeps the connection open, and updates the id that the client would reconnect with. */
  heartbeat(): void {
    if (this.input.response.writableLength <= MAX_WAITING) {
      this.input.response.write(`: nothing new\nid: ${this.#position}\n\n`)
    }
  }

  end(): void {
    this.input.response.end()
  }

  #startCatchUp(): void {
    this.#catchUp().catch((error) => {
      this.input.onError(error)
      this.input.response.destroy()
    })
  }

  async #catchUp(): Promise<void> {
    const { hub, response, filter } = this.input
    if (response.writableNeedDrain) await this.#drained()
    while (this.#isOpen && !hub.isStopped && this.#position < hub.position) {
      const { frames, position } = await hub.pageAfter(this.#position, filter)
      if (!this.#isOpen) return
      this.#position = position
      this.#write(join(frames))
      if (response.writableNeedDrain) await this.#drained()
    }
    // No await since the comparison of positions: no event can come between it and the subscription.
    if (!this.#isOpen) return
    if (hub.isStopped) this.end()
    else hub.subscribe(this)
  }

  #write(bytes: Buffer): void {
    if (bytes.length > 0) this.input.response.write(bytes)
  }

  /** Waits until the client has read the waiting data, or is disconnected. */
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

function joinOnce(batch: EventBatch): Buffer {
  return remember(joined, batch, () => join(batch.frames))
}
