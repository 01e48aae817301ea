import type { Connection } from '@solana/web3.js'
import { NodeSocket, type Nodes, type SocketAddress } from './socket.ts'

/** What is listened to. */
export interface NodeListenerOptions {
  nodes: Nodes
  /** How long a node may report no slot before the next one is listened to. */
  silenceMs: number
  /** Makes the subscriptions on the connection to a node. */
  subscribe: (connection: Connection) => void
  /** Called when a connection was opened: what happened before may have been missed. */
  onOpen: () => void
  onSlot?: (slot: number) => void
  onError: (error: Error, what: string) => void
}

/** How often the connection is looked after. */
const WATCH_MS = 1_000

/** Listens to one node, and moves on to the next one, or connects anew if there is but one, when it falls silent. */
export class NodeListener {
  #socket: NodeSocket | undefined
  #node = 0
  #heardAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: NodeListenerOptions) {}

  start(): void {
    this.#listen()
    this.#timer = setInterval(() => this.#watch(), WATCH_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#socket?.close()
  }

  #listen(): void {
    const { nodes, subscribe, onOpen, onSlot } = this.options
    this.#socket = new NodeSocket(nodes[this.#node % nodes.length] as SocketAddress, onOpen)
    this.#heardAt = Date.now()
    subscribe(this.#socket.connection)
    this.#socket.connection.onSlotChange(({ slot }) => {
      this.#heardAt = Date.now()
      onSlot?.(slot)
    })
  }

  #watch(): void {
    const { silenceMs, onError } = this.options
    const silence = Date.now() - this.#heardAt
    if (silence < silenceMs) return
    onError(new Error(`no slot for ${Math.round(silence / 1_000)} s`), 'the node listened to went silent')
    this.#socket?.close()
    this.#node += 1
    this.#listen()
  }
}
