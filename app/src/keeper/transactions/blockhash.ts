import type { BlockhashWithExpiryBlockHeight, Connection } from '@solana/web3.js'

/** How long a blockhash is used; it would be good for a minute. */
const FRESH_MS = 5_000

/** A recent blockhash for all who need one, fetched when the last one has grown old. */
export class RecentBlockhash {
  #fetched: Promise<BlockhashWithExpiryBlockHeight> | undefined
  #fetchedAt = 0

  constructor(private readonly connection: Connection) {}

  get(): Promise<BlockhashWithExpiryBlockHeight> {
    if (this.#fetched && Date.now() - this.#fetchedAt < FRESH_MS) return this.#fetched
    const fetched = this.connection.getLatestBlockhash('confirmed')
    this.#fetched = fetched
    this.#fetchedAt = Date.now()
    fetched.catch(() => {
      if (this.#fetched === fetched) this.#fetched = undefined
    })
    return fetched
  }
}
