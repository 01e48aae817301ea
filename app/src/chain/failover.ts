import { Connection } from '@solana/web3.js'

/** Told of every call to a node. */
export interface RpcObserver {
  call(method: string, result: 'ok' | 'failed'): void
}

/** How long a node may take to answer before the next one is asked. */
const TIMEOUT_MS = 15_000

/** Answers that say nothing about the question, only about the node. */
const UNABLE = new Set([429, 500, 502, 503, 504])

/** What fetch says of a connection that broke. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * A connection that asks one node after the other until one answers, beginning with the one that answered
 * last. Asking twice is safe: a transaction has one effect however often it is sent.
 *
 * @param urls - of JSON-RPC, the preferred one first
 */
export function failoverConnection(urls: readonly [string, ...string[]], observer: RpcObserver): Connection {
  let preferred = 0
  const ask = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    const method = methodOf(init?.body)
    let failure: unknown
    for (let attempt = 0; attempt < urls.length; attempt++) {
      const index = (preferred + attempt) % urls.length
      try {
        const answer = await askNodeAt(urls[index] as string, init)
        const isLast = attempt === urls.length - 1
        if (!UNABLE.has(answer.status) || isLast) {
          observer.call(method, answer.ok ? 'ok' : 'failed')
          preferred = index
          return answer
        }
        failure = new Error(`a node answered ${answer.status}`)
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

/** Asks one node; once more if the connection, which may be one that was kept and has ended since, breaks. */
async function askNodeAt(url: string, init?: RequestInit): Promise<Response> {
  const once = { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }
  try {
    return await fetch(url, once)
  } catch (error) {
    if (!BROKEN.has(codeOf(error))) throw error
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
