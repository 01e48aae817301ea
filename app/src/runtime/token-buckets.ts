// Token buckets, for rate limits.

import { LRUCache } from 'lru-cache'

/** The most callers that are remembered; the one that was idle for longest is forgotten first. */
const MAX_BUCKETS = 50_000

const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  /** When `tokens` was computed, in milliseconds. */
  at: number
}

/** The state of a bucket after tokens were taken. */
export interface Taken {
  /** Whole seconds until there is a token again; 0 if there was one. */
  retryAfter: number
  /** Whole tokens that are left. */
  remaining: number
  /** Whole seconds until the bucket is full again. */
  reset: number
}

/** One token bucket per caller: full at first, refilled evenly. */
export class TokenBuckets {
  /** With `maxSize` it grows as callers come; `max` would allocate all places at once. */
  readonly #buckets = new LRUCache<string, Bucket>({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 })

  /**
   * @param perMinute - the size of a bucket, and the tokens that it gets a minute
   * @param now - a clock in milliseconds that never goes back
   */
  constructor(
    readonly perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  take(caller: string): Taken {
    const bucket = this.#refilled(caller)
    const hasToken = bucket.tokens >= 1
    const retryAfter = hasToken ? 0 : Math.max(1, this.#secondsFor(1 - bucket.tokens))
    if (hasToken) bucket.tokens -= 1
    return this.#state(bucket, retryAfter)
  }

  /** Takes `tokens` tokens, or all that are left if there are fewer. */
  drain(caller: string, tokens: number): Taken {
    const bucket = this.#refilled(caller)
    bucket.tokens = Math.max(0, bucket.tokens - tokens)
    return this.#state(bucket, 0)
  }

  #state({ tokens }: Bucket, retryAfter: number): Taken {
    return { retryAfter, remaining: Math.floor(tokens), reset: this.#secondsFor(this.perMinute - tokens) }
  }

  #refilled(caller: string): Bucket {
    const { perMinute } = this
    const at = this.now()
    let bucket = this.#buckets.get(caller)
    if (!bucket) {
      bucket = { tokens: perMinute, at }
      this.#buckets.set(caller, bucket)
    }
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((at - bucket.at) * perMinute) / MINUTE_MS)
    bucket.at = at
    return bucket
  }

  /** Whole seconds until the bucket gains `tokens` tokens. */
  #secondsFor(tokens: number): number {
    return Math.ceil((tokens * MINUTE_MS) / this.perMinute / 1_000)
  }
}
