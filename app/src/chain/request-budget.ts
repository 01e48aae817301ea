// Budgets of requests to a node, by method.

/** A limit of requests to one node: so many in a time. */
export interface RequestLimit {
  requests: number
  /** Milliseconds. */
  per: number
}

/** The limits of one node: for all requests together, and for those of some methods. */
export interface RequestLimits {
  all?: RequestLimit | undefined
  methods?: ReadonlyMap<string, RequestLimit> | undefined
}

export function halfOf({ all, methods }: RequestLimits = {}): RequestLimits {
  const half = ({ requests, per }: RequestLimit) => ({ requests: requests / 2, per })
  return {
    all: all && half(all),
    methods: methods && new Map([...methods].map(([method, limit]) => [method, half(limit)])),
  }
}

/** Keeps to one limit. All requests of its time may be made at once; then they are spread evenly. */
export class RequestBudget {
  readonly #intervalMs: number
  /** When the next request may be made, if all that may be made at once are used up, in unix milliseconds. */
  #nextAt = 0

  constructor(private readonly limit: RequestLimit) {
    this.#intervalMs = limit.per / limit.requests
  }

  /**
   * Reserves one request.
   *
   * @returns milliseconds until the request may be made; `null`, and nothing reserved, if that is more than
   * `patienceMs`
   */
  take(now: number, patienceMs: number): number | null {
    const atOnce = Math.max(0, this.limit.per - this.#intervalMs)
    const at = Math.max(this.#nextAt, now - atOnce)
    const wait = Math.max(0, at - now)
    if (wait > patienceMs) return null
    this.#nextAt = at + this.#intervalMs
    return wait
  }
}

export class NodeBudget {
  readonly #all: RequestBudget | undefined
  readonly #methods: ReadonlyMap<string, { budget: RequestBudget; per: number }>

  constructor({ all, methods = new Map() }: RequestLimits = {}) {
    this.#all = all && new RequestBudget(all)
    this.#methods = new Map(
      [...methods].map(([method, limit]) => [method, { budget: new RequestBudget(limit), per: limit.per }]),
    )
  }

  /** As {@link RequestBudget.take}; a method of which few are made a minute is waited for so long. */
  take(method: string, now: number, patienceMs: number): number | null {
    const own = this.#methods.get(method)
    const wait = own ? own.budget.take(now, Math.max(patienceMs, own.per)) : 0
    if (wait === null) return null
    const all = this.#all ? this.#all.take(now + wait, patienceMs) : 0
    return all === null ? null : wait + all
  }
}
