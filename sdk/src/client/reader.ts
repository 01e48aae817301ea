import {
  type AccountInfo,
  type Connection,
  type GetProgramAccountsFilter,
  type PublicKey,
  SYSVAR_CLOCK_PUBKEY,
} from '@solana/web3.js'
import { AccountNotFoundError } from '../accounts/data.ts'
import {
  type AttestorSet,
  type Bankroll,
  type Config,
  decodeAttestorSet,
  decodeBankroll,
  decodeConfig,
  decodeFeeVault,
  decodeMarket,
  decodePosition,
  decodeQuestion,
  type FeeVault,
  type Market,
  type Position,
} from '../accounts/decode.ts'
import {
  type MarketFilter,
  marketFilters,
  type PositionFilter,
  positionFilters,
  questionFilters,
} from '../accounts/filters.ts'
import { type AddressInput, requireAddress } from '../input.ts'
import { fromMarketId, MARKET_ID_PREFIX } from '../market-id.ts'
import { type Quote, quote } from '../odds.ts'
import {
  findAttestorSet,
  findBankroll,
  findConfig,
  findFeeVault,
  findPosition,
  findQuestion,
} from '../pda.ts'
import { PROGRAM_ID } from '../program.ts'
import { acceptsBets } from '../rules/dates.ts'
import type { Finality } from '../transaction/status.ts'
import type { Outcome } from '../values.ts'

/** An account and its address. */
export type Fetched<T> = T & { address: PublicKey }

/** A market by address, by id (`market_…`), or as it was fetched before, which saves a call. */
export type MarketRef = AddressInput | Fetched<Market>

/** A market and the text of its question; `null` if that is gone. */
export type ListedMarket = Fetched<Market> & { question: string | null }

/** The most accounts that one call can ask for. */
const MAX_ACCOUNTS = 100

/** How a client reads. */
export interface ReaderOptions {
  /** The program's address, for a deployment of your own. */
  programId?: AddressInput | undefined
  /** The commitment of reads and transactions; `confirmed` by default. */
  commitment?: Finality | undefined
}

/** Reads markets and positions. Each method makes one call to the node unless it says otherwise. */
export class MarketReader {
  readonly programId: PublicKey
  readonly commitment: Finality

  constructor(
    readonly connection: Connection,
    options: ReaderOptions = {},
  ) {
    this.programId = requireAddress('programId', options.programId ?? PROGRAM_ID)
    this.commitment = options.commitment ?? 'confirmed'
  }

  /** The configuration of the program. */
  async config(): Promise<Fetched<Config>> {
    return this.required('configuration', findConfig(this.programId), decodeConfig)
  }

  /** The vault that takes the burn shares of SOL markets. */
  async feeVault(): Promise<Fetched<FeeVault>> {
    return this.required('fee vault', findFeeVault(this.programId), decodeFeeVault)
  }

  /** The bankroll of an owner; `null` if there is none. */
  async bankroll(owner: AddressInput): Promise<Fetched<Bankroll> | null> {
    return this.optional(findBankroll(owner, this.programId), decodeBankroll)
  }

  /** An attestor set by number. */
  async attestorSet(index: number): Promise<Fetched<AttestorSet>> {
    return this.required('attestor set', findAttestorSet(index, this.programId), decodeAttestorSet)
  }

  /** A market; `null` if it does not exist, or no longer. */
  async market(market: MarketRef): Promise<Fetched<Market> | null> {
    return this.optional(marketAddress(market), decodeMarket)
  }

  /** The markets that match a filter, all by default, in no particular order. */
  async markets(filter: MarketFilter = {}): Promise<Fetched<Market>[]> {
    return this.all(marketFilters(filter), decodeMarket)
  }

  /** The text of a market's question; `null` if the market does not exist, or no longer. */
  async question(market: MarketRef): Promise<string | null> {
    const address = findQuestion(marketAddress(market), this.programId)
    return (await this.optional(address, decodeQuestion))?.text ?? null
  }

  /**
   * The questions of markets, by the market's address in base58: of all markets in one call, or of those that are
   * given, 100 to a call.
   */
  async questions(markets?: readonly MarketRef[]): Promise<Map<string, string>> {
    const questions = markets
      ? await this.some(
          markets.map((market) => findQuestion(marketAddress(market), this.programId)),
          decodeQuestion,
        )
      : await this.all(questionFilters(), decodeQuestion)
    return new Map(questions.map(({ market, text }) => [market.toBase58(), text]))
  }

  /** The markets that match a filter with their questions, those that expire first at the top. */
  async list(filter: MarketFilter = {}): Promise<ListedMarket[]> {
    return this.withQuestions(await this.markets(filter))
  }

  /** The markets that take bets now, by the chain's clock, with their questions; those that close first at the top. */
  async acceptingBets(filter: Omit<MarketFilter, 'status'> = {}): Promise<ListedMarket[]> {
    const [now, markets] = await Promise.all([this.chainTime(), this.markets({ ...filter, status: 'open' })])
    const open = await this.withQuestions(markets.filter((market) => acceptsBets(market, now)))
    return open.sort((one, other) => Number(one.closeAt - other.closeAt))
  }

  /** The position of an owner in a market; `null` if there is none, or it has been settled. */
  async position(market: MarketRef, owner: AddressInput): Promise<Fetched<Position> | null> {
    return this.optional(findPosition(marketAddress(market), owner, this.programId), decodePosition)
  }

  /** The open positions that match a filter, all by default, in no particular order. */
  async positions(filter: PositionFilter = {}): Promise<Fetched<Position>[]> {
    return this.all(positionFilters(filter), decodePosition)
  }

  /** The payout of a bet, and how it would move the odds. */
  async quote(bet: { market: MarketRef; outcome: Outcome; amount: bigint }): Promise<Quote> {
    const { pools, terms } = await this.load(bet.market)
    return quote({ pools, outcome: bet.outcome, amount: bet.amount, shares: terms })
  }

  /** The time that the program sees, in unix seconds. */
  async chainTime(): Promise<bigint> {
    const account = await this.connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, this.commitment)
    if (!account) throw new AccountNotFoundError('clock', SYSVAR_CLOCK_PUBKEY)
    const { buffer, byteOffset, byteLength } = account.data
    return new DataView(buffer, byteOffset, byteLength).getBigInt64(32, true)
  }

  /** Fetches a market, unless it is given as fetched. */
  protected async load(market: MarketRef): Promise<Fetched<Market>> {
    if (isFetched(market)) return market
    return this.required('market', marketAddress(market), decodeMarket)
  }

  /** Fetches a market as it is now, also if it is given as fetched. */
  protected async reload(market: MarketRef): Promise<Fetched<Market>> {
    return this.required('market', marketAddress(market), decodeMarket)
  }

  private async withQuestions(markets: readonly Fetched<Market>[]): Promise<ListedMarket[]> {
    const questions = await this.questions(markets)
    return markets
      .map((market) => ({ ...market, question: questions.get(market.address.toBase58()) ?? null }))
      .sort((one, other) => Number(one.expireAt - other.expireAt))
  }

  private async required<T>(what: string, address: PublicKey, decode: (data: Uint8Array) => T) {
    const account = await this.optional(address, decode)
    if (!account) throw new AccountNotFoundError(what, address)
    return account
  }

  private async optional<T>(address: PublicKey, decode: (data: Uint8Array) => T): Promise<Fetched<T> | null> {
    const account = await this.connection.getAccountInfo(address, this.commitment)
    // Anyone can send lamports to an address of the program's.
    if (!account || !isOwned(account, this.programId)) return null
    return { ...decode(account.data), address }
  }

  /** Fetches accounts by address, 100 to a call; those that do not exist are left out. */
  private async some<T>(
    addresses: readonly PublicKey[],
    decode: (data: Uint8Array) => T,
  ): Promise<Fetched<T>[]> {
    const found: Fetched<T>[] = []
    for (let start = 0; start < addresses.length; start += MAX_ACCOUNTS) {
      const batch = addresses.slice(start, start + MAX_ACCOUNTS)
      const accounts = await this.connection.getMultipleAccountsInfo(batch, this.commitment)
      accounts.forEach((account, index) => {
        const address = batch[index]
        if (!account || !address || !isOwned(account, this.programId)) return
        found.push({ ...decode(account.data), address })
      })
    }
    return found
  }

  private async all<T>(
    filters: GetProgramAccountsFilter[],
    decode: (data: Uint8Array) => T,
  ): Promise<Fetched<T>[]> {
    const options = { commitment: this.commitment, filters }
    const accounts = await this.connection.getProgramAccounts(this.programId, options)
    return accounts.map(({ pubkey, account }) => ({ ...decode(account.data), address: pubkey }))
  }
}

/** The address of a market reference. */
export function marketAddress(market: MarketRef): PublicKey {
  if (typeof market === 'string' && market.startsWith(MARKET_ID_PREFIX)) return fromMarketId(market, 'market')
  return requireAddress('market', isFetched(market) ? market.address : market)
}

function isFetched(market: MarketRef): market is Fetched<Market> {
  return typeof market === 'object' && market !== null && 'condition' in market
}

function isOwned(account: AccountInfo<unknown>, programId: PublicKey): boolean {
  return account.owner.equals(programId)
}
