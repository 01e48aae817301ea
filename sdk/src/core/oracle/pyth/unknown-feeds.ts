// Remembers which feeds a Hermes server refuses, so that they are not requested again for ten minutes.

/** Milliseconds that a refused feed is left out: one that Hermes does not know or the API key may not read. */
const LEFT_OUT_MS = 600_000

/** The most feeds in memory: anyone can make ids up. */
const MAX_FEEDS = 50_000

const MISSING = /Price ids not found:?([0-9a-fx, ]*)/i

/** Feeds that a server refused, and feeds that it has served. */
export class UnknownFeeds {
  /** Until when each is left out, in unix milliseconds. */
  readonly #leftOut = new Map<string, number>()
  readonly #known = new Set<string>()

  has(id: string): boolean {
    return (this.#leftOut.get(id) ?? 0) > Date.now()
  }

  isKnown(id: string): boolean {
    return this.#known.has(id)
  }

  /** Records feeds that the server has served. From then on they do not count as unknown if a response omits them. */
  saw(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#known.add(id)
      this.#leftOut.delete(id)
    }
  }

  /** Records feeds that a response omitted, or that the server refused. */
  missed(ids: Iterable<string>): void {
    for (const id of ids) {
      if (!this.#known.has(id)) this.refused(id)
    }
  }

  /** Records a feed that was refused in a request of its own. */
  refused(id: string): void {
    const [oldest] = this.#leftOut.keys()
    if (this.#leftOut.size >= MAX_FEEDS && oldest !== undefined) this.#leftOut.delete(oldest)
    this.#leftOut.set(id, Date.now() + LEFT_OUT_MS)
  }

  /** The ids that Hermes names in a refusal; `null` if it is another refusal. */
  static named(text: string): string[] | null {
    const list = MISSING.exec(text)?.[1]
    return list === undefined ? null : (list.match(/[0-9a-f]{64}/gi) ?? []).map((id) => id.toLowerCase())
  }
}
