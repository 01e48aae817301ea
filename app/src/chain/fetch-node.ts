// Sends HTTP requests to RPC nodes, with timeouts and pauses after too many requests.

import { ListReader } from './list-reader.ts'

/** HTTP statuses of a node that is overloaded or failing, rather than of a bad request. */
export const UNAVAILABLE: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** Error codes of `fetch` for a dropped connection. */
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The pause after the first 429 without `Retry-After`, in milliseconds; each further one doubles it. */
const FIRST_REST_MS = 250
const LONGEST_REST_MS = 60_000

/** A request to a node. */
export interface NodeRequest extends RequestInit {
  /** Called with the JSON of each item of the answered list as it arrives; the body then lacks them. */
  onItem?: ((json: string) => void) | undefined
  /** Called before the items start from the beginning. */
  onStart?: (() => void) | undefined
}

/** A complete HTTP answer. */
export interface NodeResponse {
  status: number
  body: string
  /** The header `Retry-After`. */
  retryAfter: string | null
  /** The same for web3.js. */
  response: Response
}

/**
 * Fetches once more if the connection is dropped: the node may have closed one that was kept alive.
 *
 * @param timeoutMs - until the answer is complete; of a list, until more of it arrives
 */
export async function fetchNode(url: string, timeoutMs: number, request: NodeRequest): Promise<NodeResponse> {
  try {
    return await read(url, timeoutMs, request)
  } catch (error) {
    if (!DROPPED.has(codeOf(error))) throw error
    return read(url, timeoutMs, request)
  }
}

async function read(url: string, timeoutMs: number, request: NodeRequest): Promise<NodeResponse> {
  const { onItem, onStart, ...init } = request
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Error(`no answer for ${timeoutMs} ms`)), timeoutMs)
  try {
    onStart?.()
    const fetched = await fetch(url, { ...init, signal: patience.signal })
    const { ok, status, statusText, headers } = fetched
    const body = onItem ? await readList(fetched, onItem, () => timer.refresh()) : await fetched.text()
    // web3.js reads these fields only; a real response would copy the body.
    const response = { ok, status, statusText, headers, text: async () => body } as Response
    return { status, body, retryAfter: headers.get('retry-after'), response }
  } finally {
    clearTimeout(timer)
  }
}

async function readList(
  { body }: Response,
  onItem: (json: string) => void,
  onProgress: () => void,
): Promise<string> {
  const reader = new ListReader(onItem)
  for await (const chunk of body ?? []) {
    reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    onProgress()
  }
  return reader.rest
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
  const { cause } = error as { cause?: { code?: unknown } }
  return String(cause?.code)
}
