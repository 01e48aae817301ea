import { z } from 'zod'

/** A source of the outcomes of events. */
export interface EventSource {
  /**
   * Whether the event of a market has happened; `null` while that is unknown.
   *
   * @param market - its address in base58
   * @throws Error if the source does not answer
   */
  hasHappened(market: string): Promise<boolean | null> | boolean | null
}

/** Milliseconds that an answer may take. */
const TIMEOUT_MS = 5_000

const EventResponse = z.object({ value: z.union([z.literal([0, 1]), z.boolean(), z.null()]) })

/** Asks an HTTP server, which answers `{ "value": true }`, or 404 while the outcome is unknown. */
export class HttpEvents implements EventSource {
  /**
   * @param template - a URL in which `{market}` stands for the market's address
   */
  constructor(private readonly template: string) {}

  async hasHappened(market: string): Promise<boolean | null> {
    const response = await fetch(this.template.replaceAll('{market}', market), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`The event source answered ${response.status}`)
    const body = EventResponse.safeParse(await response.json())
    if (!body.success) {
      throw new Error('The event source must answer { "value": 0, 1, true, false or null }')
    }
    const { value } = body.data
    return value === null ? null : Boolean(value)
  }
}
