// Calls JSON-RPC methods that web3.js does not have.

/** A JSON-RPC error of a node. */
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

/** Writes JSON with bigints as numbers: a u64 may exceed the precision of `number`. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? BIGINT + item : item)).replace(
    /"bigint:(-?\d+)"/g,
    '$1',
  )
}

/**
 * Calls a JSON-RPC method that web3.js does not have, such as the cheat codes of Surfpool.
 *
 * @throws RpcError if the node answers with an error; Error if it cannot be reached or takes more than 10 s
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
