/**
 * A limit of requests a second to one node. The requests of one second may come at once; then they are spread evenly.
 */
export class RequestBudget {
  readonly #intervalMs: number
  /** When the next request may be made, if those of this second are used up, in unix milliseconds. */
  #nextAt = 0

  /** @param perSecond - requests a second; without a limit by default */
  constructor(perSecond = Number.POSITIVE_INFINITY) {
    this.#intervalMs = 1_000 / perSecond
  }

  /**
   * Reserves one request.
   *
   * @returns milliseconds until the request may be made; `null`, and nothing reserved, if that is more than
   * `patienceMs`
   */
  take(now: number, patienceMs: number): number | null {
    const at = Math.max(this.#nextAt, now - 1_000 + this.#intervalMs)
    const wait = Math.max(0, at - now)
    if (wait > patienceMs) return null
    this.#nextAt = at + this.#intervalMs
    return wait
  }
}
