import type { PublicKey } from '@solana/web3.js'
import type { Job } from './jobs.ts'

/** One of several keepers that share the markets among them. */
export interface Shard {
  /** The number of this keeper, from 1. */
  index: number
  /** The number of keepers. */
  of: number
}

/** Whether a market belongs to a shard. By its address it belongs to exactly one. */
export function isInShard(market: PublicKey, { index, of }: Shard): boolean {
  return Buffer.from(market.toBytes()).readUInt32LE(0) % of === index - 1
}

/** Milliseconds that a market of another shard may be left lying before this keeper takes it. */
const LEFT_MS = 30_000

/** A job of another shard that is due. */
interface Waiting {
  /** How far its market has come. */
  progress: string
  /** Unix milliseconds. */
  since: number
}

/**
 * Chooses the jobs of a keeper that shares the markets with others. A shard is a priority, not a border: a job of
 * another one is taken once it has been due for 30 seconds without any progress.
 */
export class ShardFilter {
  #waiting = new Map<string, Waiting>()

  /**
   * @param shard - all markets by default
   * @param clock - unix milliseconds; by default the machine's clock
   */
  constructor(
    private readonly shard: Shard | undefined,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * The jobs to take.
   *
   * @param jobs - all that are due now
   */
  choose(jobs: readonly Job[]): readonly Job[] {
    const { shard } = this
    if (!shard) return jobs
    const waiting = new Map<string, Waiting>()
    const now = this.clock()
    const chosen = jobs.filter(({ step, id, market }) => {
      if (isInShard(market.address, shard)) return true
      const key = `${step} ${id}`
      const known = this.#waiting.get(key)
      const progress = progressOf(market)
      const since = known?.progress === progress ? known.since : now
      waiting.set(key, { progress, since })
      return now - since >= LEFT_MS
    })
    this.#waiting = waiting
    return chosen
  }
}

/** How far a market has come, as far as keepers change it: bets do not count. */
function progressOf({ status, observation, openPositions, feesDue }: Job['market']): string {
  return [status, observation !== null, openPositions, feesDue.burn, feesDue.developer].join(' ')
}

/**
 * Parses a shard such as `2/3`.
 *
 * @returns `null` if it is none
 */
export function readShard(text: string): Shard | null {
  const [, index = 0, of = 0] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? []
  return index >= 1 && index <= of ? { index, of } : null
}
