import { type Config, decodeConfig, findConfig } from '@prediction-market/sdk'
import { type Connection, type PublicKey, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'

/** Milliseconds between two reads of the clock and the configuration. */
const POLL_MS = 2_000

/** Milliseconds of a slot. */
const SLOT_MS = 400

/** The chain's clock and the program's configuration, read on a timer so that no request has to. */
export class ChainState {
  #config: Config | undefined
  #head = { slot: 0, unixSecond: 0n, readAt: 0, readSlot: 0 }
  /** The latest slot that the subscription reported. */
  #seenSlot = 0
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly connection: Connection,
    private readonly programId: PublicKey,
    private readonly onError: (error: Error) => void,
  ) {}

  /**
   * Reads both, now and then on a timer.
   *
   * @throws Error if the program is not set up on this chain
   */
  async start(): Promise<void> {
    await this.#read()
    this.#timer = setInterval(() => {
      this.#read().catch(this.onError)
    }, POLL_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The time that the program sees, in unix seconds. */
  now(): bigint {
    const { unixSecond, readAt } = this.#head
    return unixSecond + BigInt(Math.floor((Date.now() - readAt) / 1_000))
  }

  get config(): Config {
    if (!this.#config) throw new Error('The configuration has not been read yet')
    return this.#config
  }

  /** The latest slot of the node. */
  get slot(): number {
    return Math.max(this.#head.slot, this.#seenSlot)
  }

  /** Records a slot that the subscription reported. */
  sawSlot(slot: number): void {
    this.#seenSlot = slot
  }

  /** Slots that the book may be behind: those that the node has and the subscription has not reported. */
  lag(): number {
    const missing = this.#head.slot - this.#seenSlot
    // If the node does not answer, its slots are estimated.
    const unread = Math.floor((Date.now() - this.#head.readAt - 2 * POLL_MS) / SLOT_MS)
    return Math.max(0, missing) + Math.max(0, unread)
  }

  async #read(): Promise<void> {
    const addresses = [SYSVAR_CLOCK_PUBKEY, findConfig(this.programId)]
    const { context, value } = await this.connection.getMultipleAccountsInfoAndContext(addresses, 'processed')
    // A response of a node that lags behind the one before it says nothing new.
    if (context.slot < this.#head.readSlot) return
    const [clock, config] = value
    if (!clock) throw new Error('The node has no clock account')
    if (!config?.owner.equals(this.programId)) {
      throw new Error(`The program ${this.programId.toBase58()} is not set up on this chain`)
    }
    this.#config = decodeConfig(config.data)
    this.#head = {
      slot: Number(clock.data.readBigUInt64LE(0)),
      unixSecond: clock.data.readBigInt64LE(32),
      readAt: Date.now(),
      readSlot: context.slot,
    }
  }
}
