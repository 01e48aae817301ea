import type { Keypair } from '@solana/web3.js'

/** How long a payer without funds is left out. */
const DRY_MS = 60_000

/** Those who pay for transactions, in turn: each transaction locks its payer, so several get more done. */
export class Payers {
  /** Until when each is left out, by place. */
  readonly #dryUntil: number[]
  #next = 0

  /**
   * @throws Error if there is none
   */
  constructor(readonly keys: readonly Keypair[]) {
    if (keys.length === 0) throw new Error('A keeper needs at least one key that pays for its transactions')
    this.#dryUntil = keys.map(() => 0)
  }

  /** The next one that has funds, as far as is known; the next one if none has. */
  take(): Keypair {
    const { length } = this.keys
    const now = Date.now()
    for (let step = 0; step < length; step++) {
      const index = (this.#next + step) % length
      if ((this.#dryUntil[index] ?? 0) > now) continue
      this.#next = index + 1
      return this.keys[index] as Keypair
    }
    return this.keys[this.#next++ % length] as Keypair
  }

  /** Leaves a payer out for a while, because it could not pay. */
  leaveOut(payer: Keypair): void {
    this.#dryUntil[this.keys.indexOf(payer)] = Date.now() + DRY_MS
  }
}
