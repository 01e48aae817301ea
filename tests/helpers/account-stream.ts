// A source of accounts for tests that behaves like a Geyser stream.

import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Connection, GetProgramAccountsFilter } from '@solana/web3.js'
import bs58 from 'bs58'
import type { AccountListener, AccountSource } from '../../app/src/chain/account-source.ts'
import type { ProgramAccounts } from '../../app/src/chain/program-accounts.ts'

/** An account as a stream reports it. */
interface Reported {
  data: Buffer
  slot: number
}

/**
 * A source of accounts that behaves like a Geyser stream: it keeps a copy of all accounts of the program, updates it
 * from a node when a test says so, and reports each change.
 */
export class AccountStream implements AccountSource {
  readonly #accounts = new Map<string, Reported>()
  readonly #followers = new Set<{ filters: GetProgramAccountsFilter[]; listener: AccountListener }>()
  #slot = 0

  constructor(private readonly connection: Connection) {}

  async read(filters: GetProgramAccountsFilter[]): Promise<ProgramAccounts> {
    const found = [...this.#accounts].filter(([, { data }]) => matches(data, filters))
    return { slot: this.#slot, accounts: found.map(([address, { data }]) => ({ address, data })) }
  }

  follow(filters: GetProgramAccountsFilter[], listener: AccountListener): { stop(): void } {
    const follower = { filters, listener }
    this.#followers.add(follower)
    listener.onGap()
    return { stop: () => this.#followers.delete(follower) }
  }

  /**
   * Updates the copy from the node.
   *
   * @param isCutOff - whether followers are notified only of a gap
   */
  async catchUp(isCutOff = false): Promise<void> {
    const { context, value } = await this.connection.getProgramAccounts(PROGRAM_ID, { withContext: true })
    this.#slot = context.slot
    const found = new Map(value.map(({ pubkey, account }) => [pubkey.toBase58(), account.data]))
    for (const { listener } of this.#followers) listener.onSlot(context.slot)
    for (const [address, data] of found) {
      const isNew = !this.#accounts.get(address)?.data.equals(data)
      this.#accounts.set(address, { data, slot: context.slot })
      if (isNew && !isCutOff) this.#report(address, data, data)
    }
    for (const [address, { data }] of this.#accounts) {
      if (found.has(address)) continue
      this.#accounts.delete(address)
      if (!isCutOff) this.#report(address, data, null)
    }
    if (isCutOff) this.cutOff()
  }

  /** Reports a slot that is so many after the last one, and no change. */
  pass(slots: number): void {
    for (const { listener } of this.#followers) listener.onSlot(this.#slot + slots)
  }

  /** Tells those who follow that they may have missed something. */
  cutOff(): void {
    for (const { listener } of this.#followers) listener.onGap()
  }

  #report(address: string, known: Buffer, data: Buffer | null): void {
    for (const { filters, listener } of this.#followers) {
      if (matches(known, filters)) listener.onAccount(address, data, this.#slot)
    }
  }
}

/** Applies filters as a node does. */
function matches(data: Buffer, filters: readonly GetProgramAccountsFilter[]): boolean {
  return filters.every((filter) => {
    if (!('memcmp' in filter)) return data.length === filter.dataSize
    const { offset, bytes } = filter.memcmp
    const wanted = bs58.decode(bytes)
    return data.subarray(offset, offset + wanted.length).equals(wanted)
  })
}
