// Reports changed accounts by subscriptions.

import type { Connection, PublicKey } from '@solana/web3.js'
import { NodeListener, type NodeListenerOptions } from '../chain/node-listener.ts'

export interface NewsOptions
  extends Pick<NodeListenerOptions, 'nodes' | 'silenceMs' | 'isCurrent' | 'onError'> {
  /** Called with the address, in base58, and the slot of a change. */
  onNews: (key: string, slot: number) => void
  /** Called when changes may have been missed. */
  onGap: () => void
}

/** The most subscriptions: providers limit those of a connection. */
const MAX_FOLLOWED = 1_000

/** Milliseconds without a slot after which reports may be missing too. */
const QUIET_MS = 5_000

interface Followed {
  address: PublicKey
  /** Of web3.js. */
  subscription: number
}

/** Hears by subscriptions, one for each account, that accounts have changed. How they have is to be read. */
export class AccountNews {
  readonly #followed = new Map<string, Followed>()
  readonly #listener: NodeListener
  #connection: Connection | undefined
  #slotAt = 0

  constructor(private readonly options: NewsOptions) {
    this.#listener = new NodeListener({
      ...options,
      subscribe: (connection) => this.#subscribeAll(connection),
      onSlot: () => {
        this.#slotAt = Date.now()
      },
    })
  }

  start(): void {
    this.#listener.start()
  }

  stop(): void {
    this.#listener.stop()
  }

  /** Whether changes of the followed accounts are reported at the moment. */
  get isLive(): boolean {
    return Date.now() - this.#slotAt < QUIET_MS
  }

  get size(): number {
    return this.#followed.size
  }

  /** Follows an account, unless there are too many. */
  follow(address: PublicKey): void {
    const key = address.toBase58()
    if (!this.#connection || this.#followed.has(key) || this.#followed.size >= MAX_FOLLOWED) return
    this.#followed.set(key, { address, subscription: this.#subscribe(this.#connection, address) })
  }

  unfollow(address: PublicKey): void {
    const key = address.toBase58()
    const followed = this.#followed.get(key)
    if (!followed) return
    this.#followed.delete(key)
    this.#connection?.removeAccountChangeListener(followed.subscription).catch((error: Error) => {
      this.options.onError(error, 'could not end a subscription')
    })
  }

  #subscribeAll(connection: Connection): void {
    this.#connection = connection
    for (const followed of this.#followed.values()) {
      followed.subscription = this.#subscribe(connection, followed.address)
    }
  }

  #subscribe(connection: Connection, address: PublicKey): number {
    const key = address.toBase58()
    const { onNews } = this.options
    return connection.onAccountChange(address, (_, { slot }) => onNews(key, slot), {
      commitment: 'processed',
    })
  }
}
