import { Connection } from '@solana/web3.js'

/** Observes calls to nodes. */
export interface RpcObserver {
  call(method: string, result: 'ok' | 'failed'): void
}

/** Milliseconds that a node may take to answer before the next one is asked. */
const TIMEOUT_MS = 15_000

/** HTTP statuses of a node that is overloaded or failing, rather than of a bad request. */
const UNAVAILABLE = new Set([429, 500, 502, 503, 504])

/** Error codes of `fetch` for a dropped connection. */
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Creates a connection that asks one node after the other until one answers, beginning with the one that
 * answered last. Repeating a call is safe: a transaction has one effect however often it is sent.
 *
 * @param urls - of JSON-RPC, the preferred one first
 * @param timeoutMs - how long a node may take to answer before the next one is asked
 */
export function failoverConnection(
  urls: readonly [string, ...string[]],
  observer: RpcObserver,
  timeoutMs = TIMEOUT_MS,
): Connection {
  let preferred = 0
  const ask = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    const method = methodOf(init?.body)
    let failure: unknown
    for (let attempt = 0; attempt < urls.length; attempt++) {
      const index = (preferred + attempt) % urls.length
      try {
        const response = await fetchWithRetry(urls[index] as string, timeoutMs, init)
        const isLast = attempt === urls.length - 1
        if (!UNAVAILABLE.has(response.status) || isLast) {
          observer.call(method, response.ok ? 'ok' : 'failed')
          preferred = index
          return response
        }
        failure = new Error(`the node answered ${response.status}`)
      } catch (error) {
        failure = error
      }
      observer.call(method, 'failed')
    }
    throw new Error(`No RPC node answers: ${reasonOf(failure)}`, { cause: failure })
  }
  return new Connection(urls[0], {
    commitment: 'confirmed',
    disableRetryOnRateLimit: true,
    fetch: ask as typeof fetch,
  })
}

/** Fetches once more if the connection is dropped: the node may have closed one that was kept alive. */
async function fetchWithRetry(url: string, timeoutMs: number, init?: RequestInit): Promise<Response> {
  const once = { ...init, signal: AbortSignal.timeout(timeoutMs) }
  try {
    return await fetch(url, once)
  } catch (error) {
    if (!DROPPED.has(codeOf(error))) throw error
    return fetch(url, once)
  }
}

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return String(cause?.code)
}

function methodOf(body: unknown): string {
  const match = typeof body === 'string' ? /"method":"(\w{1,64})"/.exec(body.slice(0, 200)) : null
  return match?.[1] ?? 'unknown'
}

function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error ? (failure.cause ?? failure) : failure
  return cause instanceof Error ? cause.message : String(cause)
}
