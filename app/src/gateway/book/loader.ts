import {
  decodeMarket,
  decodeQuestion,
  type Fetched,
  findQuestion,
  type Market,
  marketFilters,
  questionFilters,
  toMarketId,
} from '@prediction-market/sdk'
import type { AccountInfo, Connection, PublicKey } from '@solana/web3.js'
import { programAccounts } from '../chain/program-accounts.ts'
import type { MarketBook } from './book.ts'

/** Addresses that one call may ask for. */
const BATCH = 100

/** Brings markets from the chain into the book. */
export class BookLoader {
  /** When each market was last reported or read, by a count of such moments. */
  readonly #touched = new Map<string, number>()
  #moment = 0

  /**
   * @param onUnreadable - told of accounts that begin like ours and cannot be read; the others go on
   */
  constructor(
    readonly book: MarketBook,
    private readonly connection: Connection,
    private readonly programId: PublicKey,
    private readonly onUnreadable: (address: PublicKey, error: Error) => void,
  ) {}

  /** Fills the empty book: one call for the markets, one for their questions. */
  async fill(): Promise<void> {
    const [markets, questions] = await Promise.all([this.#markets(), this.#questions()])
    this.book.fill(
      markets.flatMap((market) => {
        const question = questions.get(market.address.toBase58())
        return question === undefined ? [] : [{ market, question }]
      }),
    )
  }

  /** Reads all markets again and makes good whatever was missed, whichever way. */
  async reconcile(): Promise<void> {
    const start = ++this.#moment
    const markets = await this.#markets()
    await this.#putAll(markets)
    const found = new Set(markets.map(({ address }) => toMarketId(address)))
    for (const { id } of [...this.book.entries()]) {
      // What was reported while the answer was under way is newer than the answer.
      if (!found.has(id) && (this.#touched.get(id) ?? 0) <= start) this.#drop(id)
    }
  }

  /** Takes in the account of a market as a node reports it. */
  async take(address: PublicKey, account: AccountInfo<Uint8Array>): Promise<void> {
    const id = toMarketId(address)
    this.#touched.set(id, ++this.#moment)
    if (!account.owner.equals(this.programId) || account.data.length === 0) {
      this.#drop(id)
      return
    }
    const market = this.#decode(address, account.data)
    if (market) await this.#putAll([market])
  }

  /** Reads markets now, such as those that a transaction has just changed. */
  async refresh(addresses: readonly PublicKey[]): Promise<void> {
    const accounts = await this.connection.getMultipleAccountsInfo([...addresses])
    await Promise.all(
      addresses.map((address, index) => {
        const account = accounts[index]
        return account && this.take(address, account)
      }),
    )
  }

  async #putAll(markets: readonly Fetched<Market>[]): Promise<void> {
    const isKnown = ({ address }: Fetched<Market>) => this.book.get(toMarketId(address)) !== undefined
    const unknown = markets.filter((market) => !isKnown(market))
    for (const market of markets.filter(isKnown)) {
      this.book.put(market, this.book.get(toMarketId(market.address))?.question as string)
    }
    for (let start = 0; start < unknown.length; start += BATCH) {
      await this.#putNew(unknown.slice(start, start + BATCH))
    }
  }

  /** A question never changes: it is read when its market is seen for the first time. */
  async #putNew(markets: readonly Fetched<Market>[]): Promise<void> {
    const addresses = markets.map(({ address }) => findQuestion(address, this.programId))
    const accounts = await this.connection.getMultipleAccountsInfo(addresses)
    markets.forEach((market, index) => {
      const account = accounts[index]
      if (!account?.owner.equals(this.programId)) return
      this.book.put(market, decodeQuestion(account.data).text)
    })
  }

  #drop(id: string): void {
    this.#touched.delete(id)
    this.book.remove(id)
  }

  async #markets(): Promise<Fetched<Market>[]> {
    const accounts = await programAccounts(this.connection, this.programId, marketFilters())
    return accounts.flatMap(({ address, data }) => this.#decode(address, data) ?? [])
  }

  async #questions(): Promise<Map<string, string>> {
    const accounts = await programAccounts(this.connection, this.programId, questionFilters())
    return new Map(
      accounts.map(({ data }) => {
        const { market, text } = decodeQuestion(data)
        return [market.toBase58(), text]
      }),
    )
  }

  #decode(address: PublicKey, data: Uint8Array): Fetched<Market> | null {
    try {
      return { ...decodeMarket(data), address }
    } catch (error) {
      this.onUnreadable(address, error as Error)
      return null
    }
  }
}
