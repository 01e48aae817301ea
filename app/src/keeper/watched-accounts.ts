// Reads the chain's clock and the accounts whose state may decide a market.

import { type AccountInfo, type Connection, type PublicKey, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'
import { type Valued, ValueTurns } from '../book/market-value.ts'
import { AccountNews, type NewsOptions } from './account-news.ts'

/** The most addresses that one call can ask for. */
const BATCH = 100

/** The most reads at once: if one hangs, the next may be answered. */
const MAX_READS = 3

/** A watched account as it was last read. */
interface Watched extends Valued {
  /** In base58. */
  key: string
  address: PublicKey
  /** The slot that it was read at; -1 before. */
  slot: number
  account: AccountInfo<Buffer> | null
}

/** A report of a change that was not read yet. */
interface News {
  slot: number
}

/**
 * The chain's clock and the accounts whose state may decide a market at any moment, as they were last read. One call
 * asks for the most valuable and for others in turn, or for those of which a change was reported. Each keeps the slot
 * that it was read at, so that a late answer never replaces a newer state.
 */
export class WatchedAccounts {
  readonly #watched = new Map<string, Watched>()
  readonly #turns = new ValueTurns<Watched>()
  /** By account in base58. */
  readonly #news = new Map<string, News>()
  #listener: AccountNews | undefined
  #unixSecond = 0n
  #reads = 0

  constructor(private readonly connection: Connection) {}

  /** Follows the accounts by subscriptions too, until it is stopped. */
  follow(options: Omit<NewsOptions, 'onNews' | 'onGap'>): { stop(): void } {
    const listener = new AccountNews({
      ...options,
      onNews: (key, slot) => this.#report(key, slot),
      onGap: () => {
        for (const key of this.#watched.keys()) this.#report(key, 0)
      },
    })
    listener.start()
    for (const { address } of this.#watched.values()) listener.follow(address)
    this.#listener = listener
    return listener
  }

  /** Whether changes of all accounts are reported, so that they need not be read all the time. */
  get areFollowed(): boolean {
    const { isLive = false, size = 0 } = this.#listener ?? {}
    return isLive && size >= this.#watched.size
  }

  /** Whether accounts have news that were not read. */
  get hasNews(): boolean {
    return this.#news.size > 0
  }

  /** The time that the program sees, in unix seconds; 0 before it was read. */
  get unixSecond(): bigint {
    return this.#unixSecond
  }

  /** The number of accounts that the next read asks for. */
  get batch(): number {
    return Math.min(this.#watched.size, BATCH - 1)
  }

  /** A watched account, if it exists and was read. */
  get(address: PublicKey): AccountInfo<Buffer> | undefined {
    return this.#watched.get(address.toBase58())?.account ?? undefined
  }

  /** @param value - the value of its markets, in lamports */
  watch(address: PublicKey, value = 0n): void {
    const key = address.toBase58()
    const known = this.#watched.get(key)
    if (known) known.value = value
    else this.#watched.set(key, { key, address, value, slot: -1, account: null })
    this.#listener?.follow(address)
    if (!known) this.#report(key, 0)
  }

  unwatch(address: PublicKey): void {
    const key = address.toBase58()
    this.#watched.delete(key)
    this.#news.delete(key)
    this.#listener?.unfollow(address)
  }

  /**
   * Reads the clock and the accounts whose turn it is.
   *
   * @returns the addresses of those that have changed, in base58; `null` if too many reads are running
   */
  readNext(): Promise<string[] | null> {
    return this.#read(this.#turns.take(this.#watched, BATCH - 1))
  }

  /** The same for accounts that have news. */
  readNews(): Promise<string[] | null> {
    const asked: Watched[] = []
    for (const key of this.#news.keys()) {
      const watched = this.#watched.get(key)
      if (watched) asked.push(watched)
      if (asked.length === BATCH - 1) break
    }
    return this.#read(asked)
  }

  #report(key: string, slot: number): void {
    if (this.#listener && this.#watched.has(key)) this.#news.set(key, { slot })
  }

  async #read(asked: readonly Watched[]): Promise<string[] | null> {
    if (this.#reads >= MAX_READS) return null
    // What is reported while the node answers may not be in its answer.
    const news = asked.map(({ key }) => this.#news.get(key))
    this.#reads += 1
    try {
      const addresses = [SYSVAR_CLOCK_PUBKEY, ...asked.map(({ address }) => address)]
      const { context, value } = await this.connection.getMultipleAccountsInfoAndContext(
        addresses,
        'processed',
      )
      const [clock, ...accounts] = value
      this.#takeClock(clock)
      for (const [index, { key }] of asked.entries()) {
        const reported = news[index]
        // Another node may have reported it than the one that answers.
        if (reported && reported === this.#news.get(key) && context.slot >= reported.slot)
          this.#news.delete(key)
      }
      return asked
        .filter((watched, index) => this.#take(watched, accounts[index] ?? null, context.slot))
        .map(({ key }) => key)
    } finally {
      this.#reads -= 1
    }
  }

  async readClock(): Promise<void> {
    this.#takeClock(await this.connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, 'processed'))
  }

  #takeClock(clock: AccountInfo<Buffer> | null | undefined): void {
    const unixSecond = clock?.data.readBigInt64LE(32) ?? 0n
    if (unixSecond > this.#unixSecond) this.#unixSecond = unixSecond
  }

  /** @returns whether the account has changed */
  #take(watched: Watched, account: AccountInfo<Buffer> | null, slot: number): boolean {
    if (slot < watched.slot) return false
    const isFirst = watched.slot < 0
    const known = watched.account
    watched.slot = slot
    watched.account = account
    if (!known || !account) return isFirst || known !== account
    return !known.data.equals(account.data) || !known.owner.equals(account.owner)
  }
}
