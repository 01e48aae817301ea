// `client.markets`: opens, finds, lists and follows markets.

import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { connectionFeed } from '../../web3/follow/feed.ts'
import { subscribeToMarket } from '../../web3/follow/subscriptions.ts'
import { requireAddress } from '../../web3/input.ts'
import { toMarketId } from '../../web3/market-id.ts'
import { findFeeVault, findMarket, findQuestion } from '../../web3/pda.ts'
import type { SendOptions } from '../../web3/send/options.ts'
import type { TransactionSender } from '../../web3/send/sender.ts'
import { decodeFeeVault, decodeMarket, decodeQuestion, type Market } from '../accounts/decode.ts'
import { type MarketFilter, marketFilters, marketText, questionFilters } from '../accounts/filters.ts'
import type { Condition } from '../condition/types.ts'
import { type FollowOptions, followAccount, type Unsubscribe } from '../follow/accounts.ts'
import { followMarkets, type MarketsChangeOf } from '../follow/markets.ts'
import { cancelMarket } from '../instructions/cancel-market.ts'
import { createMarket } from '../instructions/create-market.ts'
import { creationEvidence } from '../oracle/evidence.ts'
import type { FeedCheck } from '../oracle/feed-check.ts'
import type { PriceSource } from '../oracle/pyth/price-source.ts'
import { acceptsBets } from '../rules/dates.ts'
import { proposeRewardStake } from '../rules/reward-stake.ts'
import { expectedTerms, proposeMaxRatio } from '../rules/terms.ts'
import type { Sent } from '../transaction/confirmation.ts'
import { type Costs, creationCosts, type NewMarketCosts } from './costs.ts'
import type { Currencies } from './currencies.ts'
import { deriveCondition } from './derive.ts'
import type { OpenMarketInput } from './inputs.ts'
import { type Fetched, type MarketRef, marketAddress } from './market-ref.ts'
import type { ProgramReader } from './reader.ts'

/** A market and the text of its question; `null` if its account is closed. */
export type ListedMarket = Fetched<Market> & { question: string | null }

/** The markets that match a filter, and what has changed about them. */
export type MarketsChange = MarketsChangeOf<PublicKey>

/** An opened market. */
export interface CreatedMarket extends Sent {
  market: PublicKey
  /** `market_` and its address. */
  id: string
  /** The condition that it was opened with. */
  condition: Condition
}

/** How far from the chain's clock a new nonce may lie, in milliseconds: creators share no counter. */
const NONCE_SPREAD = 60_000

/** `client.markets`: opens, finds, lists and follows markets. */
export class Markets {
  constructor(
    private readonly reader: ProgramReader,
    private readonly currencies: Currencies,
    private readonly sender: TransactionSender,
    /** The default source of current prices, which derived conditions need. */
    private readonly prices: PriceSource | undefined,
    private readonly feeds: FeedCheck,
  ) {}

  /**
   * Opens a market. Without a condition, it is derived from the question: before you open it, show your user
   * `describeCondition` of the result of `parseQuestion`. With `prices`, the client checks the feed that decides it
   * first.
   *
   * @throws InvalidInputError if no condition is given and none can be derived
   * @throws FeedRefusedError if the feed is scheduled to be closed when it decides, or is too uncertain now
   */
  async create(input: Omit<OpenMarketInput, 'creator'>, options: SendOptions = {}): Promise<CreatedMarket> {
    const creator = this.sender.signer(options).publicKey
    const { market, condition, instructions } = await this.buildCreate({ ...input, creator })
    const sent = await this.sender.send(instructions, options)
    return { ...sent, market, id: toMarketId(market), condition }
  }

  /** Builds {@link create}. Fetches the chain's clock for a nonce, and the configuration for the terms. */
  async buildCreate(
    input: OpenMarketInput,
  ): Promise<{ market: PublicKey; condition: Condition; instructions: TransactionInstruction[] }> {
    const { programId } = this.reader
    const nonce = input.nonce ?? (await this.freshNonce())
    const token = input.token ? requireAddress('token', input.token) : null
    const condition = input.condition ?? (await this.derive({ ...input, token }))
    const config = await this.reader.config()
    const named = await this.currencies.named(input.currency, config)
    const currency = named.mint ? named : null
    const expected = input.expected ?? expectedTerms(config, condition, named.mint)
    const evidence = input.evidence ?? creationEvidence({ condition, token })
    const { decideReward = config.settings.decideReward } = input
    const vault = () => this.reader.required('fee vault', findFeeVault(programId), decodeFeeVault)
    const rewardStake = currency
      ? (input.rewardStake ?? proposeRewardStake(decideReward, config.settings, await vault()))
      : 0n
    const { maxRatio = proposeMaxRatio(condition, config.settings) } = input
    const offered = { decideReward, rewardStake, maxRatio }
    const opened = { ...input, ...offered, condition, nonce, token, currency, expected, evidence }
    const market = findMarket(input.creator, nonce, programId)
    const instruction = createMarket(opened, programId)
    await this.feeds.market(input, condition, config.settings, () => this.reader.chainTime())
    return { market, condition, instructions: [instruction] }
  }

  /** Lamports that a creator pays for a market besides an initial stake: rent and rewards. */
  async costs(market: NewMarketCosts): Promise<Costs> {
    return creationCosts(this.reader, (await this.reader.config()).settings, market)
  }

  /** Cancels a market of the signer that nobody has staked on; its rent goes back to the signer. */
  async cancel(input: { market: MarketRef }, options: SendOptions = {}): Promise<Sent> {
    return this.sender.send(await this.buildCancel(input), options)
  }

  /** Builds {@link cancel}. */
  async buildCancel({ market }: { market: MarketRef }): Promise<TransactionInstruction[]> {
    const { address, creator, mint } = await this.reader.market(market)
    const currency = await this.currencies.of({ mint })
    return [cancelMarket({ market: address, creator, ...currency }, this.reader.programId)]
  }

  /** A market; `null` if it does not exist or is closed. */
  get(market: MarketRef): Promise<Fetched<Market> | null> {
    return this.reader.optional(marketAddress(market), decodeMarket)
  }

  /** The markets that match a filter, all by default, in no particular order. */
  all(filter: MarketFilter = {}): Promise<Fetched<Market>[]> {
    return this.reader.all(marketFilters(filter), decodeMarket)
  }

  /** The markets that match a filter with their questions, those that expire first at the top. */
  async list(filter: MarketFilter = {}): Promise<ListedMarket[]> {
    return this.withQuestions(await this.all(filter))
  }

  /** The markets that take bets now, by the chain's clock, with their questions; those that close first at the top. */
  async acceptingBets(filter: Omit<MarketFilter, 'status'> = {}): Promise<ListedMarket[]> {
    const [now, markets] = await Promise.all([
      this.reader.chainTime(),
      this.all({ ...filter, status: 'open' }),
    ])
    const open = await this.withQuestions(markets.filter((market) => acceptsBets(market, now)))
    return open.sort((one, other) => Number(one.closeAt - other.closeAt))
  }

  /** The text of a market's question; `null` if the market does not exist or is closed. */
  async question(market: MarketRef): Promise<string | null> {
    const address = findQuestion(marketAddress(market), this.reader.programId)
    return (await this.reader.optional(address, decodeQuestion))?.text ?? null
  }

  /**
   * The questions of markets, by the market's address in base58: of all markets in one call, or of those that are
   * given, 100 to a call.
   */
  async questions(markets?: readonly MarketRef[]): Promise<Map<string, string>> {
    const { programId } = this.reader
    const addresses = markets?.map((market) => findQuestion(marketAddress(market), programId))
    const questions = addresses
      ? await this.reader.some(addresses, decodeQuestion)
      : await this.reader.all(questionFilters(), decodeQuestion)
    return new Map(questions.map(({ market, text }) => [market.toBase58(), text]))
  }

  /**
   * Follows a market: calls the listener with its state at once, then with every change, and with `null` while it does
   * not exist. After a lost connection it is read again.
   */
  follow(
    market: MarketRef,
    listener: (market: Fetched<Market> | null, slot: number) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    const address = marketAddress(market)
    return followAccount(connectionFeed(this.reader), address, decodeMarket, listener, options)
  }

  /** Follows the markets that match a filter: calls the listener with all of them, then with every change. */
  followAll(
    filter: MarketFilter,
    listener: (change: MarketsChange) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    const decoder = { decode: decodeMarket, toKey: (address: string) => new PublicKey(address) }
    return followMarkets(connectionFeed(this.reader), marketText(filter), decoder, listener, options)
  }

  /** Calls the listener whenever a market changes, with `null` once it has been closed; nothing while disconnected. */
  onChange(market: MarketRef, listener: (market: Fetched<Market> | null, slot: number) => void): Unsubscribe {
    return subscribeToMarket(this.reader, marketAddress(market), listener)
  }

  private async derive(input: Omit<OpenMarketInput, 'token'> & { token: PublicKey | null }) {
    const { connection, commitment } = this.reader
    const now = await this.reader.chainTime()
    return deriveCondition({ ...input, now }, { connection, commitment, prices: this.prices })
  }

  private async freshNonce(): Promise<bigint> {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    return (await this.reader.chainTime()) * 1_000n + BigInt(random % NONCE_SPREAD)
  }

  private async withQuestions(markets: readonly Fetched<Market>[]): Promise<ListedMarket[]> {
    const questions = await this.questions(markets)
    return markets
      .map((market) => ({ ...market, question: questions.get(market.address.toBase58()) ?? null }))
      .sort((one, other) => Number(one.expireAt - other.expireAt))
  }
}
