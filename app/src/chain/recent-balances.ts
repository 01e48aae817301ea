import type { Connection, PublicKey } from '@solana/web3.js'

/**
 * Lamports of accounts, as of the last read. Asking never waits for a node: if the last read is old, it starts the next
 * one. While no node answers, the last values stay.
 */
export class RecentBalances {
  readonly #lamports = new Map<string, number>()
  #askedAt = 0

  /** @param freshMs - milliseconds after which a balance is read again when it is next requested */
  constructor(
    private readonly connection: Connection,
    private readonly addresses: readonly PublicKey[],
    private readonly freshMs = 30_000,
  ) {
    this.#refresh()
  }

  /** Lamports of an account; `undefined` before the first read. */
  of(address: PublicKey): number | undefined {
    if (Date.now() - this.#askedAt > this.freshMs) this.#refresh()
    return this.#lamports.get(address.toBase58())
  }

  #refresh(): void {
    if (this.addresses.length === 0) return
    this.#askedAt = Date.now()
    this.connection
      .getMultipleAccountsInfo([...this.addresses], 'confirmed')
      .then((accounts) => {
        for (const [index, address] of this.addresses.entries()) {
          this.#lamports.set(address.toBase58(), accounts[index]?.lamports ?? 0)
        }
      })
      .catch(() => {})
  }
}
