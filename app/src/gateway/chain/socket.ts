import { Connection } from '@solana/web3.js'

/** What web3.js keeps to itself. */
interface Internals {
  _subscriptionsByHash: Record<string, unknown>
  _rpcWebSocket: {
    on(event: 'open' | 'close', listener: () => void): void
    removeAllListeners(event: 'error'): void
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

  /**
   * Closes it for good, and its subscriptions with it. They are forgotten and not ended one by one: asked to
   * end them while the connection breaks, web3.js tries so for ever.
   */
  close(): void {
    this.#closed = true
    this.#internals._subscriptionsByHash = {}
    this.#internals._rpcWebSocket.setAutoReconnect(false)
    // That it was not open yet is nothing to complain of, as web3.js would.
    this.#internals._rpcWebSocket.removeAllListeners('error')
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
