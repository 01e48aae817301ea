/** What a node answers when it refuses a call. */
export class RpcError extends Error {
  constructor(
    readonly method: string,
    readonly code: number,
    message: string,
  ) {
    super(`${method}: ${message}`)
    this.name = 'RpcError'
  }
}

const TIMEOUT_MS = 10_000
const BIGINT = 'bigint:'

/** JSON in which a bigint is a number with all its digits: u64 values do not survive `number`. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? BIGINT + item : item)).replace(
    /"bigint:(-?\d+)"/g,
    '$1',
  )
}

/**
 * Calls a JSON-RPC method that no client library knows, such as the cheats of Surfpool.
 *
 * @throws RpcError if the node refuses it; Error if the node cannot be reached or takes longer than 10 s
 */
export async function callRpc<Result>(url: string, method: string, params: unknown[] = []): Promise<Result> {
  let answer: Response
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (cause) {
    const timedOut = cause instanceof Error && cause.name === 'TimeoutError'
    const reason = timedOut ? `did not answer within ${TIMEOUT_MS / 1000} s` : 'cannot be reached'
    throw new Error(`${method}: ${url} ${reason}`, { cause })
  }
  const { result, error } = (await answer.json()) as {
    result?: Result
    error?: { code: number; message: string; data?: unknown }
  }
  if (!error) return result as Result
  const detail = typeof error.data === 'string' ? ` (${error.data})` : ''
  throw new RpcError(method, error.code, error.message + detail)
}
