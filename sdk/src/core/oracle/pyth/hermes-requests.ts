// Sends requests to Hermes within a rate budget, each with a deadline and a limit on the size of its response.

import { partsOf, textOf } from '../../http.ts'
import { type HermesAnswer, HermesBusyError, HermesError, readRetryAfter } from './hermes-answer.ts'

/** Options of the requests. */
export interface RequestOptions {
  apiKey: string | undefined
  /** Milliseconds that a response may take, and that a request may wait for the budget. */
  timeoutMs: number
  /** The most requests in ten seconds. */
  budget: number
}

/** Milliseconds that the budget counts requests for: ten seconds, and two for requests that arrive late. */
const WINDOW_MS = 12_000

/** Bytes of an answer: the list of all feeds takes about two megabytes. */
const MAX_BYTES = 16_000_000

/** Milliseconds without a byte after which a stream counts as broken: Hermes sends a comment every 15 seconds. */
const SILENCE_MS = 20_000

const STARTING_MS = 10_000

/** Sends the requests of one client. */
export class HermesRequests {
  readonly #headers: Record<string, string>
  /** When the latest requests were made, or will be, in milliseconds. */
  #times: number[] = []

  constructor(private readonly options: RequestOptions) {
    const { apiKey } = options
    this.#headers = { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  }

  /** @throws HermesError if there is no answer in time */
  async get(url: string): Promise<HermesAnswer> {
    await this.#takePlace(url)
    const { timeoutMs } = this.options
    try {
      const answer = await fetch(url, { headers: this.#headers, signal: AbortSignal.timeout(timeoutMs) })
      const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'))
      return { status: answer.status, text: await textOf(answer, MAX_BYTES), retryAfterMs }
    } catch (cause) {
      const reasons = {
        TimeoutError: `did not answer within ${timeoutMs} ms`,
        RangeError: 'answered too much',
      }
      const reason = reasons[(cause as Error).name as keyof typeof reasons] ?? 'cannot be reached'
      throw new HermesError(`Hermes ${reason} (GET ${url})`, { cause })
    }
  }

  /** The data of a stream's events, until it ends or is aborted. @throws HermesError if it is refused or silent */
  async *events(url: string, signal: AbortSignal): AsyncGenerator<string> {
    await this.#takePlace(url)
    const silence = new AbortController()
    const silent = () => silence.abort(new HermesError(`Hermes sends nothing (GET ${url})`))
    let timer = setTimeout(silent, STARTING_MS)
    try {
      const headers = { ...this.#headers, accept: 'text/event-stream' }
      const answer = await fetch(url, { headers, signal: AbortSignal.any([signal, silence.signal]) })
      if (answer.status !== 200) {
        const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'))
        const text = await textOf(answer, MAX_BYTES)
        throw new HermesError(`Hermes refused the stream with ${answer.status}: ${text.slice(0, 200)}`, {
          status: answer.status,
          retryAfterMs,
        })
      }
      const decoder = new TextDecoder()
      let rest = ''
      for await (const bytes of partsOf(answer)) {
        clearTimeout(timer)
        timer = setTimeout(silent, SILENCE_MS)
        const events = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/)
        rest = events.pop() ?? ''
        if (rest.length > MAX_BYTES) throw new HermesError(`Hermes sent an endless event (GET ${url})`)
        for (const event of events) {
          const data = dataOf(event)
          if (data !== '') yield data
        }
      }
    } finally {
      clearTimeout(timer)
      silence.abort()
    }
  }

  /** Waits until the budget allows a request, in the order of the calls. */
  async #takePlace(url: string): Promise<void> {
    const { budget, timeoutMs } = this.options
    const now = Date.now()
    this.#times = this.#times.filter((time) => time > now - WINDOW_MS)
    const before = this.#times.at(-budget)
    const at = before === undefined ? now : before + WINDOW_MS
    if (at - now > timeoutMs) {
      throw new HermesBusyError(`The budget of ${budget} requests in ten seconds is used up (GET ${url})`)
    }
    this.#times.push(at)
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }
}

/** The data of an event; empty for a comment, and for an error that Hermes reports of one update. */
function dataOf(event: string): string {
  const lines = event.split(/\r?\n/)
  if (lines.some((line) => /^event:\s*error/.test(line))) return ''
  return lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : [])).join('\n')
}
