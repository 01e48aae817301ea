// Divides the markets among several keepers. A shard sets priorities: a market that its keeper leaves is taken by
// another.

import type { PublicKey } from '@solana/web3.js'
import type { Step } from './due.ts'
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

/** Milliseconds that a job of another shard may be due before this keeper takes it. */
const LEFT_MS = 30_000

interface Waiting {
  /** How far its market has come. */
  progress: string
  /** Unix milliseconds. */
  since: number
}

/** The jobs of a market that a keeper takes. */
export interface Choice {
  jobs: readonly Job[]
  /** When to choose again, in unix milliseconds, if a job is left to its own shard until then. */
  nextAt: number | null
}

/**
 * Chooses the jobs of a keeper that shares the markets with others. A shard is a priority, not a border: a job of
 * another one is taken once it has been due for 30 seconds without any progress.
 */
export class ShardFilter {
  /** Jobs that are left to their own shard, by market and step. */
  readonly #waiting = new Map<string, ReadonlyMap<Step, Waiting>>()

  /**
   * @param shard - all markets by default
   * @param clock - unix milliseconds; by default the machine's clock
   */
  constructor(
    private readonly shard: Shard | undefined,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * The jobs of a market to take.
   *
   * @param jobs - all of this market that are due now
   */
  choose(market: string, jobs: readonly Job[]): Choice {
    const { shard } = this
    const [first] = jobs
    if (!shard || !first || isInShard(first.market.address, shard)) {
      this.#waiting.delete(market)
      return { jobs, nextAt: null }
    }
    const known = this.#waiting.get(market)
    const now = this.clock()
    const progress = progressOf(first.market)
    const waiting = new Map(
      jobs.map(({ step }) => {
        const before = known?.get(step)
        return [step, { progress, since: before?.progress === progress ? before.since : now }]
      }),
    )
    this.#waiting.set(market, waiting)
    const freeAt = ({ step }: Job) => (waiting.get(step)?.since ?? now) + LEFT_MS
    const nextAt = Math.min(...jobs.map(freeAt).filter((at) => at > now))
    return { jobs: jobs.filter((job) => freeAt(job) <= now), nextAt: nextAt < Infinity ? nextAt : null }
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
