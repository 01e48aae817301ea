// The Kit client's `client.bets`: quotes and places bets, and claims payouts.

import type { Address, Instruction, TransactionSigner } from '@solana/kit'
import type { PositionOf } from '../../core/accounts/shapes.ts'
import { accountSize } from '../../core/coder.ts'
import { type Feed, type FollowOptions, followAccount, type Unsubscribe } from '../../core/follow/accounts.ts'
import type { FeedCheck } from '../../core/oracle/feed-check.ts'
import { type Quote, quote } from '../../core/rules/odds.ts'
import type { Outcome } from '../../core/shapes.ts'
import type { Sent } from '../../core/transaction/confirmation.ts'
import { isPositionMissing, NoPositionError } from '../../core/transaction/failures.ts'
import { getBetEvidence } from '../evidence.ts'
import {
  findPositionPda,
  getClaimPositionInstructionAsync,
  getPlaceBetInstructionAsync,
} from '../generated/index.ts'
import { type Chain, decoders, type Fetched, type MarketRef, marketAddress } from './chain.ts'
import type { Currencies } from './currencies.ts'
import { encodeOutcome } from './outcome.ts'
import type { Sender, SendOptions } from './sender.ts'

/** A bet to place. */
export interface BetInput {
  market: MarketRef
  outcome: Outcome
  /** Base units. */
  amount: bigint
  /** The minimum payout if this side wins with the pools right after the bet, in base units. */
  minPayout?: bigint | undefined
}

/** `client.bets`: quotes and places bets, and claims what they have won. */
export class Bets {
  constructor(
    private readonly chain: Chain,
    private readonly currencies: Currencies,
    private readonly sender: Sender,
    private readonly feeds: FeedCheck,
    private readonly feed: () => Feed<Address>,
  ) {}

  /** The payout of a bet, and how it would move the odds. */
  async quote({ market, outcome, amount }: BetInput): Promise<Quote> {
    const { pools, terms } = await this.chain.market(market)
    return quote({ pools, outcome, amount, shares: terms })
  }

  /**
   * Stakes on a side. With `prices`, the client checks the feed that decides the market first.
   *
   * @throws FeedRefusedError if the feed has stopped publishing, or is scheduled to be closed at the expiry
   */
  async place(input: BetInput, options: SendOptions = {}): Promise<Sent> {
    return this.sender.send(await this.buildPlace(input, this.sender.signer(options)), options, true)
  }

  /** Builds {@link place}, with the evidence that the condition needs. */
  async buildPlace(input: BetInput, bettor: TransactionSigner): Promise<Instruction[]> {
    const { outcome, amount, minPayout = 0n } = input
    const market = await this.chain.market(input.market)
    await this.feeds.bet(market, () => this.chain.time())
    const currency = await this.currencies.of(market)
    const bettorToken = await this.currencies.tokens(currency, bettor.address)
    const { condition, token } = market
    return [
      await getPlaceBetInstructionAsync({
        bettor,
        market: market.address,
        stake: { outcome: encodeOutcome(outcome), amount },
        minPayout,
        evidence: token ? await getBetEvidence({ type: condition.type, token }) : [],
        ...(bettorToken && { bettorToken }),
        ...currency,
      }),
    ]
  }

  /**
   * Pays the signer's own position.
   *
   * @throws NoPositionError if it has been paid already
   */
  async claim(market: MarketRef, options: SendOptions = {}): Promise<Sent> {
    const owner = this.sender.signer(options)
    try {
      return await this.sender.send(await this.buildClaim(market, owner), options)
    } catch (cause) {
      const isMissing = isPositionMissing(cause) && !(await this.position(market, owner.address))
      throw isMissing ? new NoPositionError({ cause }) : cause
    }
  }

  /** Builds {@link claim}; creates the owner's associated token account if it is missing. */
  async buildClaim(market: MarketRef, owner: TransactionSigner): Promise<Instruction[]> {
    const loaded = await this.chain.market(market)
    const currency = await this.currencies.of(loaded)
    const ownerToken = await this.currencies.tokens(currency, owner.address)
    const create = await this.currencies.ensure(currency, owner.address, owner)
    const tokens = ownerToken && { ownerToken }
    const accounts = { owner, market: loaded.address, ...tokens, ...currency }
    return [...create, await getClaimPositionInstructionAsync(accounts)]
  }

  /** The position of an owner in a market; `null` if there is none, or it has been settled. */
  async position(market: MarketRef, owner: Address): Promise<Fetched<PositionOf<Address>> | null> {
    const [key] = await findPositionPda({ market: marketAddress(market), owner })
    return this.chain.optional(key, decoders.position)
  }

  /** The open positions that match a filter, all by default, in no particular order. */
  positions(filter: { market?: Address | undefined; owner?: Address | undefined } = {}) {
    return this.chain.positions(filter)
  }

  /** Lamports that a first bet in a market pays besides the stake: `deposit`, which comes back, and `reward`. */
  async costs(market: MarketRef): Promise<{ deposit: bigint; reward: bigint }> {
    const { terms } = await this.chain.market(market)
    return { deposit: await this.chain.rent(accountSize('position')), reward: terms.settleReward }
  }

  /** Follows the position of an owner in a market, as `client.markets.follow` does a market. */
  followPosition(
    position: Address,
    listener: (position: Fetched<PositionOf<Address>> | null, slot: number) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    return followAccount(this.feed(), position, decoders.position, listener, options)
  }
}
