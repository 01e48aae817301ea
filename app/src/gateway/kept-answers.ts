/** How long an answer is good for although something has happened since, in milliseconds. */
const FRESH_MS = 1_000

/** How long it is good for at most. */
const KEEP_MS = 30_000

/** Answers that are kept. */
const MOST = 500

interface Kept<T> {
  answer: Promise<T>
  /** The newest event when it was asked for, and when that was. */
  lastEvent: number
  at: number
}

/**
 * Keeps answers that take the store a while and that many ask for: each is worked out once a second at most, for
 * everyone who asks meanwhile, and not at all while nothing happens.
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
    const { lastEvent } = this.history
    const at = this.now()
    const known = this.#kept.get(question)
    if (known && at - known.at < (known.lastEvent === lastEvent ? KEEP_MS : FRESH_MS)) return known.answer
    const answer = workOut()
    if (this.#kept.size >= MOST) this.#kept.clear()
    this.#kept.set(question, { answer, lastEvent, at })
    // Whoever asks next may be luckier.
    answer.catch(() => this.#kept.delete(question))
    return answer
  }
}
