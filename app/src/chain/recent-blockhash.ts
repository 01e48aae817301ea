// Caches a recent blockhash.

import type { BlockhashWithExpiryBlockHeight, Connection } from '@solana/web3.js'
import type { ChainState } from './state.ts'

/** Slots for which a blockhash is reused: a small part of the 150 blocks in which it is valid. */
const MAX_AGE_SLOTS = 12

/** Milliseconds for which it is reused before slots are measured. */
const FIRST_AGE_MS = 1_000

/** A cached recent blockhash. */
export class RecentBlockhash {
  #fetched: Promise<BlockhashWithExpiryBlockHeight> | undefined
  #fetchedAt = 0
  #fetchedSlot = 0

  constructor(
    private readonly connection: Connection,
    private readonly state: Pick<ChainState, 'slot' | 'slotMs'>,
  ) {}

  get(): Promise<BlockhashWithExpiryBlockHeight> {
    const { slot, slotMs } = this.state
    const maxAge = slotMs === null ? FIRST_AGE_MS : MAX_AGE_SLOTS * slotMs
    // Slots may stop being reported, and a localnet's can jump.
    const isRecent = Date.now() - this.#fetchedAt < maxAge && slot - this.#fetchedSlot <= MAX_AGE_SLOTS
    if (this.#fetched && isRecent) return this.#fetched
    const fetched = this.connection.getLatestBlockhash('confirmed')
    this.#fetched = fetched
    this.#fetchedAt = Date.now()
    this.#fetchedSlot = slot
    fetched.catch(() => {
      if (this.#fetched === fetched) this.#fetched = undefined
    })
    return fetched
  }
}
