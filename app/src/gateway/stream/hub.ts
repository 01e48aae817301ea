import type { History } from '../../history/projector/projector.ts'
import { type EventFilter, eventsAfter, type LoggedEvent, TOLD } from '../../history/queries/log.ts'
import { Limit } from '../../runtime/limit.ts'
import { type Frame, framesOf } from './frames.ts'
import { type FramePage, RecentFrames } from './recent.ts'

/** News for streams that are up to date. */
export interface News {
  /** Streams at this id or behind it have something to gain from them. */
  position: number
  frames: readonly Frame[]
}

/** Who wants to hear the news. */
export interface Listener {
  tell(news: News): void
  /** Says that nothing has happened. */
  beat(): void
  /** Says goodbye. */
  end(): void
}

/** How the log is followed. */
export interface HubOptions {
  history: History
  /** Told of all events in their order, before anybody else. */
  onEvents?: (events: readonly LoggedEvent[]) => Promise<void>
  onError: (error: Error) => void
  /** How often streams are told that nothing has happened. */
  heartbeatMs: number
  /** Events that are kept in memory. */
  recent?: number
}

/** Events that are read at a time. */
const PAGE = 250

const RECENT = 5_000
const RETRY_MS = 1_000

/** Pages of the past that are read from the store at once, for all streams together. */
const READERS = 4

/**
 * Follows the log of events, once for all streams of this process: each event is read and written out once,
 * however many listen.
 */
export class EventHub {
  readonly #live = new Set<Listener>()
  readonly #turns = new Limit(READERS)
  #recent = new RecentFrames(RECENT, 0)
  #position = 0
  #reading: Promise<void> | undefined
  #heart: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #unsubscribe = () => {}
  #isStopped = false

  constructor(private readonly options: HubOptions) {}

  /** The latest event that streams which are up to date have been told of. */
  get position(): number {
    return this.#position
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /**
   * Begins.
   *
   * @param position - with what comes after this event
   */
  start(position: number): void {
    const { history, heartbeatMs, recent = RECENT } = this.options
    this.#position = position
    this.#recent = new RecentFrames(recent, this.#position)
    this.#unsubscribe = history.onAdvance(() => this.#read())
    const beat = () => {
      for (const listener of this.#live) listener.beat()
    }
    this.#heart = setInterval(beat, heartbeatMs).unref()
    this.#read()
  }

  /** Ends all streams. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unsubscribe()
    clearInterval(this.#heart)
    clearTimeout(this.#retry)
    for (const listener of this.#live) listener.end()
    await this.#reading
  }

  /** Tells a listener of everything from now on. */
  join(listener: Listener): void {
    this.#live.add(listener)
  }

  leave(listener: Listener): void {
    this.#live.delete(listener)
  }

  /** Events of the past: from memory, or from the store if they are older than what is there. */
  async pageAfter(position: number, filter: EventFilter): Promise<FramePage> {
    const end = this.#position
    const recent = this.#recent.after(position, end, PAGE, filter)
    if (recent) return recent
    const { db } = this.options.history
    const options = { upTo: end, filter, kinds: TOLD }
    const events = await this.#turns.run(() => eventsAfter(db, position, PAGE, options))
    return { frames: framesOf(events), position: events.length < PAGE ? end : (events.at(-1)?.id ?? end) }
  }

  /** One reader at a time; what is added meanwhile it finds too, or the next one does. */
  #read(): void {
    if (this.#isStopped || this.#reading) return
    clearTimeout(this.#retry)
    this.#reading = this.#readAll()
      .then(
        () => this.#position < this.options.history.lastEvent,
        (error) => {
          this.options.onError(error)
          this.#retry = setTimeout(() => this.#read(), RETRY_MS).unref()
          return false
        },
      )
      .then((isMore) => {
        this.#reading = undefined
        if (isMore) this.#read()
      })
  }

  async #readAll(): Promise<void> {
    const { history, onEvents } = this.options
    while (this.#position < history.lastEvent && !this.#isStopped) {
      const end = history.lastEvent
      const events = await eventsAfter(history.db, this.#position, PAGE, { upTo: end })
      await onEvents?.(events)
      const frames = framesOf(events)
      this.#recent.add(frames)
      this.#position = events.length < PAGE ? end : (events.at(-1)?.id ?? end)
      const news = { position: this.#position, frames }
      for (const listener of this.#live) listener.tell(news)
    }
  }
}
