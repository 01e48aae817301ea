/** Callers that are remembered at a time; the one that was silent for longest is forgotten first. */
const MOST_BUCKETS = 50_000

const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  /** When `tokens` was right, in milliseconds. */
  at: number
}

/** One token bucket per caller: full at first, refilled evenly. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()

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
    const bucket = this.#touch(caller, at)
    bucket.tokens = Math.min(this.perMinute, bucket.tokens + ((at - bucket.at) * this.perMinute) / MINUTE_MS)
    bucket.at = at
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1
      return 0
    }
    return Math.max(1, Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / this.perMinute / 1_000))
  }

  /** The caller's bucket, moved behind all others. */
  #touch(caller: string, at: number): Bucket {
    const known = this.#buckets.get(caller)
    if (known) this.#buckets.delete(caller)
    else if (this.#buckets.size >= MOST_BUCKETS) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest)
        break
      }
    }
    const bucket = known ?? { tokens: this.perMinute, at }
    this.#buckets.set(caller, bucket)
    return bucket
  }
}
