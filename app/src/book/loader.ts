// Reads markets from the chain into the book.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Fetched, type Market, toMarketId } from '@prediction-market/sdk'
import {
  decodeMarket,
  decodeQuestion,
  findQuestion,
  marketFilters,
  marketIdOf,
  questionFilters,
} from '@prediction-market/sdk/accounts'
import { type Connection, PublicKey } from '@solana/web3.js'
import type { AccountSource } from '../chain/account-source.ts'
import { MAX_ACCOUNTS, type ProgramAccount } from '../chain/program-accounts.ts'
import { readAccounts } from '../chain/shared-reads.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import type { MarketBook } from './book.ts'
import { BookEntry } from './entry.ts'
import { type RemovalOptions, Removals } from './removals.ts'

interface LoadedMarket extends ProgramAccount {
  market: Fetched<Market>
}

/** Milliseconds that a report of a market may take, and between two looks whether it has come. */
const REPORT_MS = 200
const REPORT_POLL_MS = 20

export interface LoaderOptions extends RemovalOptions {
  accounts: AccountSource
  /** Reads single accounts. */
  connection: Connection
  /** Called once for each market that cannot be decoded, itself or its question, or that has none; it is skipped. */
  onUndecodable: (address: string, error: Error) => void
}

/**
 * Reads markets from the chain into the book. Every state has the slot that it was read at, and the newer slot counts.
 */
export class BookLoader {
  readonly #removals: Removals
  readonly #undecodable = new Map<string, Error>()

  constructor(
    readonly book: MarketBook,
    private readonly options: LoaderOptions,
  ) {
    this.#removals = new Removals(book, options)
  }

  /** How many markets cannot be decoded, such as those of a later version, or have no question. */
  get undecodable(): number {
    return this.#undecodable.size
  }

  /** Why a market cannot be decoded; `undefined` of any other. */
  whyUndecodable(address: string): Error | undefined {
    return this.#undecodable.get(address)
  }

  /**
   * Fills the empty book: one call for all markets, one for all questions.
   *
   * @returns the slot that the markets are of
   */
  async fill(): Promise<number> {
    const reading = this.options.accounts.read(marketFilters())
    const [{ slot, accounts }, questions] = await Promise.all([reading, this.#questions()])
    const entries: BookEntry[] = []
    const unasked: LoadedMarket[] = []
    await forEachInSlices(accounts, (account) => {
      const { address, data } = account
      const loaded = this.#decode(account)
      if (!loaded) return
      const { market } = loaded
      const question = questions.get(keyOf(market.address))
      if (question === undefined) unasked.push(loaded)
      else entries.push(new BookEntry(market, question, slot, marketIdOf(address), data))
    })
    await this.book.fill(entries)
    this.#removals.sawSlot(slot)
    await this.#takeNew(unasked, slot)
    return slot
  }

  /** Reads all markets again, and corrects the book. */
  async reconcile(): Promise<void> {
    const findKnown = (account: ProgramAccount) => this.#same(account)
    const { slot, accounts } = await this.options.accounts.read(marketFilters(), findKnown)
    await this.#take(accounts, slot)
    const found = new Set<string>()
    await forEachInSlices(accounts, ({ address }) => found.add(address))
    for (const address of this.#undecodable.keys()) if (!found.has(address)) this.#undecodable.delete(address)
    await forEachInSlices(this.book.entries(), ({ address, slot: seenAt }) => {
      if (!found.has(address) && seenAt <= slot) this.#removals.miss(address)
    })
    await this.removeMissing()
  }

  /**
   * Reads markets again that could not be decoded: a node that lags may have reported a market before its question, and
   * nothing else would look for it until it changes.
   */
  async retryUndecodable(): Promise<void> {
    const some = [...this.#undecodable].slice(0, MAX_ACCOUNTS)
    if (some.length === 0) return
    // Next time the others come first.
    for (const [address, error] of some) {
      if (this.#undecodable.delete(address)) this.#undecodable.set(address, error)
    }
    await this.#refreshSome(some.map(([address]) => new PublicKey(address)))
  }

  /** Removes markets that a node did not have and that, after finality, a majority of the nodes does not have. */
  removeMissing(): Promise<void> {
    return this.#removals.removeMissing()
  }

  /**
   * Updates a market from its account, as it is reported at a slot.
   *
   * @param data - `null` if the program no longer has the account
   */
  async update(address: string, data: Buffer | null, slot: number): Promise<void> {
    if (data) await this.#take([{ address, data }], slot)
    else await this.#removals.removeGone([address], 'confirmed')
  }

  /** Reads markets at once, such as those that a transaction has just changed. */
  async refresh(addresses: readonly PublicKey[]): Promise<void> {
    for (let start = 0; start < addresses.length; start += MAX_ACCOUNTS) {
      await this.#refreshSome(addresses.slice(start, start + MAX_ACCOUNTS))
    }
  }

  /**
   * The same for those that the book does not have as they are after a change; reports of them may be on their way.
   *
   * @param isAfter - of a market whose state is of that slot: a state of the middle of the slot is not enough
   */
  async refreshSince(
    addresses: readonly PublicKey[],
    slot: number,
    isAfter: (entry: BookEntry) => boolean,
  ): Promise<void> {
    const isBehind = (address: PublicKey) => {
      const entry = this.book.get(toMarketId(address))
      return !entry || entry.since < slot || !isAfter(entry)
    }
    for (const patience = Date.now() + REPORT_MS; addresses.some(isBehind) && Date.now() < patience; ) {
      await sleep(REPORT_POLL_MS)
    }
    await this.refresh(addresses.filter(isBehind))
  }

  async #refreshSome(addresses: PublicKey[]): Promise<void> {
    const { connection, programId } = this.options
    const { context, value } = await readAccounts(connection, addresses)
    const found: ProgramAccount[] = []
    const gone: string[] = []
    for (const [index, key] of addresses.entries()) {
      const address = key.toBase58()
      const account = value[index]
      if (account?.owner.equals(programId)) found.push({ address, data: account.data })
      else gone.push(address)
    }
    await this.#take(found, context.slot)
    if (gone.length === 0) return
    // What is gone is not looked for any more.
    for (const address of await this.#removals.removeGone(gone, 'confirmed'))
      this.#undecodable.delete(address)
  }

  async #take(accounts: readonly ProgramAccount[], slot: number): Promise<void> {
    this.#removals.sawSlot(slot)
    const unknown: LoadedMarket[] = []
    await forEachInSlices(accounts, (account) => {
      const { address } = account
      if (this.#removals.isOutdated(address, slot)) return
      const same = this.#same(account)
      if (same) {
        same.slot = Math.max(same.slot, slot)
        this.#found(address)
        return
      }
      const known = this.book.get(marketIdOf(address))
      const loaded = this.#decode(account)
      if (loaded && known) this.#keep(loaded, known.question, slot)
      else if (loaded) unknown.push(loaded)
    })
    await this.#takeNew(unknown, slot)
  }

  /** Puts new markets into the book with their questions, which never change. */
  async #takeNew(loaded: readonly LoadedMarket[], slot: number): Promise<void> {
    for (let start = 0; start < loaded.length; start += MAX_ACCOUNTS) {
      await this.#takeSome(loaded.slice(start, start + MAX_ACCOUNTS), slot)
    }
  }

  async #takeSome(loaded: readonly LoadedMarket[], slot: number): Promise<void> {
    const { connection, programId } = this.options
    const addresses = loaded.map(({ market }) => findQuestion(market.address, programId))
    // A node that lags may not have them yet, which proves nothing.
    const accounts = await connection.getMultipleAccountsInfo(addresses, { minContextSlot: slot })
    for (const [index, one] of loaded.entries()) {
      const account = accounts[index]
      const data = account?.owner.equals(programId) ? account.data : await this.#questionOf(one)
      const question = this.#read(one.address, () => decodeQuestion(required(data)).text)
      if (question !== null) this.#keep(one, question, slot)
    }
  }

  /** The question that names a market, wherever it is. Looked for once, because a node answers that slowly. */
  async #questionOf({ address, market }: LoadedMarket): Promise<Buffer | undefined> {
    if (this.#undecodable.has(address)) return undefined
    const { accounts } = await this.options.accounts.read(questionFilters({ market: market.address }))
    return accounts[0]?.data
  }

  #keep({ market, address, data }: LoadedMarket, question: string, slot: number): void {
    if (this.book.put(market, question, slot, unpooled(data))) this.#found(address)
  }

  #found(address: string): void {
    this.#removals.found(address)
    this.#undecodable.delete(address)
  }

  async #questions(): Promise<Map<string, string>> {
    const { accounts } = await this.options.accounts.read(questionFilters())
    const questions = new Map<string, string>()
    await forEachInSlices(accounts, ({ data }) => {
      try {
        const { market, text } = decodeQuestion(data)
        questions.set(keyOf(market), text)
      } catch {
        // Its market is not in the book, so the next reconciliation reads it again and reports it.
      }
    })
    return questions
  }

  /** The entry of the book, if it is of exactly this state. */
  #same({ address, data }: ProgramAccount): (BookEntry & ProgramAccount) | null {
    const known = this.book.get(marketIdOf(address))
    return known?.isOf(data) ? known : null
  }

  #decode({ address, data }: ProgramAccount): LoadedMarket | null {
    const market = this.#read(address, () => decodeMarket(data))
    return market && { address, data, market: { ...market, address: new PublicKey(address) } }
  }

  /** Decodes a part of a market; `null`, and counted, if that fails. */
  #read<Part>(address: string, decode: () => Part): Part | null {
    try {
      return decode()
    } catch (error) {
      if (!this.#undecodable.has(address)) this.options.onUndecodable(address, error as Error)
      this.#undecodable.set(address, error as Error)
      return null
    }
  }
}

function required(data: Buffer | undefined): Buffer {
  if (data) return data
  throw new Error('no question names it')
}

/** A copy in separate memory: a slice of Node's buffer pool would keep the whole pool from being freed. */
function unpooled(data: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(data.length)
  data.copy(copy)
  return copy
}

/** An address as a key of a map. Base58 takes several times as long, which adds up over all markets. */
function keyOf(address: PublicKey): string {
  return address.toBuffer().toString('latin1')
}
