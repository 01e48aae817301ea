import { marketFilters } from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import { NodeListener } from '../chain/node-listener.ts'
import type { Nodes } from '../chain/socket.ts'
import type { ChainState } from '../chain/state.ts'
import type { BookLoader } from './loader.ts'

/** How a book is kept current. */
export interface FollowerOptions {
  loader: BookLoader
  state: ChainState
  programId: PublicKey
  nodes: Nodes
  /** How often everything is read again. */
  reconcileMs: number
  /** How long a node may report no slot before the next one is listened to. */
  silenceMs: number
  onError: (error: Error, what: string) => void
}

/**
 * Keeps the book current: listens to a node, and reads everything again on a timer and whenever a connection was
 * opened, for what happened in between was missed.
 */
export class BookFollower {
  readonly #listener: NodeListener
  #reconciling: Promise<void> | undefined
  #again = false
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(private readonly options: FollowerOptions) {
    const { state, nodes, silenceMs, onError } = options
    this.#listener = new NodeListener({
      ...{ nodes, silenceMs, onError },
      subscribe: (connection) => this.#subscribe(connection),
      onOpen: () => this.#reconcile(),
      onSlot: (slot) => state.sawSlot(slot),
    })
  }

  start(): void {
    this.#listener.start()
    this.#timer = setInterval(() => this.#reconcile(), this.options.reconcileMs).unref()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    this.#listener.stop()
    await this.#reconciling
  }

  #subscribe(connection: Connection): void {
    const { loader, programId, onError } = this.options
    connection.onProgramAccountChange(
      programId,
      ({ accountId, accountInfo }) => {
        loader.take(accountId, accountInfo).catch((error) => onError(error, 'a change was not taken in'))
      },
      { commitment: 'confirmed', filters: marketFilters() },
    )
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
