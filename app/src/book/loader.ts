import {
  decodeMarket,
  decodeQuestion,
  type Fetched,
  findQuestion,
  type Market,
  marketFilters,
  questionFilters,
} from '@prediction-market/sdk'
import { type AccountInfo, type Connection, PublicKey } from '@solana/web3.js'
import { type ProgramAccount, programAccounts } from '../chain/program-accounts.ts'
import type { MarketBook } from './book.ts'
import { addressOf, idOf } from './market-id.ts'

/** Addresses that one call may ask for. */
const BATCH = 100

/** A market as it was read, with the bytes that it was read from. */
interface LoadedMarket extends ProgramAccount {
  market: Fetched<Market>
}

/** Brings markets from the chain into the book. */
export class BookLoader {
  /** When each market was last reported, by a count of such moments; by address in base58. */
  readonly #reported = new Map<string, number>()
  /** The bytes that each market in the book was read from: what is the same need not be read again. */
  readonly #bytes = new Map<string, Buffer>()
  #moment = 0

  /**
   * @param onUnreadable - told of accounts that begin like ours and cannot be read; the others go on
   */
  constructor(
    readonly book: MarketBook,
    private readonly connection: Connection,
    private readonly programId: PublicKey,
    private readonly onUnreadable: (address: string, error: Error) => void,
  ) {}

  /** Fills the empty book: one call for the markets, one for their questions. */
  async fill(): Promise<void> {
    const [accounts, questions] = await Promise.all([this.#marketAccounts(), this.#questions()])
    this.book.fill(
      this.#decode(accounts).flatMap(({ market, address, data }) => {
        const question = questions.get(keyOf(market.address))
        if (question === undefined) return []
        this.#bytes.set(address, data)
        return [{ market, question, id: idOf(address) }]
      }),
    )
  }

  /** Reads all markets again and makes good whatever was missed, whichever way. */
  async reconcile(): Promise<void> {
    const start = this.#moment
    const accounts = await this.#marketAccounts()
    await this.#put(this.#decode(accounts.filter((account) => this.#isNews(account))))
    const found = new Set(accounts.map(({ address }) => address))
    for (const { id } of [...this.book.entries()]) {
      const address = addressOf(id)
      // What was reported while the answer was under way is newer than the answer.
      if (!found.has(address) && (this.#reported.get(address) ?? 0) <= start) this.#drop(address)
    }
  }

  /** Takes in the account of a market as a node reports it. */
  async take(key: PublicKey, { owner, data }: AccountInfo<Buffer>): Promise<void> {
    const address = key.toBase58()
    this.#reported.set(address, ++this.#moment)
    if (!owner.equals(this.programId) || data.length === 0) return this.#drop(address)
    if (this.#isNews({ address, data })) await this.#put(this.#decode([{ address, data }]))
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

  async #put(loaded: readonly LoadedMarket[]): Promise<void> {
    const unknown: LoadedMarket[] = []
    for (const one of loaded) {
      const known = this.book.get(idOf(one.address))
      if (known) this.#keep(one, known.question)
      else unknown.push(one)
    }
    for (let start = 0; start < unknown.length; start += BATCH) {
      await this.#putNew(unknown.slice(start, start + BATCH))
    }
  }

  /** A question never changes: it is read when its market is seen for the first time. */
  async #putNew(loaded: readonly LoadedMarket[]): Promise<void> {
    const addresses = loaded.map(({ market }) => findQuestion(market.address, this.programId))
    const accounts = await this.connection.getMultipleAccountsInfo(addresses)
    loaded.forEach((one, index) => {
      const account = accounts[index]
      if (account?.owner.equals(this.programId)) this.#keep(one, decodeQuestion(account.data).text)
    })
  }

  #keep({ market, address, data }: LoadedMarket, question: string): void {
    if (this.book.put(market, question)) this.#bytes.set(address, data)
  }

  #drop(address: string): void {
    this.#reported.delete(address)
    this.#bytes.delete(address)
    this.book.remove(idOf(address))
  }

  #isNews({ address, data }: ProgramAccount): boolean {
    return !this.#bytes.get(address)?.equals(data)
  }

  #marketAccounts(): Promise<ProgramAccount[]> {
    return programAccounts(this.connection, this.programId, marketFilters())
  }

  /** All questions, by the keys of their markets. */
  async #questions(): Promise<Map<string, string>> {
    const accounts = await programAccounts(this.connection, this.programId, questionFilters())
    return new Map(
      accounts.map(({ data }) => {
        const { market, text } = decodeQuestion(data)
        return [keyOf(market), text]
      }),
    )
  }

  #decode(accounts: readonly ProgramAccount[]): LoadedMarket[] {
    return accounts.flatMap(({ address, data }) => {
      try {
        return [{ address, data, market: { ...decodeMarket(data), address: new PublicKey(address) } }]
      } catch (error) {
        this.onUnreadable(address, error as Error)
        return []
      }
    })
  }
}

/** An address as the key of a map: base58 takes several times as long, which adds up over all markets. */
function keyOf(address: PublicKey): string {
  return address.toBuffer().toString('latin1')
}
