import { type AccountInfo, type Connection, type PublicKey, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'

/** Addresses that one call may ask for. */
const BATCH = 100

/** Readings that may be under way at once: where one is not answered, the next is. */
const MAX_READINGS = 3

/** The chain's clock, and the accounts whose state may decide a market at any moment, as they were last read. */
export class WatchedAccounts {
  #accounts = new Map<string, AccountInfo<Buffer>>()
  #unixSecond = 0n
  #readings = 0

  constructor(private readonly connection: Connection) {}

  /** The time that the program sees, in unix seconds, when it was last read; 0 before. */
  get unixSecond(): bigint {
    return this.#unixSecond
  }

  /** An account, if it is watched and there is one. */
  get(address: PublicKey): AccountInfo<Buffer> | undefined {
    return this.#accounts.get(address.toBase58())
  }

  /**
   * Reads the clock and these accounts, which are then those that are watched.
   *
   * @returns whether there is anything new
   */
  async read(addresses: readonly PublicKey[]): Promise<boolean> {
    if (this.#readings >= MAX_READINGS) return false
    this.#readings += 1
    try {
      const all = [SYSVAR_CLOCK_PUBKEY, ...addresses]
      const found = new Map<string, AccountInfo<Buffer>>()
      for (let start = 0; start < all.length; start += BATCH) {
        const batch = all.slice(start, start + BATCH)
        const accounts = await this.connection.getMultipleAccountsInfo(batch, 'processed')
        batch.forEach((address, index) => {
          const account = accounts[index]
          if (account) found.set(address.toBase58(), account)
        })
      }
      return this.#take(found)
    } finally {
      this.#readings -= 1
    }
  }

  /**
   * Reads the clock alone.
   *
   * @returns whether it has moved on
   */
  async readClock(): Promise<boolean> {
    const clock = await this.connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, 'processed')
    const unixSecond = clock?.data.readBigInt64LE(32) ?? 0n
    if (unixSecond <= this.#unixSecond) return false
    this.#unixSecond = unixSecond
    return true
  }

  /** Answers overtake each other: what is older than what is known changes nothing. */
  #take(found: Map<string, AccountInfo<Buffer>>): boolean {
    const clock = found.get(SYSVAR_CLOCK_PUBKEY.toBase58())
    const unixSecond = clock?.data.readBigInt64LE(32)
    if (unixSecond === undefined || unixSecond < this.#unixSecond) return false
    this.#unixSecond = unixSecond
    this.#accounts = found
    return true
  }
}
