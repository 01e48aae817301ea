// The Kit client's `client.markets`: opens, finds, lists and follows markets.

import type { Address, TransactionSigner } from '@solana/kit'
import { marketBytes } from '../../core/accounts/memcmp.ts'
import type { MarketStatus } from '../../core/accounts/shapes.ts'
import type { Moment } from '../../core/condition/time.ts'
import type { Condition } from '../../core/condition/types.ts'
import { validateCondition } from '../../core/condition/validate.ts'
import type { CurrencyId } from '../../core/currency.ts'
import { type Feed, type FollowOptions, followAccount, type Unsubscribe } from '../../core/follow/accounts.ts'
import { followMarkets, type MarketsChangeOf } from '../../core/follow/markets.ts'
import { marketIdOf } from '../../core/market-prefix.ts'
import type { FeedCheck } from '../../core/oracle/feed-check.ts'
import { acceptsBets } from '../../core/rules/dates.ts'
import { proposeRewardStake } from '../../core/rules/reward-stake.ts'
import { expectedTerms, proposeMaxRatio } from '../../core/rules/terms.ts'
import { requireSeconds } from '../../core/seconds.ts'
import type { Outcome } from '../../core/shapes.ts'
import type { Sent } from '../../core/transaction/confirmation.ts'
import { encodeCondition } from '../condition.ts'
import { getCreationEvidence } from '../evidence.ts'
import {
  findMarketPda,
  findPositionPda,
  getCancelMarketInstructionAsync,
  getCreateMarketInstructionAsync,
} from '../generated/index.ts'
import { type Chain, decoders, type FetchedMarket, type MarketRef, marketAddress } from './chain.ts'
import type { Currencies } from './currencies.ts'
import { encodeOutcome } from './outcome.ts'
import type { Sender, SendOptions } from './sender.ts'

/** Selects markets by all the given fields; all markets if there are none. */
export interface MarketFilter {
  creator?: Address | undefined
  /** The mint the question is about; `null` for markets about no token. */
  token?: Address | null | undefined
  /** The mint of the stakes; `null` for SOL. */
  mint?: Address | null | undefined
  status?: MarketStatus | undefined
}

/** A market to open. */
export interface OpenMarketInput {
  question: string
  /** The condition that makes the answer Yes: `parseQuestion` of `/question` derives it. */
  condition: Condition
  expireAt: Moment
  /** Bets end here; by default as late as the rules allow. */
  closeAt?: Moment | undefined
  /** The mint the question is about, if it is about a token. */
  token?: Address | null | undefined
  currency: CurrencyId
  /** Lamports for whoever decides the market; those of the configuration by default. */
  decideReward?: bigint | undefined
  /** UTILITY only: the stake on the smaller side that earns all of it; by default what `proposeRewardStake` says. */
  rewardStake?: bigint | undefined
  /**
   * Up or down only: the most that is lost for each unit of the winning pool, in hundredths; 0 for no limit. By default
   * what `proposeMaxRatio` says.
   */
  maxRatio?: number | undefined
  /** A first bet by the creator. */
  initialStake?: { outcome: Outcome; amount: bigint } | undefined
}

/** A market and the text of its question; `null` if its account is closed. */
export type ListedMarket = FetchedMarket & { question: string | null }

const NO_TOKEN = '11111111111111111111111111111111' as Address

/** How far from the chain's clock a new nonce may lie, in milliseconds: creators share no counter. */
const NONCE_SPREAD = 60_000

/** `client.markets`: opens, finds, lists and follows markets. */
export class Markets {
  constructor(
    private readonly chain: Chain,
    private readonly currencies: Currencies,
    private readonly sender: Sender,
    private readonly feeds: FeedCheck,
    private readonly feed: () => Feed<Address>,
  ) {}

  /** A market; `null` if it does not exist or is closed. */
  get(market: MarketRef): Promise<FetchedMarket | null> {
    return this.chain.optional(marketAddress(market), decoders.market)
  }

  /** The markets that match a filter, all by default, in no particular order. */
  all(filter: MarketFilter = {}): Promise<FetchedMarket[]> {
    return this.chain.all(marketBytes(filter), decoders.market)
  }

  /** The markets that match a filter with their questions, those that expire first at the top. */
  async list(filter: MarketFilter = {}): Promise<ListedMarket[]> {
    return this.#withQuestions(await this.all(filter))
  }

  /** The markets that take bets now, by the chain's clock, with their questions; those that close first at the top. */
  async acceptingBets(filter: Omit<MarketFilter, 'status'> = {}): Promise<ListedMarket[]> {
    const [now, markets] = await Promise.all([this.chain.time(), this.all({ ...filter, status: 'open' })])
    const open = await this.#withQuestions(markets.filter((market) => acceptsBets(market, now)))
    return open.sort((one, other) => Number(one.closeAt - other.closeAt))
  }

  /** The text of a market's question; `null` if the market does not exist or is closed. */
  async question(market: MarketRef): Promise<string | null> {
    const key = marketAddress(market)
    return (await this.chain.questions([key])).get(key) ?? null
  }

  /**
   * Opens a market. With `prices`, the client checks the feed that decides it first.
   *
   * @throws FeedRefusedError if the feed is scheduled to be closed when it decides, or is too uncertain now
   */
  async create(input: OpenMarketInput, options: SendOptions = {}) {
    const { market, instructions } = await this.buildCreate(input, this.sender.signer(options))
    const sent = await this.sender.send(instructions, options)
    return { ...sent, market, id: marketIdOf(market) }
  }

  /** Builds {@link create}. Fetches the chain's clock for a nonce, and the configuration for the terms. */
  async buildCreate(input: OpenMarketInput, creator: TransactionSigner) {
    const { condition, token = null, initialStake } = input
    validateCondition(condition, { tokenAddress: token })
    const config = await this.chain.config()
    const nonce = await this.#freshNonce()
    const currency = await this.currencies.named(input.currency, config)
    const [market] = await findMarketPda({ creator: creator.address, nonce })
    const position = initialStake && (await findPositionPda({ market, owner: creator.address }))[0]
    const creatorToken = initialStake && (await this.currencies.tokens(currency, creator.address))
    await this.feeds.market(input, condition, config.settings, () => this.chain.time())
    const decideReward = input.decideReward ?? config.settings.decideReward
    const rewardStake = currency.mint
      ? (input.rewardStake ?? proposeRewardStake(decideReward, config.settings, await this.chain.feeVault()))
      : 0n
    const instruction = await getCreateMarketInstructionAsync({
      creator,
      nonce,
      questionText: input.question,
      token: token ?? NO_TOKEN,
      // 0 means the latest second that the rules allow.
      closeAt: input.closeAt === undefined ? 0n : requireSeconds('closeAt', input.closeAt),
      expireAt: requireSeconds('expireAt', input.expireAt),
      condition: encodeCondition(condition),
      expected: expectedTerms(config, condition, currency.mint ?? null),
      decideReward,
      rewardStake,
      maxRatio: input.maxRatio ?? proposeMaxRatio(input.condition, config.settings),
      initialStake: initialStake
        ? { outcome: encodeOutcome(initialStake.outcome), amount: initialStake.amount }
        : null,
      evidence: token ? await getCreationEvidence({ type: condition.type, token }) : [],
      ...(position && { position }),
      ...(creatorToken && { creatorToken }),
      ...currency,
    })
    return { market, instructions: [instruction] }
  }

  /** Cancels a market of the signer that nobody has staked on; its rent goes back to the signer. */
  async cancel(market: MarketRef, options: SendOptions = {}): Promise<Sent> {
    const loaded = await this.chain.market(market)
    const creator = this.sender.signer(options)
    const currency = await this.currencies.of(loaded)
    const cancel = await getCancelMarketInstructionAsync({ creator, market: loaded.address, ...currency })
    return this.sender.send([cancel], options)
  }

  /**
   * Follows a market: calls the listener with its state at once, then with every change, and with `null` while it does
   * not exist. After a lost connection it is read again.
   */
  follow(
    market: MarketRef,
    listener: (market: FetchedMarket | null, slot: number) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    return followAccount(this.feed(), marketAddress(market), decoders.market, listener, options)
  }

  /** Follows the markets that match a filter: calls the listener with all of them, then with every change. */
  followAll(
    filter: MarketFilter,
    listener: (change: MarketsChangeOf<Address>) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    const decoder = { decode: decoders.market, toKey: (key: string) => key as Address }
    return followMarkets(this.feed(), filter, decoder, listener, options)
  }

  async #freshNonce(): Promise<bigint> {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    return (await this.chain.time()) * 1_000n + BigInt(random % NONCE_SPREAD)
  }

  async #withQuestions(markets: readonly FetchedMarket[]): Promise<ListedMarket[]> {
    const questions = await this.chain.questions(markets.map(({ address }) => address))
    return markets
      .map((market) => ({ ...market, question: questions.get(market.address) ?? null }))
      .sort((one, other) => Number(one.expireAt - other.expireAt))
  }
}
