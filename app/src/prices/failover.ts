// A price source that fails over from one source to the next.

import { HermesBusyError, HermesError } from '@prediction-market/sdk/oracle/pyth'
import { Backoff } from '../runtime/backoff.ts'
import { type PriceSource, type PriceUpdate, UnknownFeedError } from './source.ts'

/** Milliseconds that a source is paused after a 429 without `Retry-After`. Pyth's limit lasts a minute. */
const RATE_LIMIT_MS = 60_000

const TOO_MANY_REQUESTS = 429

/** Statuses that say nothing about the source: it refused this one request. */
const REFUSED: readonly number[] = [400, 403, 404]

/**
 * Asks one price source after the other until one answers, the preferred one first. A source that fails is paused: for
 * as long as its `Retry-After` says, or longer with every failure.
 */
export class PriceFailover implements PriceSource {
  readonly history?: NonNullable<PriceSource['history']>
  readonly #backoff: Backoff

  /**
   * @param clock - unix milliseconds; by default the machine's clock
   */
  constructor(
    private readonly sources: readonly PriceSource[],
    clock?: () => number,
  ) {
    this.#backoff = new Backoff({ firstMs: 1_000, maxMs: 30_000, clock })
    if (!sources.some(({ history }) => history)) return
    this.history = (feedIds, from, to) =>
      this.#ask('history', async (source) => source.history?.(feedIds, from, to) ?? null, [])
  }

  latest(feedId: string): Promise<PriceUpdate> {
    return this.#ask('latest', (source) => source.latest(feedId))
  }

  updateAt(feedId: string, unixSecond: number): Promise<PriceUpdate | null> {
    return this.#ask('latest', (source) => source.updateAt(feedId, unixSecond), null)
  }

  latestOf(feedIds: readonly string[]): Promise<PriceUpdate[]> {
    return this.#ask('latest', (source) => latestOf(source, feedIds))
  }

  /** Streams from the first source that can, until it breaks; then the next one is asked. */
  async stream(
    feedIds: readonly string[],
    onUpdates: (updates: PriceUpdate[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#ask('stream', async (source, key) => {
      if (!source.stream || signal.aborted) return null
      await source.stream(
        feedIds,
        (updates) => {
          this.#backoff.succeeded(key)
          onUpdates(updates)
        },
        signal,
      )
      throw new HermesError('The stream of prices has ended')
    })
  }

  schedule(feedId: string): Promise<string | null> {
    return this.#ask('feeds', async (source) => (await source.schedule?.(feedId)) ?? null, null)
  }

  /**
   * @param server - which server of the sources is asked: a failure pauses it alone
   * @param without - the result if all sources answer `null`
   */
  async #ask<T>(
    server: string,
    call: (source: PriceSource, key: string) => Promise<T | null>,
    without?: T,
  ): Promise<T> {
    let failure: unknown
    for (const [index, source] of this.sources.entries()) {
      const key = `${server} ${index}`
      if (this.#backoff.isPaused(key)) continue
      try {
        const answer = await call(source, key)
        this.#backoff.succeeded(key)
        if (answer !== null) return answer
      } catch (error) {
        failure = error
        const { status, retryAfterMs } = error as Partial<HermesError>
        const isRefused =
          error instanceof UnknownFeedError ||
          error instanceof HermesBusyError ||
          REFUSED.includes(status ?? 0)
        const leastMs = retryAfterMs ?? (status === TOO_MANY_REQUESTS ? RATE_LIMIT_MS : 0)
        if (!isRefused) this.#backoff.failed(key, leastMs)
      }
    }
    if (failure !== undefined) throw failure
    if (without !== undefined && !this.#isAllPaused(server)) return without
    throw new HermesError('All price sources are paused after failures')
  }

  #isAllPaused(server: string): boolean {
    return this.sources.every((_, index) => this.#backoff.isPaused(`${server} ${index}`))
  }
}

/**
 * The latest updates of several feeds, from a source that may know only single ones: those that it has.
 *
 * @throws Error if it has none of them
 */
export async function latestOf(source: PriceSource, feedIds: readonly string[]): Promise<PriceUpdate[]> {
  if (source.latestOf) return source.latestOf(feedIds)
  const reads = await Promise.allSettled(feedIds.map((feedId) => source.latest(feedId)))
  const [failed] = reads.filter((read) => read.status === 'rejected')
  const updates = reads.flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
  if (failed && updates.length === 0) throw failed.reason
  return updates
}
