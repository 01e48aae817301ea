// `client.markets`: opens, finds, lists and follows markets.

import { type MarketFilterOf, marketBytes, questionBytes } from '../accounts/memcmp.ts'
import { findFeeVault, findMarket, findQuestion, marketIdOf } from '../addresses.ts'
import type { Condition } from '../condition/types.ts'
import { dataOf, type FollowOptions, followAccount, type Unsubscribe } from '../follow/accounts.ts'
import { followMarkets, type MarketsChangeOf } from '../follow/markets.ts'
import { isToken } from '../instructions/currency.ts'
import { cancelMarket } from '../instructions/market-steps.ts'
import { creationEvidence } from '../oracle/evidence.ts'
import { fetchState } from '../oracle/state.ts'
import { acceptsBets } from '../rules/dates.ts'
import { proposeRewardStake } from '../rules/rewards.ts'
import { expectedTerms, proposeMaxRatio } from '../rules/terms.ts'
import type { SettingsOf } from '../shapes.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SendOptions } from '../transaction/options.ts'
import type { Library } from '../wire.ts'
import { type Costs, creationCosts, type NewMarketCosts } from './currencies.ts'
import type { OpenMarketInput } from './inputs.ts'
import { ClientPart } from './part.ts'
import type { FetchedMarket, MarketRefOf } from './reader.ts'

/** A market and the text of its question; `null` if its account is closed. */
export type ListedMarketOf<L extends Library> = FetchedMarket<L> & { question: string | null }

/** An opened market. */
export interface CreatedMarketOf<L extends Library> extends Sent {
  market: L['Address']
  /** `market_` and its address. */
  id: string
  /** The condition that it was opened with. */
  condition: Condition
}

/** How far from the chain's clock a new nonce may lie, in milliseconds: creators share no counter. */
const NONCE_SPREAD = 60_000

/** `client.markets`: opens, finds, lists and follows markets. */
export class Markets<L extends Library> extends ClientPart<L> {
  /**
   * Opens a market. Without a condition, it is derived from the question: before you open it, show your user
   * `describeCondition` of the result of `parseQuestion`. With `prices`, the client checks the feed that decides it
   * first.
   *
   * @throws InvalidInputError if no condition is given and none can be derived
   * @throws FeedRefusedError if the feed is scheduled to be closed when it decides, or is too uncertain now
   */
  async create(
    input: Omit<OpenMarketInput<L>, 'creator'>,
    options: SendOptions<L> = {},
  ): Promise<CreatedMarketOf<L>> {
    const creator = this.sender.signer(options)
    const { market, condition, instructions } = await this.buildCreate({ ...input, creator })
    const sent = await this.sender.send(instructions, options)
    return { ...sent, market, id: marketIdOf(this.reader.wire.text(market)), condition }
  }

  /** Builds {@link create}. Fetches the chain's clock for a nonce, and the configuration for the terms. */
  async buildCreate(
    input: OpenMarketInput<L>,
  ): Promise<{ market: L['Address']; condition: Condition; instructions: L['Instruction'][] }> {
    const { wire } = this.reader
    const nonce = input.nonce ?? (await this.freshNonce())
    const token = input.token ? wire.address('token', input.token) : null
    const condition = input.condition ?? (await this.derive({ ...input, token }))
    const config = await this.reader.config()
    const named = await this.currencies.named(input.currency, config)
    const currency = isToken(named) ? named : null
    const expected = input.expected ?? expectedTerms(config, condition, named.mint)
    const evidence = input.evidence ?? creationEvidence(wire, { condition, token })
    const { decideReward = config.settings.decideReward } = input
    const vault = () => this.reader.required('fee vault', findFeeVault(wire), this.reader.decode.feeVault)
    const rewardStake = currency
      ? (input.rewardStake ?? proposeRewardStake(decideReward, config.settings, await vault()))
      : 0n
    const { maxRatio = proposeMaxRatio(condition, config.settings) } = input
    const terms = { expected, decideReward, rewardStake, maxRatio }
    const opened = { ...input, condition, nonce, token, currency, ...terms, evidence }
    const market = findMarket(wire, input.creator, nonce)
    // Most pages open no market: bundlers load its checks when they are needed.
    const { createMarket } = await import('../instructions/create-market.ts')
    const instruction = createMarket(wire, opened)
    await this.feeds.market(input, condition, config.settings, () => this.reader.chainTime())
    return { market, condition, instructions: [instruction] }
  }

  /**
   * Lamports that a creator pays for a market besides an initial stake: rent and rewards.
   *
   * @param settings - of the configuration, which is fetched by default
   */
  async costs(
    market: NewMarketCosts,
    settings?: Pick<SettingsOf<unknown>, 'decideReward' | 'settleReward'>,
  ): Promise<Costs> {
    return creationCosts(this.reader, settings ?? (await this.reader.config()).settings, market)
  }

  /** Cancels a market of the signer that nobody has staked on; its rent goes back to the signer. */
  async cancel(input: { market: MarketRefOf<L> }, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sender.send(await this.buildCancel(input), options)
  }

  /** Builds {@link cancel}. */
  async buildCancel({ market }: { market: MarketRefOf<L> }): Promise<L['Instruction'][]> {
    const { address, creator, mint } = await this.reader.market(market)
    const currency = await this.currencies.of({ mint })
    return [cancelMarket(this.reader.wire, { market: address, creator, ...currency })]
  }

  /** A market; `null` if it does not exist or is closed. */
  get(market: MarketRefOf<L>): Promise<FetchedMarket<L> | null> {
    return this.reader.optional(this.reader.address(market), this.reader.decode.market)
  }

  /** The markets that match a filter, all by default, in no particular order. */
  all(filter: MarketFilterOf<L> = {}): Promise<FetchedMarket<L>[]> {
    return this.reader.all(marketBytes(this.reader.wire, filter), this.reader.decode.market)
  }

  /** The markets that match a filter with their questions, those that expire first at the top. */
  async list(filter: MarketFilterOf<L> = {}): Promise<ListedMarketOf<L>[]> {
    return this.withQuestions(await this.all(filter))
  }

  /** The markets that take bets now, by the chain's clock, with their questions; those that close first at the top. */
  async acceptingBets(filter: Omit<MarketFilterOf<L>, 'status'> = {}): Promise<ListedMarketOf<L>[]> {
    const [now, markets] = await Promise.all([
      this.reader.chainTime(),
      this.all({ ...filter, status: 'open' }),
    ])
    const open = await this.withQuestions(markets.filter((market) => acceptsBets(market, now)))
    return open.sort((one, other) => Number(one.closeAt - other.closeAt))
  }

  /** The text of a market's question; `null` if the market does not exist or is closed. */
  async question(market: MarketRefOf<L>): Promise<string | null> {
    const address = findQuestion(this.reader.wire, this.reader.address(market))
    return (await this.reader.optional(address, this.reader.decode.question))?.text ?? null
  }

  /** Questions by the address of their market in base58: all in one call, or the given ones, 100 to a call. */
  async questions(markets?: readonly MarketRefOf<L>[]): Promise<Map<string, string>> {
    const { wire, decode } = this.reader
    const addresses = markets?.map((market) => findQuestion(wire, this.reader.address(market)))
    const questions = addresses
      ? await this.reader.some(addresses, decode.question)
      : await this.reader.all(questionBytes(wire, {}), decode.question)
    return new Map(questions.map(({ market, text }) => [wire.text(market), text]))
  }

  /**
   * Follows a market: calls the listener with its state at once, then with every change, and with `null` while it does
   * not exist. After a lost connection it is read again.
   */
  follow(
    market: MarketRefOf<L>,
    listener: (market: FetchedMarket<L> | null, slot: number) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    const { wire, decode } = this.reader
    return followAccount(wire, this.reader.address(market), decode.market, listener, options)
  }

  /** Follows the markets that match a filter: calls the listener with all of them, then with every change. */
  followAll(
    { status, ...filter }: MarketFilterOf<L>,
    listener: (change: MarketsChangeOf<L['Address']>) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    const { wire, decode } = this.reader
    const decoder = (data: Uint8Array, address: string) => ({
      ...decode.market(data),
      address: wire.constant(address),
    })
    return followMarkets(wire, marketBytes(wire, filter), status, decoder, listener, options)
  }

  /** Calls the listener whenever a market changes, with `null` once it has been closed; nothing while disconnected. */
  onChange(
    market: MarketRefOf<L>,
    listener: (market: FetchedMarket<L> | null, slot: number) => void,
  ): Unsubscribe {
    const { wire, decode } = this.reader
    const address = this.reader.address(market)
    return wire.watchAccount(
      address,
      (account, slot) => {
        const data = dataOf(wire, account)
        listener(data && { ...decode.market(data), address }, slot)
      },
      () => {},
    )
  }

  private async derive(input: Omit<OpenMarketInput<L>, 'token'> & { token: L['Address'] | null }) {
    const { wire } = this.reader
    const { token } = input
    const now = await this.reader.chainTime()
    const fetch = async (addresses: readonly L['Address'][]) => (await wire.accounts(addresses)).accounts
    const { deriveCondition } = await import('./derive.ts')
    return deriveCondition({ ...input, tokenAddress: token && wire.text(token), now }, await this.parser(), {
      prices: this.sources.prices,
      state: async (reading) => (token && (await fetchState(wire, reading, [token], fetch))[0]) ?? null,
    })
  }

  private async freshNonce(): Promise<bigint> {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    return (await this.reader.chainTime()) * 1_000n + BigInt(random % NONCE_SPREAD)
  }

  private async withQuestions(markets: readonly FetchedMarket<L>[]): Promise<ListedMarketOf<L>[]> {
    const questions = await this.questions(markets)
    return markets
      .map((market) => ({
        ...market,
        question: questions.get(this.reader.wire.text(market.address)) ?? null,
      }))
      .sort((one, other) => Number(one.expireAt - other.expireAt))
  }
}
