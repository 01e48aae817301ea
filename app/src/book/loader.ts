import {
  decodeMarket,
  decodeQuestion,
  type Fetched,
  findQuestion,
  type Market,
  marketAddressOf,
  marketFilters,
  marketIdOf,
  questionFilters,
} from '@prediction-market/sdk'
import { type AccountInfo, type Connection, PublicKey } from '@solana/web3.js'
import { type ProgramAccount, programAccounts } from '../chain/program-accounts.ts'
import type { MarketBook } from './book.ts'
import { BookEntry } from './entry.ts'

/** The most accounts that a node returns in one response. */
const MAX_ACCOUNTS = 100

/** A decoded market account. */
interface LoadedMarket extends ProgramAccount {
  market: Fetched<Market>
}

/** Reads markets from the chain into the book. */
export class BookLoader {
  /** The number of the latest reported update of each market, by address in base58. */
  readonly #reported = new Map<string, number>()
  /** The account data that each market in the book was decoded from, to skip unchanged accounts. */
  readonly #data = new Map<string, Buffer>()
  #updates = 0

  /** @param onUndecodable - called for each market account that cannot be decoded; it is skipped */
  constructor(
    readonly book: MarketBook,
    private readonly connection: Connection,
    private readonly programId: PublicKey,
    private readonly onUndecodable: (address: string, error: Error) => void,
  ) {}

  /** Fills the empty book: one call for all markets, one for all questions. */
  async fill(): Promise<void> {
    const [accounts, questions] = await Promise.all([this.#marketAccounts(), this.#questions()])
    const entries: BookEntry[] = []
    for (const { market, address, data } of this.#decode(accounts)) {
      const question = questions.get(keyOf(market.address))
      if (question === undefined) continue
      this.#data.set(address, data)
      entries.push(new BookEntry(market, question, marketIdOf(address)))
    }
    this.book.fill(entries)
  }

  /** Reads all markets again, and corrects the book. */
  async reconcile(): Promise<void> {
    const start = this.#updates
    const accounts = await this.#marketAccounts()
    await this.#put(this.#decode(accounts.filter((account) => this.#hasChanged(account))))
    const found = new Set(accounts.map(({ address }) => address))
    for (const { id } of [...this.book.entries()]) {
      const address = marketAddressOf(id)
      // An update that was reported after the request is newer than the response.
      if (!found.has(address) && (this.#reported.get(address) ?? 0) <= start) this.#drop(address)
    }
  }

  /** Updates a market from its account, as a node reports it. */
  async update(key: PublicKey, { owner, data }: AccountInfo<Buffer>): Promise<void> {
    const address = key.toBase58()
    this.#updates += 1
    this.#reported.set(address, this.#updates)
    if (!owner.equals(this.programId) || data.length === 0) return this.#drop(address)
    if (this.#hasChanged({ address, data })) await this.#put(this.#decode([{ address, data }]))
  }

  /** Reads markets at once, such as those that a transaction has just changed. */
  async refresh(addresses: readonly PublicKey[]): Promise<void> {
    const accounts = await this.connection.getMultipleAccountsInfo([...addresses])
    await Promise.all(
      addresses.map((address, index) => {
        const account = accounts[index]
        return account && this.update(address, account)
      }),
    )
  }

  async #put(loaded: readonly LoadedMarket[]): Promise<void> {
    const unknown: LoadedMarket[] = []
    for (const one of loaded) {
      const known = this.book.get(marketIdOf(one.address))
      if (known) this.#keep(one, known.question)
      else unknown.push(one)
    }
    for (let start = 0; start < unknown.length; start += MAX_ACCOUNTS) {
      await this.#putNew(unknown.slice(start, start + MAX_ACCOUNTS))
    }
  }

  /** Puts new markets into the book with their questions, which never change. */
  async #putNew(loaded: readonly LoadedMarket[]): Promise<void> {
    const addresses = loaded.map(({ market }) => findQuestion(market.address, this.programId))
    const accounts = await this.connection.getMultipleAccountsInfo(addresses)
    loaded.forEach((one, index) => {
      const account = accounts[index]
      if (account?.owner.equals(this.programId)) this.#keep(one, decodeQuestion(account.data).text)
    })
  }

  #keep({ market, address, data }: LoadedMarket, question: string): void {
    if (this.book.put(market, question)) this.#data.set(address, data)
  }

  #drop(address: string): void {
    this.#reported.delete(address)
    this.#data.delete(address)
    this.book.remove(marketIdOf(address))
  }

  #hasChanged({ address, data }: ProgramAccount): boolean {
    return !this.#data.get(address)?.equals(data)
  }

  #marketAccounts(): Promise<ProgramAccount[]> {
    return programAccounts(this.connection, this.programId, marketFilters())
  }

  /** All questions, by `keyOf` their markets. */
  async #questions(): Promise<Map<string, string>> {
    const accounts = await programAccounts(this.connection, this.programId, questionFilters())
    const questions = accounts.map(({ data }) => decodeQuestion(data))
    return new Map(questions.map(({ market, text }) => [keyOf(market), text]))
  }

  #decode(accounts: readonly ProgramAccount[]): LoadedMarket[] {
    return accounts.flatMap(({ address, data }) => {
      try {
        return [{ address, data, market: { ...decodeMarket(data), address: new PublicKey(address) } }]
      } catch (error) {
        this.onUndecodable(address, error as Error)
        return []
      }
    })
  }
}

/** An address as a key of a map; base58 would take several times as long, which adds up over all markets. */
function keyOf(address: PublicKey): string {
  return address.toBuffer().toString('latin1')
}
