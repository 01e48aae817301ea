// Attempts to open and cancel rounds, one at a time for each market.

import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import type { MarketBook } from '../../book/book.ts'
import type { BookLoader } from '../../book/loader.ts'
import { isInShard, type Shard } from '../shard.ts'
import type { Sender } from '../transactions/sender.ts'

export interface AttemptOptions {
  /** Signs and pays. */
  wallet: Keypair
  sender: Sender
  book: MarketBook
  loader: BookLoader
  /** The share of the markets that this keeper takes first; all by default. */
  shard?: Shard | undefined
  /** Called when an attempt fails; it is retried. */
  onError: (error: Error, market: string) => void
}

/** The market that an attempt opens or cancels. */
export interface Target {
  id: string
  address: PublicKey
}

/** Milliseconds until a retry, and until the first attempt at a market of another shard. */
const RETRY_MS = 2_000
const LEFT_MS = 5_000

/** Attempts to open and cancel markets: one at a time for each, retried after a pause, harmless if repeated. */
export class Attempts {
  /** By the id of the market. */
  readonly #running = new Map<string, Promise<void>>()
  /** The unix millisecond from which on a market is attempted, by its id. */
  readonly #notBefore = new Map<string, number>()

  constructor(private readonly options: AttemptOptions) {}

  /**
   * Sends the instructions of `build` and reads the market again, unless an attempt is running or has just ended. If it
   * fails because somebody else was faster, the market is in the wanted state.
   */
  make(market: Target, build: () => Promise<TransactionInstruction[]>, onDone = () => {}): void {
    const { id } = market
    if (this.#running.has(id) || Date.now() < this.#firstAt(market)) return
    const running = this.#send(market, build)
      .then((isDone) => {
        if (isDone) onDone()
      })
      .catch((error: Error) => this.options.onError(error, id))
      .finally(() => {
        this.#running.delete(id)
        this.#notBefore.set(id, Date.now() + RETRY_MS)
      })
    this.#running.set(id, running)
  }

  /** Forgets a market that is no longer attempted. */
  forget(id: string): void {
    this.#notBefore.delete(id)
  }

  /** Resolves once nothing is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  /** @returns whether this attempt opened or cancelled the market */
  async #send({ id, address }: Target, build: () => Promise<TransactionInstruction[]>): Promise<boolean> {
    const { wallet, sender, book, loader } = this.options
    const wasThere = book.get(id) !== undefined
    const failure = await build()
      .then((instructions) => sender.send({ instructions }, wallet))
      .then(
        () => null,
        (error: Error) => error,
      )
    await loader.refresh([address])
    const isThere = book.get(id) !== undefined
    if (failure && isThere === wasThere) throw failure
    return failure === null
  }

  /** When to attempt a market first: one of another shard is left to its own keeper for a while. */
  #firstAt({ id, address }: Target): number {
    const { shard } = this.options
    const known = this.#notBefore.get(id)
    if (known !== undefined) return known
    const first = !shard || isInShard(address, shard) ? 0 : Date.now() + LEFT_MS
    this.#notBefore.set(id, first)
    return first
  }
}
