import { Connection } from '@solana/web3.js'

/** What web3.js keeps to itself. */
interface Internals {
  _subscriptionDisposeFunctionsByClientSubscriptionId: Record<number, () => Promise<void>>
  _rpcWebSocket: {
    on(event: 'open' | 'close', listener: () => void): void
    close(): void
    setAutoReconnect(reconnect: boolean): void
  }
}

/** A node's websocket, which web3.js opens with the first subscription and opens again whenever it breaks. */
export class NodeSocket {
  readonly connection: Connection
  readonly #internals: Internals
  #closed = false

  /**
   * @param onOpen - called each time it opens; whatever happened before has been missed
   */
  constructor(rpcUrl: string, wsUrl: string, onOpen: () => void) {
    this.connection = new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl })
    this.#internals = this.connection as unknown as Internals
    this.#internals._rpcWebSocket.on('open', () => {
      if (!this.#closed) onOpen()
    })
  }

  /** Ends its subscriptions and closes it for good. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    const disposals = Object.values(this.#internals._subscriptionDisposeFunctionsByClientSubscriptionId)
    const ended = Promise.allSettled(disposals.map((dispose) => dispose()))
    // A node that does not answer is not waited for.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500).unref())])
    this.#internals._rpcWebSocket.setAutoReconnect(false)
    this.#internals._rpcWebSocket.close()
  }
}

/** Where a node has its websocket unless told otherwise: `ws` for `http`, and the port after if one is named. */
export function socketUrl(rpcUrl: string): string {
  const url = new URL(rpcUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (url.port) url.port = String(Number(url.port) + 1)
  return url.toString()
}
