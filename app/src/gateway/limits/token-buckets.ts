/** Callers that are remembered at a time, at least; those that were silent for longest are forgotten first. */
const MOST_BUCKETS = 50_000

const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  /** When `tokens` was right, in milliseconds. */
  at: number
}

/** One token bucket per caller: full at first, refilled evenly. */
export class TokenBuckets {
  /** Who called since the last time that many had: to put each behind all others at every call takes longer. */
  #recent = new Map<string, Bucket>()
  #before = new Map<string, Bucket>()

  /**
   * @param perMinute - tokens a minute, and at once; `Infinity` for no limit
   * @param now - a clock in milliseconds that never goes back
   */
  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes a token.
   *
   * @returns 0 if there was one, otherwise the whole seconds until there will be
   */
  take(caller: string): number {
    if (this.perMinute === Number.POSITIVE_INFINITY) return 0
    const at = this.now()
    const bucket = this.#recent.get(caller) ?? this.#remember(caller, at)
    bucket.tokens = Math.min(this.perMinute, bucket.tokens + ((at - bucket.at) * this.perMinute) / MINUTE_MS)
    bucket.at = at
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1
      return 0
    }
    return Math.max(1, Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / this.perMinute / 1_000))
  }

  /** Puts a caller among the recent ones, with the bucket it had if it called before. */
  #remember(caller: string, at: number): Bucket {
    if (this.#recent.size >= MOST_BUCKETS) {
      this.#before = this.#recent
      this.#recent = new Map()
    }
    const bucket = this.#before.get(caller) ?? { tokens: this.perMinute, at }
    this.#recent.set(caller, bucket)
    return bucket
  }
}
