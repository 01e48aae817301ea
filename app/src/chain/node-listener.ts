// Subscribes to one node, and switches to the next when its slots stop.

import type { Connection } from '@solana/web3.js'
import { NodeSocket, type Nodes, type SocketAddress } from './socket.ts'

export interface NodeListenerOptions {
  nodes: Nodes
  /** Milliseconds without a new slot after which the next node is used. */
  silenceMs: number
  subscribe: (connection: Connection) => void
  /**
   * Called each time a connection opens, and again once it reports: before that, notifications may have been missed. A
   * node can answer a question sooner than it takes the subscriptions that were made before it.
   */
  onGap: () => void
  onSlot?: (slot: number) => void
  /** Whether a slot is of the last seconds: a node that is behind them counts as silent. */
  isCurrent: (slot: number) => boolean
  onError: (error: Error, what: string) => void
}

/** Milliseconds between two checks of the connection. */
const CHECK_MS = 1_000

/** Slots that a connection has reported when its other subscriptions, which were made before that to slots, are there. */
const FIRST_SLOTS = 2

/**
 * Listens to one node. When its slots stop, or are far behind, it switches to the next node, or reconnects if there is
 * only one.
 */
export class NodeListener {
  #socket: NodeSocket | undefined
  #node = 0
  #lastSlot = 0
  /** When the node last reported a new slot that was not behind. */
  #lastSlotAt = 0
  /** Slots that were reported since the connection opened. */
  #slots = 0
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
    const { nodes, subscribe, onGap, onSlot, isCurrent } = this.options
    this.#socket = new NodeSocket(nodes[this.#node % nodes.length] as SocketAddress, () => {
      this.#slots = 0
      onGap()
    })
    this.#lastSlotAt = Date.now()
    this.#lastSlot = 0
    subscribe(this.#socket.connection)
    this.#socket.connection.onSlotChange(({ slot }) => {
      if (slot > this.#lastSlot && isCurrent(slot)) this.#lastSlotAt = Date.now()
      this.#lastSlot = slot
      onSlot?.(slot)
      this.#slots += 1
      if (this.#slots === FIRST_SLOTS) onGap()
    })
  }

  #check(): void {
    const { silenceMs, isCurrent, onError } = this.options
    const silence = Date.now() - this.#lastSlotAt
    if (silence < silenceMs) return
    const what = this.#lastSlot > 0 && !isCurrent(this.#lastSlot) ? 'slots behind the latest' : 'no slot'
    onError(new Error(`${what} for ${Math.round(silence / 1_000)} s`), 'node stopped reporting slots')
    this.#socket?.close()
    this.#node += 1
    this.#listen()
  }
}
