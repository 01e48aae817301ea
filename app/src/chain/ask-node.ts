// Calls a JSON-RPC method without the validation of web3.js.

import type { Connection } from '@solana/web3.js'

/** Private parts of web3.js. */
interface Internals {
  _rpcRequest(method: string, params: unknown[]): Promise<{ error?: { message?: string }; result?: unknown }>
}

/** A node answered a call with an error. */
export class NodeError extends Error {
  override name = 'NodeError'
}

/**
 * Calls a JSON-RPC method without the validation of web3.js, which takes ten times as long as parsing a long
 * response.
 *
 * @throws NodeError if the node answers with an error, another error if it does not answer
 */
export async function askNode<Result>(
  connection: Connection,
  method: string,
  params: unknown[],
): Promise<Result> {
  const { result, error } = await (connection as unknown as Internals)._rpcRequest(method, params)
  if (error || result === undefined) throw new NodeError(`${method} failed: ${error?.message ?? 'no result'}`)
  return result as Result
}
