import type { BlockhashWithExpiryBlockHeight, Connection } from '@solana/web3.js'

/** How long a blockhash is reused; it is valid for about a minute. */
const MAX_AGE_MS = 5_000

/** A cached recent blockhash. */
export class RecentBlockhash {
  #fetched: Promise<BlockhashWithExpiryBlockHeight> | undefined
  #fetchedAt = 0

  constructor(private readonly connection: Connection) {}

  get(): Promise<BlockhashWithExpiryBlockHeight> {
    if (this.#fetched && Date.now() - this.#fetchedAt < MAX_AGE_MS) return this.#fetched
    const fetched = this.connection.getLatestBlockhash('confirmed')
    this.#fetched = fetched
    this.#fetchedAt = Date.now()
    fetched.catch(() => {
      if (this.#fetched === fetched) this.#fetched = undefined
    })
    return fetched
  }
}
