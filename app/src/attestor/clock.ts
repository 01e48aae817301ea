// The chain's clock as the attestor reads it.

import { type Connection, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'

/** A slot and its block time. */
export interface ChainTime {
  slot: number
  unixSecond: number
}

/** The chain's clock, as an attestor sees it. */
export interface AttestorClock {
  /** The time of the latest slot that was seen. The chain may be ahead of it. */
  readonly now: ChainTime
  read(): Promise<ChainTime>
}

/** Milliseconds between two reads. */
const POLL_MS = 500

/** The clock of the latest confirmed slot, read on a timer. It is never ahead of the chain. */
export class ConfirmedClock implements AttestorClock {
  #now: ChainTime
  #timer: NodeJS.Timeout | undefined

  private constructor(
    private readonly connection: Connection,
    private readonly onError: (error: Error) => void,
    start: ChainTime,
  ) {
    this.#now = start
  }

  /**
   * Starts following the clock.
   *
   * @param onError - called when the clock cannot be read
   * @throws Error if it cannot be read now
   */
  static async start(connection: Connection, onError: (error: Error) => void): Promise<ConfirmedClock> {
    const clock = new ConfirmedClock(connection, onError, await readClock(connection))
    clock.#poll()
    return clock
  }

  get now(): ChainTime {
    return this.#now
  }

  async read(): Promise<ChainTime> {
    const time = await readClock(this.connection)
    // Another node may be behind the one that answered before.
    if (time.slot > this.#now.slot) this.#now = time
    return this.#now
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #poll(): void {
    const timer = setTimeout(async () => {
      await this.read().catch(this.onError)
      if (this.#timer === timer) this.#poll()
    }, POLL_MS).unref()
    this.#timer = timer
  }
}

/** Reads the clock as programs see it. */
export async function readClock(connection: Connection): Promise<ChainTime> {
  const account = await connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, 'confirmed')
  if (!account) throw new Error('The node has no clock account')
  return {
    slot: Number(account.data.readBigUInt64LE(0)),
    unixSecond: Number(account.data.readBigInt64LE(32)),
  }
}
