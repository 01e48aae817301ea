/** HTTP statuses of a node that is overloaded or failing, rather than of a bad request. */
export const UNAVAILABLE: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** Error codes of `fetch` for a dropped connection. */
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The pause after the first 429 without `Retry-After`, in milliseconds; each further one doubles it. */
const FIRST_REST_MS = 250
const LONGEST_REST_MS = 60_000

/** An HTTP answer, read to its end. */
export interface NodeResponse {
  status: number
  body: string
  /** The header `Retry-After`. */
  retryAfter: string | null
  /** The same for web3.js. */
  response: Response
}

/** Fetches once more if the connection is dropped: the node may have closed one that was kept alive. */
export async function fetchNode(url: string, timeoutMs: number, init: RequestInit): Promise<NodeResponse> {
  const once = { ...init, signal: AbortSignal.timeout(timeoutMs) }
  try {
    return await read(url, once)
  } catch (error) {
    if (!DROPPED.has(codeOf(error))) throw error
    return read(url, once)
  }
}

async function read(url: string, init: RequestInit): Promise<NodeResponse> {
  const fetched = await fetch(url, init)
  const { ok, status, statusText, headers } = fetched
  const body = await fetched.text()
  // web3.js reads these fields only; a real response would copy the body, which may be all markets.
  const response = { ok, status, statusText, headers, text: async () => body } as Response
  return { status, body, retryAfter: headers.get('retry-after'), response }
}

/**
 * Milliseconds to leave a node alone that had too many requests: what it asked for, in seconds or as a date, or a
 * pause that grows. Up to a quarter is added at random, so that not everybody comes back at once.
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
