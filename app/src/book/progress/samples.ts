// Keeps the measured values of markets over time, in memory.

import { LRUCache } from 'lru-cache'
import type { Decimal } from '../../json/json.ts'
import { remember } from '../../runtime/remember.ts'

/** A measured value at a moment. */
export interface Sample {
  /** Unix seconds, by the chain's clock. */
  at: number
  value: Decimal
}

interface Series {
  samples: Sample[]
  /** The least time between two samples, in seconds. */
  spacing: number
}

/** The most samples of a market. At this number every second one is removed, and the spacing doubles. */
const MAX_SAMPLES = 240

/** The most markets that have samples: at most 500 open ones are measured, the others are those decided last. */
const MAX_MARKETS = 1_000

/** The measured values of markets over time, in memory: since this gateway started, and coarser with time. */
export class MeasuredSamples {
  readonly #series: LRUCache<string, Series>

  constructor(
    private readonly most = MAX_SAMPLES,
    markets = MAX_MARKETS,
  ) {
    this.#series = new LRUCache({ max: markets })
  }

  /** Keeps a value, unless the last one is too close. */
  record(id: string, sample: Sample): void {
    const series = remember(this.#series, id, () => ({ samples: [], spacing: 1 }))
    const last = series.samples.at(-1)
    if (last && sample.at < last.at + series.spacing) return
    series.samples.push(sample)
    if (series.samples.length < this.most) return
    series.samples = series.samples.filter((_, index) => index % 2 === 0)
    series.spacing *= 2
  }

  /** The values of a market, oldest first. */
  of(id: string): readonly Sample[] {
    // A read does not keep a market: only those that are measured stay.
    return this.#series.peek(id)?.samples ?? []
  }
}
