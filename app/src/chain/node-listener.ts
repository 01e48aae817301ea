import type { Connection } from '@solana/web3.js'
import { NodeSocket, type Nodes, type SocketAddress } from './socket.ts'

/** How to listen to nodes. */
export interface NodeListenerOptions {
  nodes: Nodes
  /** Milliseconds without a new slot after which the next node is used. */
  silenceMs: number
  /** Subscribes on the connection to a node. */
  subscribe: (connection: Connection) => void
  /** Called each time a connection opens: notifications before that may have been missed. */
  onOpen: () => void
  onSlot?: (slot: number) => void
  onError: (error: Error, what: string) => void
}

/** Milliseconds between two checks of the connection. */
const CHECK_MS = 1_000

/** Listens to one node. When its slots stop it switches to the next node, or reconnects if there is only one. */
export class NodeListener {
  #socket: NodeSocket | undefined
  #node = 0
  #lastSlotAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: NodeListenerOptions) {}

  start(): void {
    this.#listen()
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#socket?.close()
  }

  #listen(): void {
    const { nodes, subscribe, onOpen, onSlot } = this.options
    this.#socket = new NodeSocket(nodes[this.#node % nodes.length] as SocketAddress, onOpen)
    this.#lastSlotAt = Date.now()
    subscribe(this.#socket.connection)
    this.#socket.connection.onSlotChange(({ slot }) => {
      this.#lastSlotAt = Date.now()
      onSlot?.(slot)
    })
  }

  #check(): void {
    const { silenceMs, onError } = this.options
    const silence = Date.now() - this.#lastSlotAt
    if (silence < silenceMs) return
    onError(new Error(`no slot for ${Math.round(silence / 1_000)} s`), 'node stopped reporting slots')
    this.#socket?.close()
    this.#node += 1
    this.#listen()
  }
}
