import type { AccountInfo, Connection, GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
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
import { requireAddress } from '../input.ts'
import { fromMarketId } from '../market-id.ts'
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
import type { Finality } from '../transaction/status.ts'
import type { Outcome } from '../values.ts'

/** An account and its address. */
export type Fetched<T> = T & { address: PublicKey }

/** A market by address, by id (`market_…`), or as it was fetched before, which saves a call. */
export type MarketRef = PublicKey | string | Fetched<Market>

/** How a client reads. */
export interface ReaderOptions {
  /** The program's address, for a deployment of your own. */
  programId?: PublicKey | undefined
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
    this.programId = options.programId ?? PROGRAM_ID
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
  async bankroll(owner: PublicKey): Promise<Fetched<Bankroll> | null> {
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

  /** The questions of all markets, by the market's address in base58. */
  async questions(): Promise<Map<string, string>> {
    const questions = await this.all(questionFilters(), decodeQuestion)
    return new Map(questions.map(({ market, text }) => [market.toBase58(), text]))
  }

  /** The position of an owner in a market; `null` if there is none, or it has been settled. */
  async position(market: MarketRef, owner: PublicKey): Promise<Fetched<Position> | null> {
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

  /** Fetches a market, unless it is given as fetched. */
  protected async load(market: MarketRef): Promise<Fetched<Market>> {
    if (isFetched(market)) return market
    return this.required('market', marketAddress(market), decodeMarket)
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
  if (typeof market === 'string') return fromMarketId(market, 'market')
  return requireAddress('market', isFetched(market) ? market.address : market)
}

function isFetched(market: MarketRef): market is Fetched<Market> {
  return typeof market === 'object' && market !== null && 'condition' in market
}

function isOwned(account: AccountInfo<unknown>, programId: PublicKey): boolean {
  return account.owner.equals(programId)
}
