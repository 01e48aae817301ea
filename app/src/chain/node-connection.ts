// A connection to nodes, and calls without the validation of web3.js.

import { Connection } from '@solana/web3.js'
import type { NodeRequest, NodeResponse } from './fetch-node.ts'

/** Private parts of web3.js. */
interface Internals {
  _rpcRequest(method: string, params: unknown[]): Promise<{ error?: { message?: string }; result?: unknown }>
}

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

/** A connection to nodes that also reads lists of any length. */
export class NodeConnection extends Connection {
  readonly #ask: (request: NodeRequest) => Promise<NodeResponse>

  /** @param ask - sends a request to the nodes */
  constructor(url: string, ask: (request: NodeRequest) => Promise<NodeResponse>) {
    const fetchOne = async (_url: unknown, init: RequestInit = {}) => (await ask(init)).response
    super(url, {
      commitment: 'confirmed',
      disableRetryOnRateLimit: true,
      fetch: fetchOne as typeof fetch,
    })
    this.#ask = ask
  }

  /**
   * Calls a JSON-RPC method whose result is a list of objects with a context. The items are read as they arrive.
   *
   * @param read - parses the JSON of an item
   * @returns the items, and the result without them
   * @throws NodeError if the node answers with an error, another error if it does not answer
   */
  async list<Result, Item>(
    method: string,
    params: unknown[],
    read: (json: string) => Item,
  ): Promise<{ result: Result; items: Item[] }> {
    let items: Item[] = []
    const { status, body } = await this.#ask({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      onStart: () => {
        items = []
      },
      onItem: (json) => items.push(read(json)),
    })
    if (status !== 200) throw new NodeError(`${method} failed: the node answered ${status}`)
    const { result, error } = JSON.parse(body) as { result?: Result; error?: { message?: string } }
    if (error || !result) throw new NodeError(`${method} failed: ${error?.message ?? 'no result'}`)
    return { result, items }
  }
}
