import { Connection } from '@solana/web3.js'

/** Where a node is. */
export interface SocketAddress {
  rpcUrl: string
  wsUrl: string
}

/** Nodes of one chain, the preferred one first. */
export type Nodes = readonly [SocketAddress, ...SocketAddress[]]

/** What web3.js keeps to itself. */
interface Internals {
  _subscriptionsByHash: Record<string, unknown>
  _rpcWebSocket: {
    call(method: string, params: unknown[]): Promise<unknown>
    on(event: 'open' | 'close', listener: () => void): void
    removeAllListeners(event: 'error'): void
    _connect(): void
    close(): void
    setAutoReconnect(reconnect: boolean): void
  }
}

/** How long a failed call is held back. */
const RETRY_MS = 250

/** A node's websocket, which web3.js opens with the first subscription and opens again whenever it breaks. */
export class NodeSocket {
  readonly connection: Connection
  readonly #internals: Internals
  #closed = false

  /**
   * @param onOpen - called each time it opens; whatever happened before has been missed
   */
  constructor({ rpcUrl, wsUrl }: SocketAddress, onOpen: () => void) {
    this.connection = new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl })
    this.#internals = this.connection as unknown as Internals
    this.#holdFailures()
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
    const socket = this.#internals._rpcWebSocket
    socket.setAutoReconnect(false)
    // A subscription that is answered from now on is one that web3.js would connect again for, as does its timer.
    socket._connect = () => {}
    // That it was not open yet is nothing to complain of, as web3.js would.
    socket.removeAllListeners('error')
    socket.close()
  }

  /**
   * web3.js calls again at once when a call fails. On a socket that is about to close every call fails at once,
   * and nothing else of the process, such as the news that it has closed, would ever get its turn.
   */
  #holdFailures(): void {
    const socket = this.#internals._rpcWebSocket
    const call = socket.call.bind(socket)
    socket.call = (method, params) =>
      call(method, params).catch(async (error) => {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
        throw error
      })
  }
}

/** Where a node has its websocket unless told otherwise: `ws` for `http`, and the port after if one is named. */
export function socketUrl(rpcUrl: string): string {
  const url = new URL(rpcUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (url.port) url.port = String(Number(url.port) + 1)
  return url.toString()
}
