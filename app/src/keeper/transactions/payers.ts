// The keys that pay for the keeper's transactions, used in turn.

import type { Keypair } from '@solana/web3.js'
import type { RecentBalances } from '../../chain/recent-balances.ts'

export interface PayerBalance {
  /** In base58. */
  address: string
  lamports: number
  /** Whether it should be topped up. */
  isLow: boolean
}

/** Lamports below which a payer is low, by default: the fees of 10,000 signatures. */
export const MIN_BALANCE = 50_000_000

/**
 * The balances of those payers that have been read, as of the last read.
 *
 * @param minimum - lamports below which one is low
 */
export function payerBalances(
  recent: RecentBalances,
  payers: readonly Keypair[],
  minimum = MIN_BALANCE,
): PayerBalance[] {
  return payers.flatMap(({ publicKey }) => {
    const lamports = recent.of(publicKey)
    if (lamports === undefined) return []
    return [{ address: publicKey.toBase58(), lamports, isLow: lamports < minimum }]
  })
}

/** How long a payer without funds is left out. */
const LEFT_OUT_MS = 60_000

/** Fee payers, used in turn: a transaction locks its payer, so several payers allow more at once. */
export class Payers {
  /** Until when each payer is left out, in the order of `keys`. */
  readonly #leftOutUntil: number[]
  #next = 0

  /**
   * @throws Error if there is none
   */
  constructor(readonly keys: readonly Keypair[]) {
    if (keys.length === 0) throw new Error('The keeper needs at least one payer')
    this.#leftOutUntil = keys.map(() => 0)
  }

  /** The next payer that is not left out; simply the next one if all are. */
  take(): Keypair {
    const { length } = this.keys
    const now = Date.now()
    for (let step = 0; step < length; step++) {
      const index = (this.#next + step) % length
      if ((this.#leftOutUntil[index] ?? 0) > now) continue
      this.#next = index + 1
      return this.keys[index] as Keypair
    }
    return this.keys[this.#next++ % length] as Keypair
  }

  /** Leaves out a payer that could not pay, for a minute. */
  leaveOut(payer: Keypair): void {
    this.#leftOutUntil[this.keys.indexOf(payer)] = Date.now() + LEFT_OUT_MS
  }
}
