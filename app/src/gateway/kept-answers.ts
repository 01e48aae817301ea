/** How long an answer is good for although something has happened since, in milliseconds. */
const FRESH_MS = 1_000

/** How long it is given out after that, while it is worked out anew. */
const STALE_MS = 5_000

/** How long it is good for while nothing happens: what is dropped from the chain happens too, and is not told. */
const KEEP_MS = 30_000

/** Answers that are kept. */
const MOST = 500

interface Kept<T> {
  answer: Promise<T>
  /** The newest event when it was asked for, and when that was. */
  lastEvent: number
  at: number
  /** Whether it is being worked out anew. */
  isRenewed: boolean
}

/**
 * Keeps answers that take the store a while and that many ask for: each is worked out once a second at most, for
 * everyone who asks meanwhile, and not at all while nothing happens. Nobody waits for an answer of which there is
 * one from a moment ago.
 */
export class KeptAnswers<T> {
  readonly #kept = new Map<string, Kept<T>>()

  /**
   * @param history - says whether something has happened
   * @param now - a clock in milliseconds that never goes back
   */
  constructor(
    private readonly history: { readonly lastEvent: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The answer to a question, worked out if need be. */
  get(question: string, workOut: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(question)
    if (!known) return this.#keep(question, workOut()).answer
    const age = this.now() - known.at
    if (age < (known.lastEvent === this.history.lastEvent ? KEEP_MS : FRESH_MS)) return known.answer
    if (age >= FRESH_MS + STALE_MS) return this.#keep(question, workOut()).answer
    if (!known.isRenewed) {
      known.isRenewed = true
      const renewed = this.#describe(workOut())
      // If it fails, the old one is given out for a little longer.
      renewed.answer.then(
        () => this.#kept.set(question, renewed),
        () => {
          known.isRenewed = false
        },
      )
    }
    return known.answer
  }

  #keep(question: string, answer: Promise<T>): Kept<T> {
    const kept = this.#describe(answer)
    if (this.#kept.size >= MOST) this.#kept.clear()
    this.#kept.set(question, kept)
    // Whoever asks next may be luckier.
    answer.catch(() => this.#kept.delete(question))
    return kept
  }

  #describe(answer: Promise<T>): Kept<T> {
    return { answer, lastEvent: this.history.lastEvent, at: this.now(), isRenewed: false }
  }
}
