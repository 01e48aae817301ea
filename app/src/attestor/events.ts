import { z } from 'zod'

/** Says whether events have taken place. */
export interface EventSource {
  /**
   * Whether the event of a market has taken place, `null` while nobody can tell.
   *
   * @param market - its address in base58
   * @throws Error if the source does not answer
   */
  hasHappened(market: string): Promise<boolean | null> | boolean | null
}

/** Milliseconds that a source may take. */
const TIMEOUT_MS = 5_000

const Answer = z.object({ value: z.union([z.literal([0, 1]), z.boolean(), z.null()]) })

/** Asks a server: `GET`, answered by `{ "value": true }`, or 404 while it does not know. */
export class HttpEvents implements EventSource {
  /**
   * @param template - an address with `{market}` where a market's address belongs
   */
  constructor(private readonly template: string) {}

  async hasHappened(market: string): Promise<boolean | null> {
    const answer = await fetch(this.template.replaceAll('{market}', market), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`The source of events answered ${answer.status}`)
    const body = Answer.safeParse(await answer.json())
    if (!body.success)
      throw new Error('The source of events must answer { "value": 0, 1, true, false or null }')
    const { value } = body.data
    return value === null ? null : Boolean(value)
  }
}
