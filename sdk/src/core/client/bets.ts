import type { TransactionInstruction } from '@solana/web3.js'
import { connectionFeed } from '../../web3/follow/feed.ts'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findPosition } from '../../web3/pda.ts'
import type { SendOptions } from '../../web3/send/options.ts'
import type { TransactionSender } from '../../web3/send/sender.ts'
import { decodePosition, type Position } from '../accounts/decode.ts'
import { type PositionFilter, positionFilters } from '../accounts/filters.ts'
import { type FollowOptions, followAccount, type Unsubscribe } from '../follow/accounts.ts'
import { claimPosition } from '../instructions/claim-position.ts'
import { placeBet } from '../instructions/place-bet.ts'
import { betEvidence } from '../oracle/evidence.ts'
import type { FeedCheck } from '../oracle/feed-check.ts'
import { type Quote, quote } from '../rules/odds.ts'
import type { Sent } from '../transaction/confirmation.ts'
import { isPositionMissing, NoPositionError } from '../transaction/failures.ts'
import type { Outcome } from '../values.ts'
import type { Costs } from './costs.ts'
import type { Currencies } from './currencies.ts'
import type { BetInput, ClaimInput } from './inputs.ts'
import { type Fetched, type MarketRef, marketAddress } from './market-ref.ts'
import type { ProgramReader } from './reader.ts'
import { ensureTokenAccount } from './token-account.ts'

/** `client.bets`: quotes and places bets, and claims what they have won. */
export class Bets {
  constructor(
    private readonly reader: ProgramReader,
    private readonly currencies: Currencies,
    private readonly sender: TransactionSender,
    private readonly feeds: FeedCheck,
  ) {}

  /** The payout of a bet, and how it would move the odds. */
  async quote(bet: { market: MarketRef; outcome: Outcome; amount: bigint }): Promise<Quote> {
    const { pools, terms } = await this.reader.market(bet.market)
    return quote({ pools, outcome: bet.outcome, amount: bet.amount, shares: terms })
  }

  /**
   * Stakes on a side. With `prices`, the client checks the feed that decides the market first.
   *
   * @throws FeedRefusedError if the feed has stopped publishing, or is scheduled to be closed at the expiry
   */
  async place(input: Omit<BetInput, 'bettor'>, options: SendOptions = {}): Promise<Sent> {
    const bettor = this.sender.signer(options).publicKey
    return this.sender.send(await this.buildPlace({ ...input, bettor }), { isUnique: true, ...options })
  }

  /** Builds {@link place}. */
  async buildPlace({ market, ...bet }: BetInput): Promise<TransactionInstruction[]> {
    const loaded = await this.reader.market(market)
    await this.feeds.bet(loaded, () => this.reader.chainTime())
    const currency = await this.currencies.of(loaded)
    const evidence = betEvidence(loaded)
    return [placeBet({ ...bet, ...currency, market: loaded.address, evidence }, this.reader.programId)]
  }

  /**
   * Pays the signer's own position.
   *
   * @throws NoPositionError if it has been paid already
   */
  async claim(input: Omit<ClaimInput, 'owner'>, options: SendOptions = {}): Promise<Sent> {
    const owner = this.sender.signer(options).publicKey
    try {
      return await this.sender.send(await this.buildClaim({ ...input, owner }), options)
    } catch (cause) {
      if (isPositionMissing(cause) && !(await this.position(input.market, owner)))
        throw new NoPositionError({ cause })
      throw cause
    }
  }

  /** Builds {@link claim}; creates the owner's associated token account if it is missing. */
  async buildClaim(input: ClaimInput): Promise<TransactionInstruction[]> {
    const loaded = await this.reader.market(input.market)
    const currency = await this.currencies.of(loaded)
    const claim = claimPosition({ ...input, ...currency, market: loaded.address }, this.reader.programId)
    const owner = requireAddress('owner', input.owner)
    return [...(input.ownerToken ? [] : ensureTokenAccount(currency, owner, owner)), claim]
  }

  /** The position of an owner in a market; `null` if there is none, or it has been settled. */
  position(market: MarketRef, owner: AddressInput): Promise<Fetched<Position> | null> {
    return this.reader.optional(this.addressOf(market, owner), decodePosition)
  }

  /** The open positions that match a filter, all by default, in no particular order. */
  positions(filter: PositionFilter = {}): Promise<Fetched<Position>[]> {
    return this.reader.all(positionFilters(filter), decodePosition)
  }

  /**
   * Lamports that a first bet in a market pays besides the stake: the rent of the position, which comes back with the
   * payout, and the reward for whoever settles it. Nothing if the owner, where one is given, has a position already.
   */
  async costs(market: MarketRef, owner?: AddressInput): Promise<Costs> {
    if (owner && (await this.position(market, owner))) return { deposit: 0n, reward: 0n }
    const [{ terms }, deposit] = await Promise.all([this.reader.market(market), this.rent()])
    return { deposit, reward: terms.settleReward }
  }

  /** Lamports for the rent of a position in any market. */
  async rent(): Promise<bigint> {
    return BigInt(await this.reader.rent('position'))
  }

  /** Follows the position of an owner in a market, as `client.markets.follow` does a market. */
  followPosition(
    market: MarketRef,
    owner: AddressInput,
    listener: (position: Fetched<Position> | null, slot: number) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    const address = this.addressOf(market, owner)
    return followAccount(connectionFeed(this.reader), address, decodePosition, listener, options)
  }

  private addressOf(market: MarketRef, owner: AddressInput) {
    return findPosition(marketAddress(market), owner, this.reader.programId)
  }
}
