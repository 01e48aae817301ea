// Counts answers and measures their durations.

/** The answers to one kind of request, and their durations. */
export class Tally {
  readonly #durations: number[] = []
  readonly #refusals = new Map<string, number>()

  /** @param answer - `ok`, or the status and code of a refusal */
  add(answer: string, milliseconds: number): void {
    this.#durations.push(milliseconds)
    if (answer !== 'ok') this.#refusals.set(answer, (this.#refusals.get(answer) ?? 0) + 1)
  }

  get count(): number {
    return this.#durations.length
  }

  get durations(): readonly number[] {
    return this.#durations
  }

  get successes(): number {
    return [...this.#refusals.values()].reduce((rest, count) => rest - count, this.count)
  }

  /** Refusals and how often each was answered. */
  get refusals(): ReadonlyMap<string, number> {
    return this.#refusals
  }
}

/** Tallies by kind of request. */
export class Tallies {
  readonly byKind = new Map<string, Tally>()

  add(kind: string, answer: string, milliseconds: number): void {
    const tally = this.byKind.get(kind) ?? new Tally()
    this.byKind.set(kind, tally)
    tally.add(answer, milliseconds)
  }

  /** Durations of all kinds that a filter takes. */
  durations(isTaken: (kind: string) => boolean): number[] {
    return [...this.byKind].filter(([kind]) => isTaken(kind)).flatMap(([, tally]) => tally.durations)
  }
}

/** A percentile of durations, in milliseconds. */
export function percentile(durations: readonly number[], share: number): number {
  const sorted = [...durations].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
