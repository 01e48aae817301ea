import { type AccountInfo, type Connection, type PublicKey, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'

/** The most addresses that one call can ask for. */
const BATCH = 100

/** The most reads at once: if one hangs, the next may be answered. */
const MAX_READS = 3

/** The chain's clock and the accounts whose state may decide a market at any moment, as they were last read. */
export class WatchedAccounts {
  #accounts = new Map<string, AccountInfo<Buffer>>()
  #unixSecond = 0n
  #reads = 0

  constructor(private readonly connection: Connection) {}

  /** The time that the program sees, in unix seconds; 0 before it was read. */
  get unixSecond(): bigint {
    return this.#unixSecond
  }

  /** A watched account, if it exists. */
  get(address: PublicKey): AccountInfo<Buffer> | undefined {
    return this.#accounts.get(address.toBase58())
  }

  /**
   * Reads the clock and these accounts, which become the watched ones.
   *
   * @returns whether anything has changed
   */
  async read(addresses: readonly PublicKey[]): Promise<boolean> {
    if (this.#reads >= MAX_READS) return false
    this.#reads += 1
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
      this.#reads -= 1
    }
  }

  /**
   * Reads only the clock.
   *
   * @returns whether it has advanced
   */
  async readClock(): Promise<boolean> {
    const clock = await this.connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, 'processed')
    const unixSecond = clock?.data.readBigInt64LE(32) ?? 0n
    if (unixSecond <= this.#unixSecond) return false
    this.#unixSecond = unixSecond
    return true
  }

  /** Takes an answer, unless a newer one has overtaken it. */
  #take(found: Map<string, AccountInfo<Buffer>>): boolean {
    const clock = found.get(SYSVAR_CLOCK_PUBKEY.toBase58())
    const unixSecond = clock?.data.readBigInt64LE(32)
    if (unixSecond === undefined || unixSecond < this.#unixSecond) return false
    this.#unixSecond = unixSecond
    this.#accounts = found
    return true
  }
}
