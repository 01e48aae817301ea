import type { PublicKey } from '@solana/web3.js'
import type { SocketAddress } from '../gateway/book/follower.ts'
import { NodeSocket } from '../gateway/chain/socket.ts'

/** What is listened to. */
export interface ListenerOptions {
  programId: PublicKey
  /** Nodes to listen to, the preferred one first. */
  nodes: readonly [SocketAddress, ...SocketAddress[]]
  /** How long a node may report no slot before the next one is listened to. */
  silenceMs: number
  /** Called when there is something new, and when something may have been missed. */
  onNews: () => void
  onError: (error: Error, what: string) => void
}

/** How often the subscription is looked after. */
const WATCH_MS = 1_000

/** Hears of the program's transactions from one node, and moves on to the next one when it falls silent. */
export class LogListener {
  #socket: NodeSocket | undefined
  #node = 0
  #heardAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: ListenerOptions) {}

  start(): void {
    this.#listen()
    this.#timer = setInterval(() => this.#watch(), WATCH_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#socket?.close()
  }

  #listen(): void {
    const { programId, nodes, onNews } = this.options
    const { rpcUrl, wsUrl } = nodes[this.#node % nodes.length] as SocketAddress
    const socket = new NodeSocket(rpcUrl, wsUrl, onNews)
    this.#socket = socket
    this.#heardAt = Date.now()
    socket.connection.onLogs(programId, onNews, 'confirmed')
    socket.connection.onSlotChange(() => {
      this.#heardAt = Date.now()
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
