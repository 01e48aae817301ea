// Finds the proof that decides a market now, in prices, attestations or accounts.

import type { MarketOf } from '../accounts/shapes.ts'
import { type Condition, type ConditionOf, kindOf, measures } from '../condition/kinds/index.ts'
import { InvalidInputError, NotDecidableError } from '../errors.ts'
import type { Measured } from '../rules/compare.ts'
import { decisionDue, proofDeadline, recordedPrice, voidAt } from '../rules/dates.ts'
import { decide, wouldDecide } from '../rules/decide.ts'
import { measurePrice, showPrice, showReference, showSupply } from '../rules/price.ts'
import type { AddressInput, Library, Wire } from '../wire.ts'
import type { SignedAttestation } from './attestation.ts'
import { showMigration } from './pump.ts'
import type { PriceSource, PriceUpdate } from './pyth/price-source.ts'
import { fetchMigrations, fetchState } from './state.ts'

/** Sources of proofs. */
export interface ProofSources<L extends Library> {
  /** Pyth updates, for prices and market capitalisations: `HermesPrices`. */
  prices?: PriceSource | undefined
  /** Base URLs of attestors, for holders and events. */
  attestorUrls?: readonly string[] | undefined
  /** Posts an update that Pyth has not signed, as on the localnet, and returns its account. */
  postPrice?: ((update: PriceUpdate) => Promise<AddressInput<L>>) | undefined
}

/** The proof of an answer. Empty if the program reads accounts itself, or a recorded observation decides. */
export interface Proof<L extends Library> {
  /** Proves a price or a market capitalisation: an account of the Pyth receiver, or a signed update to post. */
  price?: AddressInput<L> | PriceUpdate | undefined
  /**
   * Proves the reference price of a change that is not recorded yet: an account or a signed update. Alone it is
   * recorded; together with `price` it decides, if both are accounts.
   */
  referencePrice?: AddressInput<L> | PriceUpdate | undefined
  /** Proves a number of holders or an event: what a quorum of the market's attestors has signed. */
  attestation?: SignedAttestation<L['Address']> | undefined
}

/** What a search needs besides the market. */
interface ProofContext<L extends Library> extends ProofSources<L> {
  /** The chain's clock, in unix seconds. */
  now: bigint
  /** Asks attestors for the attestation that decides the market; `null` if there is none yet. */
  collectAttestation(urls: readonly string[]): Promise<SignedAttestation<L['Address']> | null>
}

type PricedMarket<Key> = MarketOf<Key> & { condition: Extract<Condition, { feed: string }> }
type ChangeMarket<Key> = MarketOf<Key> & { condition: ConditionOf<'change'> }

/**
 * Finds what decides a market now: a proof, nothing if a recorded observation does, or that it can only be voided.
 *
 * @throws NotDecidableError if nothing does
 * @throws InvalidInputError if the source that its condition needs is missing
 */
export async function findProof<L extends Library>(
  wire: Wire<L>,
  market: MarketOf<L['Address']>,
  context: ProofContext<L>,
): Promise<Proof<L> | 'void'> {
  const { now } = context
  if (market.status !== 'open') throw new NotDecidableError(`it is ${market.status}`, null)
  if (decide(market, null, now).kind === 'resolveRecorded') return {}
  if (now >= voidAt(market)) return 'void'
  const proof = await new ProofSearch(wire, context).proofOf(market)
  if (proof) return proof
  const due = decisionDue(market)
  const reason = now < due ? 'its answer is not final' : 'no source has its proof'
  throw new NotDecidableError(`${reason}; it can be decided from unix second ${due} on`, due)
}

/** A search for the proof of a market. */
class ProofSearch<L extends Library> {
  constructor(
    private readonly wire: Wire<L>,
    private readonly context: ProofContext<L>,
  ) {}

  async proofOf(market: MarketOf<L['Address']>): Promise<Proof<L> | null> {
    switch (kindOf(market.condition).proof) {
      case 'pyth':
        return this.findPrice(market as PricedMarket<L['Address']>)
      case 'accounts':
        return (await this.isStateTaken(market)) ? {} : null
      case 'attestors': {
        const { attestorUrls = [] } = this.context
        if (attestorUrls.length === 0) {
          throw new InvalidInputError('attestorUrls', 'are missing: attestors decide this market')
        }
        const attestation = await this.context.collectAttestation(attestorUrls)
        return attestation && { attestation }
      }
    }
  }

  private readonly fetch = async (addresses: readonly L['Address'][]) =>
    (await this.wire.accounts(addresses)).accounts

  /** The supply of a token, in whole tokens; `null` if there is no such mint. */
  private async supplyOf(token: L['Address']): Promise<Measured | null> {
    return (await fetchState(this.wire, 'mintSupply', [token], this.fetch))[0] ?? null
  }

  /** Whether the program would accept the state of the accounts now. */
  private async isStateTaken(market: MarketOf<L['Address']>): Promise<boolean> {
    const { condition, token } = market
    const { now } = this.context
    if (!token) return false
    if (measures(condition, 'hasMigrated')) {
      const [state] = await fetchMigrations(this.wire, [token], this.fetch)
      return wouldDecide(market, showMigration(state?.curve, state?.pool, now), now)
    }
    const supply = await this.supplyOf(token)
    return supply !== null && wouldDecide(market, showSupply(market, supply, now), now)
  }

  private async findPrice(market: PricedMarket<L['Address']>): Promise<Proof<L> | null> {
    const { prices } = this.context
    if (!prices) throw new InvalidInputError('prices', 'are missing: a Pyth update decides this market')
    if (isChange(market)) return this.findChange(market, prices)
    const update = (await this.findEarly(market, prices)) ?? (await this.findAtExpiry(market, prices))
    return update && { price: await this.shownAs(update) }
  }

  /**
   * The reference price of a change, unless it was recorded, and its price at expiry. Signed updates are submitted one
   * after the other, because two do not fit into a transaction.
   */
  private async findChange(market: ChangeMarket<L['Address']>, prices: PriceSource) {
    const { feed, referenceAt } = market.condition
    const { now } = this.context
    if (recordedPrice(market)) {
      const update = await this.findAtExpiry(market, prices)
      return update && { price: await this.shownAs(update) }
    }
    const first = await prices.updateAt(feed, Number(referenceAt))
    const reference = first && showReference(market, first)
    if (!first || !wouldDecide(market, null, now, reference)) return null
    const shown = { referencePrice: await this.shownAs(first) }
    const last = now < market.expireAt ? null : await prices.updateAt(feed, Number(market.expireAt))
    const price = last && showPrice({ ...market, reference: measurePrice(first) }, last)
    const isBoth = last !== null && price !== null && wouldDecide(market, price, now, reference)
    return isBoth && !first.signed ? { ...shown, price: await this.shownAs(last) } : shown
  }

  /** An update in the form in which it is submitted: the account of a posted one, or a signed one. */
  private async shownAs(update: PriceUpdate): Promise<AddressInput<L> | PriceUpdate> {
    const { postPrice } = this.context
    return update.signed || !postPrice ? update : postPrice(update)
  }

  /** The latest update, if it decides a market by expiry. */
  private async findEarly(market: PricedMarket<L['Address']>, prices: PriceSource) {
    const { condition } = market
    if (condition.timing !== 'byExpiry' || this.context.now >= proofDeadline(market)) return null
    const update = await prices.latest(condition.feed)
    return (await this.isPriceTaken(market, update)) ? update : null
  }

  /** The update at the expiry, if the program would accept it: posting one has a cost. */
  private async findAtExpiry(market: PricedMarket<L['Address']>, prices: PriceSource) {
    const { condition, expireAt, observation } = market
    if (this.context.now < expireAt || observation !== null) return null
    const update = await prices.updateAt(condition.feed, Number(expireAt))
    return update && (await this.isPriceTaken(market, update)) ? update : null
  }

  private async isPriceTaken(market: PricedMarket<L['Address']>, update: PriceUpdate): Promise<boolean> {
    const { condition, token } = market
    const supply = measures(condition, 'mintSupply') && token ? await this.supplyOf(token) : null
    const shown = showPrice(market, update, supply)
    return shown !== null && wouldDecide(market, shown, this.context.now)
  }
}

function isChange<Key>(market: PricedMarket<Key>): market is ChangeMarket<Key> {
  return 'referenceAt' in market.condition
}
