import { TransactionExpiredError, TransactionUnconfirmedError } from '@prediction-market/sdk'
import type { Connection, SignatureStatus, TransactionError } from '@solana/web3.js'

/** A signed transaction. */
export interface Flight {
  signature: string
  wire: Uint8Array
  /** The last block that can take it in. */
  lastValidBlockHeight: number
}

/** How a transaction ended that a block has taken in. */
export interface Landing {
  slot: number
  err: TransactionError | null
}

interface InAir extends Flight {
  sentAt: number
  broadcastAt: number
  subscription: number | undefined
  /** Whether its last block had passed when it was looked for; it is looked for once more. */
  isLate: boolean
  land: (landing: Landing) => void
  fail: (error: Error) => void
}

/** How often those are asked after that nothing was heard of. */
const POLL_MS = 500
const REBROADCAST_MS = 2_000

/** Where no node answers for so long, whoever waits must look at the accounts again and decide anew. */
const PATIENCE_MS = 120_000

/** Signatures that one call may ask for. */
const BATCH = 256

/**
 * Transactions on their way. Each is broadcast again and again until it is confirmed or can no longer be. A
 * subscription tells of it at once; behind it, one call asks after all of them.
 */
export class Flights {
  readonly #inAir = new Map<string, InAir>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  /**
   * @param listener - a connection whose websocket is listened to
   * @param onError - told when a node does not answer; asking goes on
   */
  constructor(
    private readonly connection: Connection,
    private readonly listener: Connection,
    private readonly onError: (error: Error) => void,
  ) {}

  /** How many are on their way. */
  get size(): number {
    return this.#inAir.size
  }

  /**
   * Sends a transaction and waits for a block with it to be confirmed.
   *
   * @throws TransactionExpiredError if no block took it in, TransactionUnconfirmedError if nobody could tell
   */
  send(flight: Flight): Promise<Landing> {
    if (this.#stopped) return Promise.reject(new Error('The keeper was stopped'))
    return new Promise((land, fail) => {
      const now = Date.now()
      const inAir = { ...flight, sentAt: now, broadcastAt: now, subscription: undefined, isLate: false }
      this.#inAir.set(flight.signature, { ...inAir, land, fail })
      this.#listen(flight.signature)
      this.#broadcast(flight)
      this.#timer ??= setTimeout(() => this.#poll(), POLL_MS)
    })
  }

  /** Gives up waiting; what was sent may be confirmed all the same. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    for (const { signature, fail } of this.#inAir.values()) fail(new TransactionUnconfirmedError(signature))
    this.#inAir.clear()
  }

  #listen(signature: string): void {
    const flight = this.#inAir.get(signature) as InAir
    flight.subscription = this.listener.onSignature(
      signature,
      ({ err }, { slot }) => {
        flight.subscription = undefined
        this.#land(flight, { slot, err })
      },
      'confirmed',
    )
  }

  /** Whatever a node has against it now, the status and the block height decide. */
  #broadcast({ wire }: Flight): void {
    const options = { skipPreflight: true, maxRetries: 0 }
    this.connection.sendRawTransaction(wire, options).catch(() => undefined)
  }

  async #poll(): Promise<void> {
    const flights = [...this.#inAir.values()]
    try {
      for (let start = 0; start < flights.length; start += BATCH) {
        await this.#ask(flights.slice(start, start + BATCH))
      }
    } catch (error) {
      this.onError(error as Error)
      for (const flight of flights) {
        if (Date.now() - flight.sentAt < PATIENCE_MS) continue
        this.#fail(flight, new TransactionUnconfirmedError(flight.signature, { cause: error }))
      }
    }
    const isOver = this.#stopped || this.#inAir.size === 0
    this.#timer = isOver ? undefined : setTimeout(() => this.#poll(), POLL_MS)
  }

  async #ask(flights: readonly InAir[]): Promise<void> {
    const { value } = await this.connection.getSignatureStatuses(flights.map(({ signature }) => signature))
    const unknown = flights.filter((flight, index) => !this.#takeStatus(flight, value[index] ?? null))
    if (unknown.length === 0) return
    const height = await this.connection.getBlockHeight('confirmed')
    const now = Date.now()
    for (const flight of unknown) {
      // What is unknown when asked for after its last block never will be known.
      if (flight.isLate) {
        this.#fail(flight, new TransactionExpiredError(flight.signature))
        continue
      }
      flight.isLate = height > flight.lastValidBlockHeight
      if (now - flight.broadcastAt < REBROADCAST_MS) continue
      flight.broadcastAt = now
      this.#broadcast(flight)
    }
  }

  /** @returns whether a block has taken it in */
  #takeStatus(flight: InAir, status: SignatureStatus | null): boolean {
    const isSure = status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized'
    if (status && isSure) this.#land(flight, { slot: status.slot, err: status.err })
    return status !== null
  }

  #land(flight: InAir, landing: Landing): void {
    if (this.#forget(flight)) flight.land(landing)
  }

  #fail(flight: InAir, error: Error): void {
    if (this.#forget(flight)) flight.fail(error)
  }

  #forget({ signature, subscription }: InAir): boolean {
    if (subscription !== undefined) {
      this.listener.removeSignatureListener(subscription).catch(() => undefined)
    }
    return this.#inAir.delete(signature)
  }
}
