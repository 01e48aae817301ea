// Keeps the measured values of open markets over time, in memory.

import type { Decimal } from '../../json/write.ts'

/** A measured value at a moment. */
export interface Sample {
  /** Unix seconds, by the chain's clock. */
  at: number
  value: Decimal
}

/** The samples of one market. */
interface Series {
  samples: Sample[]
  /** The least time between two samples, in seconds. */
  spacing: number
}

/** The most samples of a market. At this number every second one is removed, and the spacing doubles. */
const MAX_SAMPLES = 240

/** The measured values of open markets over time, in memory: since this gateway started, and coarser with time. */
export class MeasuredSamples {
  readonly #series = new Map<string, Series>()

  constructor(private readonly most = MAX_SAMPLES) {}

  /** Keeps a value, unless the last one is too close. */
  record(id: string, sample: Sample): void {
    const series = this.#series.get(id) ?? { samples: [], spacing: 1 }
    this.#series.set(id, series)
    const last = series.samples.at(-1)
    if (last && sample.at < last.at + series.spacing) return
    series.samples.push(sample)
    if (series.samples.length < this.most) return
    series.samples = series.samples.filter((_, index) => index % 2 === 0)
    series.spacing *= 2
  }

  /** The values of a market, oldest first. */
  of(id: string): readonly Sample[] {
    return this.#series.get(id)?.samples ?? []
  }

  /** Forgets all other markets. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#series.keys()) if (!ids.has(id)) this.#series.delete(id)
  }
}
