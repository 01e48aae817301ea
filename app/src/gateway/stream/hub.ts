// Follows the log of events for all streams of this process.

import pLimit from 'p-limit'
import type { History } from '../../history/follow.ts'
import { eventsAfter, STREAMED_KINDS } from '../../history/queries/events.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import { type Frame, type FrameFilter, matches, toFrames } from './frames.ts'

interface FramePage {
  frames: Frame[]
  /** Every event up to this id is in the page or does not match the filter. */
  position: number
}

/** The latest events in memory: most clients that reconnect have missed only a few. */
class RecentFrames {
  #frames: Frame[] = []

  /**
   * @param size - how many events to keep at least
   * @param start - events up to this id are not kept
   */
  constructor(
    private readonly size: number,
    private start: number,
  ) {}

  add(frames: readonly Frame[]): void {
    this.#frames.push(...frames)
    // Trimmed at twice the size, so that most calls copy nothing.
    if (this.#frames.length < 2 * this.size) return
    const cut = this.#frames.length - this.size
    this.start = this.#frames[cut - 1]?.id ?? this.start
    this.#frames = this.#frames.slice(cut)
  }

  /**
   * Events with an id greater than `position`.
   *
   * @param end - id up to which all events have been added
   * @returns null if some of them are no longer in memory
   */
  after(position: number, end: number, limit: number, filter: FrameFilter): FramePage | null {
    if (position < this.start) return null
    const frames: Frame[] = []
    const first = this.#frames.findLastIndex(({ id }) => id <= position) + 1
    for (let index = first; index < this.#frames.length; index += 1) {
      const frame = this.#frames[index] as Frame
      if (!matches(filter, frame)) continue
      frames.push(frame)
      if (frames.length === limit) return { frames, position: frame.id }
    }
    return { frames, position: end }
  }
}

/** New events for streams that are up to date. */
export interface EventBatch {
  /** Id of the last event that was read for this batch. */
  position: number
  frames: readonly Frame[]
}

/** A stream that is up to date. */
export interface Subscriber {
  send(batch: EventBatch): void
  heartbeat(): void
  end(): void
}

export interface HubOptions {
  history: History
  onError: (error: Error) => void
  heartbeatMs: number
  utilityDecimals: number
  /** How many events to keep in memory. */
  recent?: number | undefined
}

/** Events to read at a time. */
const PAGE = 250

const RECENT = 5_000
const RETRY_MS = 1_000

/** Pages to read from the store at once, for all streams together. */
const READERS = 4

/** Follows the log of events for all streams of this process: each event is read and formatted once. */
export class EventHub {
  readonly #subscribers = new Set<Subscriber>()
  readonly #readers = pLimit(READERS)
  readonly #reads: CoalescedTask
  #recent = new RecentFrames(RECENT, 0)
  #position = 0
  #timer: NodeJS.Timeout | undefined
  #unsubscribe = () => {}
  #isStopped = false

  constructor(private readonly options: HubOptions) {
    this.#reads = new CoalescedTask(() => this.#readNew(), options.onError, RETRY_MS)
  }

  /** Id of the latest event that was sent to the subscribers. */
  get position(): number {
    return this.#position
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Starts with the events after the one with id `position`. */
  start(position: number): void {
    const { history, heartbeatMs, recent = RECENT } = this.options
    this.#position = position
    this.#recent = new RecentFrames(recent, position)
    this.#unsubscribe = history.onChange(() => this.#reads.request())
    this.#timer = setInterval(() => {
      for (const subscriber of this.#subscribers) subscriber.heartbeat()
    }, heartbeatMs).unref()
    this.#reads.request()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unsubscribe()
    clearInterval(this.#timer)
    for (const subscriber of this.#subscribers) subscriber.end()
    await this.#reads.stop()
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
  }

  /** Events after `position`: from memory, or from the store if they are too old for that. */
  async pageAfter(position: number, filter: FrameFilter): Promise<FramePage> {
    const end = this.#position
    const recent = this.#recent.after(position, end, PAGE, filter)
    if (recent) return recent
    const { db } = this.options.history
    const kinds = filter.kinds?.length ? filter.kinds : STREAMED_KINDS
    const options = { upTo: end, filter, kinds }
    const events = await this.#readers(() => eventsAfter(db, position, PAGE, options))
    const frames = toFrames(events, this.options.utilityDecimals)
    return { frames, position: events.length < PAGE ? end : (events.at(-1)?.id ?? end) }
  }

  async #readNew(): Promise<void> {
    const { history } = this.options
    while (this.#position < history.lastEvent && !this.#isStopped) {
      const end = history.lastEvent
      const events = await eventsAfter(history.db, this.#position, PAGE, { upTo: end })
      const frames = toFrames(events, this.options.utilityDecimals)
      this.#recent.add(frames)
      this.#position = events.length < PAGE ? end : (events.at(-1)?.id ?? end)
      const batch = { position: this.#position, frames }
      for (const subscriber of this.#subscribers) subscriber.send(batch)
    }
  }
}
