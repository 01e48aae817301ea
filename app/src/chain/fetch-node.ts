// Sends HTTP requests to RPC nodes, with timeouts and pauses after too many requests.

import { Agent, type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import { text } from 'node:stream/consumers'
import { ListReader } from './list-reader.ts'

/** HTTP statuses of a node that is overloaded or failing, rather than of a bad request. */
export const UNAVAILABLE: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** Error codes of a dropped connection. */
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The pause after the first 429 without `Retry-After`, in milliseconds; each further one doubles it. */
const FIRST_REST_MS = 250
const LONGEST_REST_MS = 60_000

/** Connections that are kept alive, as `fetch` keeps its own. */
const AGENTS = { http: new Agent({ keepAlive: true }), https: new SecureAgent({ keepAlive: true }) }

export interface NodeRequest extends RequestInit {
  /** Called with the JSON of each item of the answered list as it arrives; the body then lacks them. */
  onItem?: ((json: string) => void) | undefined
  /** Called before the items start from the beginning. */
  onStart?: (() => void) | undefined
}

export interface NodeResponse {
  status: number
  body: string
  retryAfter: string | null
  /** The same for web3.js. */
  response: Response
}

/** How often a request is repeated whose connection is dropped: a kept one may be stale, and a new one may break. */
const MOST_REPEATS = 2

/**
 * Fetches again if the connection is dropped, on a new one: the node may have closed all that were kept alive.
 *
 * @param timeoutMs - until the answer is complete; of a list, until more of it arrives
 */
export async function fetchNode(url: string, timeoutMs: number, request: NodeRequest): Promise<NodeResponse> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await read(url, timeoutMs, request, repeats === 0)
    } catch (error) {
      if (repeats === MOST_REPEATS || !DROPPED.has(codeOf(error))) throw error
    }
  }
}

async function read(
  url: string,
  timeoutMs: number,
  request: NodeRequest,
  mayReuse: boolean,
): Promise<NodeResponse> {
  const { onItem, onStart, signal, ...init } = request
  const patience = new AbortController()
  const giveUp = () => patience.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  const timer = setTimeout(() => patience.abort(new Error(`no answer for ${timeoutMs} ms`)), timeoutMs)
  try {
    onStart?.()
    if (!onItem) return await send(url, init, patience.signal, mayReuse)
    const fetched = await fetch(url, { ...init, signal: patience.signal })
    const reader = new ListReader(onItem)
    for await (const chunk of fetched.body ?? []) {
      reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      timer.refresh()
    }
    return toResponse(fetched.status, fetched.statusText, reader.rest, fetched.headers.get('retry-after'))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Sends a request without `fetch`, which takes three times the processor time. Only lists are worth its compression. */
function send(url: string, init: RequestInit, signal: AbortSignal, mayReuse: boolean): Promise<NodeResponse> {
  const isSecure = url.startsWith('https:')
  const request = isSecure ? requestHttps : requestHttp
  const agent = mayReuse && (isSecure ? AGENTS.https : AGENTS.http)
  const { method = 'GET', body } = init
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: init.headers as IncomingHttpHeaders, signal })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const { statusCode = 0, statusMessage = '', headers } = answer
      text(answer).then(
        (read) => resolve(toResponse(statusCode, statusMessage, read, headers['retry-after'] ?? null)),
        reject,
      )
    })
    sent.end(body)
  })
}

function toResponse(
  status: number,
  statusText: string,
  body: string,
  retryAfter: string | null,
): NodeResponse {
  const ok = status >= 200 && status < 300
  // web3.js reads these fields only; a real response would copy the body.
  const response = { ok, status, statusText, text: async () => body } as Response
  return { status, body, retryAfter, response }
}

/**
 * Milliseconds to pause a node that had too many requests: its `Retry-After`, in seconds or as a date, or a pause that
 * grows. Up to a quarter is added at random, so that clients do not return all at once.
 *
 * @param refusals - refusals one after the other, this one included
 */
export function restOf(retryAfter: string | null, refusals: number, now = Date.now()): number {
  const seconds = Number(retryAfter ?? Number.NaN)
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - now : 1_000 * seconds
  const pause = asked > 0 ? asked : FIRST_REST_MS * 2 ** Math.min(refusals - 1, 10)
  return Math.min(pause, LONGEST_REST_MS) * (1 + Math.random() / 4)
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return String(cause?.code ?? code)
}
