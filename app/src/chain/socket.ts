// The websocket of a node.

import { delaySocketFailures } from '@prediction-market/sdk/transaction'
import { Connection } from '@solana/web3.js'
import type { RequestLimits } from './request-budget.ts'

export interface SocketAddress {
  rpcUrl: string
  wsUrl: string
  /** The most JSON-RPC requests; without a limit by default. */
  limits?: RequestLimits | undefined
}

/** Nodes of one chain, the preferred one first. */
export type Nodes = readonly [SocketAddress, ...SocketAddress[]]

/** Private parts of web3.js. */
interface Internals {
  _subscriptionsByHash: Record<string, unknown>
  _rpcWebSocket: {
    on(event: 'open' | 'close', listener: () => void): void
    removeAllListeners(event: 'error'): void
    _connect(): void
    close(): void
    setAutoReconnect(reconnect: boolean): void
  }
}

/** A node's websocket. web3.js opens it with the first subscription and reopens it whenever it breaks. */
export class NodeSocket {
  readonly connection: Connection
  readonly #internals: Internals
  #closed = false

  /**
   * @param onOpen - called each time it opens; notifications before that were missed
   */
  constructor({ rpcUrl, wsUrl }: SocketAddress, onOpen: () => void) {
    this.connection = new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl })
    this.#internals = this.connection as unknown as Internals
    delaySocketFailures(this.connection)
    this.#internals._rpcWebSocket.on('open', () => {
      if (!this.#closed) onOpen()
    })
  }

  /**
   * Closes the websocket for good. Its subscriptions are dropped, not ended one by one: if the connection
   * breaks meanwhile, web3.js would retry for ever.
   */
  close(): void {
    this.#closed = true
    this.#internals._subscriptionsByHash = {}
    const socket = this.#internals._rpcWebSocket
    socket.setAutoReconnect(false)
    // web3.js would reconnect from its timer, or for a subscription that is confirmed from now on.
    socket._connect = () => {}
    // web3.js would print an error for a websocket that is closed before it has opened.
    socket.removeAllListeners('error')
    socket.close()
  }
}

/** The default websocket URL of a node: `ws` for `http`, and the next port if the URL has one. */
export function socketUrl(rpcUrl: string): string {
  const url = new URL(rpcUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (url.port) url.port = String(Number(url.port) + 1)
  return url.toString()
}
