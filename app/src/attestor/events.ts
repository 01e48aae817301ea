// Reads the outcome of events from an HTTP source.

import { z } from 'zod'
import { fetchText } from '../runtime/read-limited.ts'

export interface EventSource {
  /**
   * Whether the event of a market has happened: `true` or `false` once that can no longer change, `null` before.
   * What it answers is signed and may decide the market at once, so an event that may yet happen is `null`.
   *
   * @param market - its address in base58
   * @throws Error if the source does not answer
   */
  finalAnswer(market: string): Promise<boolean | null> | boolean | null
}

/** Milliseconds that an answer may take. */
const TIMEOUT_MS = 5_000

/** The most bytes of an answer, which needs about twenty. */
const MAX_BYTES = 64_000

const EventResponse = z.object({ value: z.union([z.literal([0, 1]), z.boolean(), z.null()]) })

/**
 * Asks an HTTP server, which answers `{ "value": true }` or `{ "value": false }` once that can no longer change, and
 * `{ "value": null }` or 404 before.
 */
export class HttpEvents implements EventSource {
  /**
   * @param template - a URL in which `{market}` stands for the market's address
   */
  constructor(private readonly template: string) {}

  async finalAnswer(market: string): Promise<boolean | null> {
    const { status, text } = await fetchText(this.template.replaceAll('{market}', market), {
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    if (status === 404) return null
    if (status !== 200) throw new Error(`The event source answered ${status}`)
    const body = EventResponse.safeParse(JSON.parse(text))
    if (!body.success) {
      throw new Error('The event source must answer { "value": 0, 1, true, false or null }')
    }
    const { value } = body.data
    return value === null ? null : Boolean(value)
  }
}
