import { marketFilters } from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import { NodeListener } from '../chain/node-listener.ts'
import type { Nodes } from '../chain/socket.ts'
import type { ChainState } from '../chain/state.ts'
import { CoalescedTask } from '../runtime/coalesced-task.ts'
import type { BookLoader } from './loader.ts'

/** Settings of a follower. */
export interface FollowerOptions {
  loader: BookLoader
  state: ChainState
  programId: PublicKey
  nodes: Nodes
  /** How often to read all markets again. */
  reconcileMs: number
  /** How long a node may report no slot before the next one is listened to. */
  silenceMs: number
  onError: (error: Error, what: string) => void
}

/**
 * Keeps the book current: subscribes to a node, and reads all markets again on a timer and after each connection,
 * because changes before it were missed.
 */
export class BookFollower {
  readonly #listener: NodeListener
  readonly #reconciliation: CoalescedTask
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: FollowerOptions) {
    const { loader, state, nodes, silenceMs, onError } = options
    this.#reconciliation = new CoalescedTask(
      () => loader.reconcile(),
      (error) => onError(error, 'could not reconcile the book'),
    )
    this.#listener = new NodeListener({
      nodes,
      silenceMs,
      onError,
      subscribe: (connection) => this.#subscribe(connection),
      onOpen: () => this.#reconciliation.request(),
      onSlot: (slot) => state.sawSlot(slot),
    })
  }

  start(): void {
    this.#listener.start()
    this.#timer = setInterval(() => this.#reconciliation.request(), this.options.reconcileMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#listener.stop()
    await this.#reconciliation.stop()
  }

  #subscribe(connection: Connection): void {
    const { loader, programId, onError } = this.options
    connection.onProgramAccountChange(
      programId,
      ({ accountId, accountInfo }) => {
        loader
          .update(accountId, accountInfo)
          .catch((error) => onError(error, 'could not update a market of the book'))
      },
      { commitment: 'confirmed', filters: marketFilters() },
    )
  }
}
