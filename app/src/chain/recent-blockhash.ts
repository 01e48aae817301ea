// Caches a recent blockhash.

import type { BlockhashWithExpiryBlockHeight, Connection } from '@solana/web3.js'

/** Slots for which a blockhash is reused: a small part of the 150 blocks in which it is valid. */
const MAX_AGE_SLOTS = 12

/** Milliseconds for which it is reused before slots are measured. */
const FIRST_AGE_MS = 1_000

/** A cached recent blockhash. */
export class RecentBlockhash {
  #fetched: Promise<BlockhashWithExpiryBlockHeight> | undefined
  #fetchedAt = 0

  /** @param slotMs - milliseconds of a slot, as measured */
  constructor(
    private readonly connection: Connection,
    private readonly slotMs: () => number | null,
  ) {}

  get(): Promise<BlockhashWithExpiryBlockHeight> {
    const slotMs = this.slotMs()
    const maxAge = slotMs === null ? FIRST_AGE_MS : MAX_AGE_SLOTS * slotMs
    if (this.#fetched && Date.now() - this.#fetchedAt < maxAge) return this.#fetched
    const fetched = this.connection.getLatestBlockhash('confirmed')
    this.#fetched = fetched
    this.#fetchedAt = Date.now()
    fetched.catch(() => {
      if (this.#fetched === fetched) this.#fetched = undefined
    })
    return fetched
  }
}
