import { marketFilters } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { NodeSocket } from '../chain/socket.ts'
import type { ChainState } from '../chain/state.ts'
import type { BookLoader } from './loader.ts'

/** Where to listen. */
export interface SocketAddress {
  rpcUrl: string
  wsUrl: string
}

/** How a book is kept current. */
export interface FollowerOptions {
  loader: BookLoader
  state: ChainState
  programId: PublicKey
  /** Nodes to listen to, the preferred one first. */
  nodes: readonly [SocketAddress, ...SocketAddress[]]
  /** How often everything is read again. */
  reconcileMs: number
  /** How long a node may report no slot before the next one is listened to. */
  silenceMs: number
  onError: (error: Error, what: string) => void
}

/** How often the subscription is looked after. */
const WATCH_MS = 1_000

/**
 * Keeps the book current: listens to one node, moves on to the next one when it falls silent, and reads
 * everything again on a timer and whenever a connection was opened, for what happened in between was missed.
 */
export class BookFollower {
  #socket: NodeSocket | undefined
  #node = 0
  #listeningSince = 0
  #reconciling: Promise<void> | undefined
  #again = false
  #timers: NodeJS.Timeout[] = []
  #stopped = false

  constructor(private readonly options: FollowerOptions) {}

  start(): void {
    this.#listen()
    const { reconcileMs } = this.options
    this.#timers = [
      setInterval(() => this.#reconcile(), reconcileMs).unref(),
      setInterval(() => this.#watch(), WATCH_MS).unref(),
    ]
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    this.#socket?.close()
    await this.#reconciling
  }

  #listen(): void {
    const { loader, state, programId, nodes, onError } = this.options
    const { rpcUrl, wsUrl } = nodes[this.#node % nodes.length] as SocketAddress
    const socket = new NodeSocket(rpcUrl, wsUrl, () => this.#reconcile())
    this.#socket = socket
    this.#listeningSince = Date.now()
    socket.connection.onProgramAccountChange(
      programId,
      ({ accountId, accountInfo }) => {
        loader.take(accountId, accountInfo).catch((error) => onError(error, 'a change was not taken in'))
      },
      { commitment: 'confirmed', filters: marketFilters() },
    )
    socket.connection.onSlotChange(({ slot }) => state.sawSlot(slot))
  }

  /** Moves on to the next node, or connects anew where there is but one, if this one has gone silent. */
  #watch(): void {
    const { state, silenceMs, onError } = this.options
    const silence = Math.min(state.silence(), Date.now() - this.#listeningSince)
    if (this.#stopped || silence < silenceMs) return
    onError(new Error(`no slot for ${Math.round(silence / 1_000)} s`), 'the node listened to went silent')
    this.#socket?.close()
    this.#node += 1
    this.#listen()
  }

  /** One at a time; what is asked for meanwhile is done once more afterwards. */
  #reconcile(): void {
    if (this.#stopped) return
    if (this.#reconciling) {
      this.#again = true
      return
    }
    const { loader, onError } = this.options
    this.#reconciling = loader
      .reconcile()
      .catch((error) => onError(error, 'the book was not reconciled'))
      .finally(() => {
        this.#reconciling = undefined
        if (!this.#again) return
        this.#again = false
        this.#reconcile()
      })
  }
}
