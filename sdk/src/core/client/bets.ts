import { type PositionFilterOf, positionBytes } from '../accounts/memcmp.ts'
import type { PositionOf } from '../accounts/shapes.ts'
import { findPosition } from '../addresses.ts'
import { type FollowOptions, followAccount, type Unsubscribe } from '../follow/accounts.ts'
import { ensureTokenAccount } from '../instructions/currency.ts'
import { claimPosition, placeBet } from '../instructions/place-bet.ts'
import { betEvidence } from '../oracle/evidence.ts'
import { type Quote, quote } from '../rules/odds.ts'
import type { Outcome } from '../shapes.ts'
import type { Sent } from '../transaction/confirmation.ts'
import { isPositionMissing, NoPositionError } from '../transaction/errors.ts'
import type { SendOptions } from '../transaction/options.ts'
import type { AddressInput, Fetched, Library } from '../wire.ts'
import type { Costs } from './currencies.ts'
import type { BetInput, ClaimInput } from './inputs.ts'
import { ClientPart } from './part.ts'
import type { MarketRefOf } from './reader.ts'

/** `client.bets`: quotes and places bets, and claims what they have won. */
export class Bets<L extends Library> extends ClientPart<L> {
  /** The payout of a bet, and how it would move the odds. */
  async quote(bet: { market: MarketRefOf<L>; outcome: Outcome; amount: bigint }): Promise<Quote> {
    const { pools, terms } = await this.reader.market(bet.market)
    return quote({ pools, outcome: bet.outcome, amount: bet.amount, shares: terms })
  }

  /**
   * Stakes on a side. With `prices`, the client checks the feed that decides the market first.
   *
   * @throws FeedRefusedError if the feed has stopped publishing, or is scheduled to be closed at the expiry
   */
  place(input: Omit<BetInput<L>, 'bettor'>, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sendBuilt((bettor) => this.buildPlace({ ...input, bettor }), { isUnique: true, ...options })
  }

  /** Builds {@link place}. */
  async buildPlace({ market, ...bet }: BetInput<L>): Promise<L['Instruction'][]> {
    const loaded = await this.reader.market(market)
    await this.feeds.bet(loaded, () => this.reader.chainTime())
    const currency = await this.currencies.of(loaded)
    const { wire } = this.reader
    const evidence = betEvidence(wire, loaded)
    return [placeBet(wire, { ...bet, ...currency, market: loaded.address, evidence })]
  }

  /** Pays the signer's own position. @throws NoPositionError if it has been paid already */
  async claim(input: Omit<ClaimInput<L>, 'owner'>, options: SendOptions<L> = {}): Promise<Sent> {
    const owner = this.sender.signer(options)
    try {
      return await this.sender.send(await this.buildClaim({ ...input, owner }), options)
    } catch (cause) {
      if (isPositionMissing(cause) && !(await this.position(input.market, owner)))
        throw new NoPositionError({ cause })
      throw cause
    }
  }

  /** Builds {@link claim}; creates the owner's associated token account if it is missing. */
  async buildClaim(input: ClaimInput<L>): Promise<L['Instruction'][]> {
    const loaded = await this.reader.market(input.market)
    const currency = await this.currencies.of(loaded)
    const { wire } = this.reader
    const claim = claimPosition(wire, { ...input, ...currency, market: loaded.address })
    const owner = wire.address('owner', input.owner)
    return [...(input.ownerToken ? [] : ensureTokenAccount(wire, currency, owner, owner)), claim]
  }

  /** The position of an owner in a market; `null` if there is none, or it has been settled. */
  position(
    market: MarketRefOf<L>,
    owner: AddressInput<L>,
  ): Promise<Fetched<PositionOf<L['Address']>, L['Address']> | null> {
    return this.reader.optional(this.addressOf(market, owner), this.reader.decode.position)
  }

  /** The open positions that match a filter, all by default, in no particular order. */
  positions(filter: PositionFilterOf<L> = {}): Promise<Fetched<PositionOf<L['Address']>, L['Address']>[]> {
    return this.reader.all(positionBytes(this.reader.wire, filter), this.reader.decode.position)
  }

  /**
   * Lamports that a first bet in a market pays besides the stake: the rent of the position, which comes back with the
   * payout, and the reward for whoever settles it. Nothing if the owner, where one is given, has a position already.
   */
  async costs(market: MarketRefOf<L>, owner?: AddressInput<L>): Promise<Costs> {
    if (owner && (await this.position(market, owner))) return { deposit: 0n, reward: 0n }
    const [{ terms }, deposit] = await Promise.all([this.reader.market(market), this.rent()])
    return { deposit, reward: terms.settleReward }
  }

  /** Lamports for the rent of a position in any market. */
  rent(): Promise<bigint> {
    return this.reader.rent('position')
  }

  /** Follows the position of an owner in a market, as `client.markets.follow` does a market. */
  followPosition(
    market: MarketRefOf<L>,
    owner: AddressInput<L>,
    listener: (position: Fetched<PositionOf<L['Address']>, L['Address']> | null, slot: number) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    const address = this.addressOf(market, owner)
    const { wire, decode } = this.reader
    return followAccount(wire, address, decode.position, listener, options)
  }

  private addressOf(market: MarketRefOf<L>, owner: AddressInput<L>) {
    return findPosition(this.reader.wire, this.reader.address(market), owner)
  }
}
