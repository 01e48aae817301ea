// Finds the proof that decides a market now, in prices, attestations or accounts.

import type { MarketOf } from '../accounts/shapes.ts'
import { type Condition, type ConditionOf, kindOf, measures } from '../condition/kinds/index.ts'
import { InvalidInputError, NotDecidableError } from '../errors.ts'
import type { Measured } from '../rules/compare.ts'
import { decisionDue, proofDeadline, recordedPrice, voidAt } from '../rules/dates.ts'
import { decide, wouldDecide } from '../rules/decide.ts'
import { measurePrice, showPrice, showReference, showSupply } from '../rules/price.ts'
import { showMigration } from './pump-state.ts'
import type { PriceSource } from './pyth/price-source.ts'
import type { PriceUpdate } from './pyth/price-update.ts'

/** Sources of proofs; `Address` is the type of an account's address. */
export interface ProofSourcesOf<Address> {
  /** Pyth updates, for prices and market capitalisations: `HermesPrices`. */
  prices?: PriceSource | undefined
  /** Base URLs of attestors, for holders and events. */
  attestorUrls?: readonly string[] | undefined
  /** Posts an update that Pyth has not signed, as on the localnet, and returns its account. */
  postPrice?: ((update: PriceUpdate) => Promise<Address>) | undefined
}

/** A proof: an update to post, the account of a posted one, or an attestation. */
export interface FoundProof<Address, Attestation> {
  price?: Address | PriceUpdate
  referencePrice?: Address | PriceUpdate
  attestation?: Attestation
}

/** What a search needs besides the market. */
export interface ProofContext<Key, Address, Attestation> extends ProofSourcesOf<Address> {
  /** Fetches the supply of a token, in whole tokens; `null` if there is no such mint. */
  supplyOf(token: Key): Promise<Measured | null>
  /** Fetches the data of a token's bonding curve and of the pool that its migration creates. */
  migrationOf(token: Key): Promise<{ curve: Uint8Array | undefined; pool: Uint8Array | undefined }>
  /** The chain's clock, in unix seconds. */
  now: bigint
  /** Asks attestors for the attestation that decides the market; `null` if there is none yet. */
  collectAttestation(urls: readonly string[]): Promise<Attestation | null>
}

type PricedMarket<Key> = MarketOf<Key> & { condition: Extract<Condition, { feed: string }> }
type ChangeMarket<Key> = MarketOf<Key> & { condition: ConditionOf<'change'> }

/**
 * Finds what decides a market now: a proof, nothing if a recorded observation does, or that it can only be voided.
 *
 * @throws NotDecidableError if nothing does
 * @throws InvalidInputError if the source that its condition needs is missing
 */
export async function findProof<Key, A, S>(
  market: MarketOf<Key>,
  context: ProofContext<Key, A, S>,
): Promise<FoundProof<A, S> | 'void'> {
  const { now } = context
  if (market.status !== 'open') throw new NotDecidableError(`it is ${market.status}`, null)
  if (decide(market, null, now).kind === 'resolveRecorded') return {}
  if (now >= voidAt(market)) return 'void'
  const proof = await search(market, context)
  if (proof) return proof
  const due = decisionDue(market)
  const reason = now < due ? 'its answer is not final' : 'no source has its proof'
  throw new NotDecidableError(`${reason}; it can be decided from unix second ${due} on`, due)
}

async function search<Key, A, S>(
  market: MarketOf<Key>,
  context: ProofContext<Key, A, S>,
): Promise<FoundProof<A, S> | null> {
  switch (kindOf(market.condition).proof) {
    case 'pyth':
      return findPrice(market as PricedMarket<Key>, context)
    case 'accounts':
      return (await isStateTaken(market, context)) ? {} : null
    case 'attestors': {
      const { attestorUrls = [] } = context
      if (attestorUrls.length === 0) {
        throw new InvalidInputError('attestorUrls', 'are missing: attestors decide this market')
      }
      const attestation = await context.collectAttestation(attestorUrls)
      return attestation && { attestation }
    }
  }
}

/** Whether the program would accept the state of the accounts now. */
async function isStateTaken<Key, A, S>(
  market: MarketOf<Key>,
  context: ProofContext<Key, A, S>,
): Promise<boolean> {
  const { condition, token } = market
  const { now } = context
  if (!token) return false
  if (measures(condition, 'hasMigrated')) {
    const { curve, pool } = await context.migrationOf(token)
    return wouldDecide(market, showMigration(curve, pool, now), now)
  }
  const supply = await context.supplyOf(token)
  return supply !== null && wouldDecide(market, showSupply(market, supply, now), now)
}

async function findPrice<Key, A, S>(
  market: PricedMarket<Key>,
  context: ProofContext<Key, A, S>,
): Promise<FoundProof<A, S> | null> {
  const { prices } = context
  if (!prices) throw new InvalidInputError('prices', 'are missing: a Pyth update decides this market')
  if (isChange(market)) return findChange(market, prices, context)
  const update = (await findEarly(market, prices, context)) ?? (await findAtExpiry(market, prices, context))
  return update && { price: await shownAs(update, context) }
}

/**
 * The reference price of a change, unless it was recorded, and its price at expiry. Signed updates are submitted one
 * after the other, because two do not fit into a transaction.
 */
async function findChange<Key, A, S>(
  market: ChangeMarket<Key>,
  prices: PriceSource,
  context: ProofContext<Key, A, S>,
): Promise<FoundProof<A, S> | null> {
  const { feed, referenceAt } = market.condition
  const { now } = context
  if (recordedPrice(market)) {
    const update = await findAtExpiry(market, prices, context)
    return update && { price: await shownAs(update, context) }
  }
  const first = await prices.updateAt(feed, Number(referenceAt))
  const reference = first && showReference(market, first)
  if (!first || !wouldDecide(market, null, now, reference)) return null
  const shown = { referencePrice: await shownAs(first, context) }
  const last = now < market.expireAt ? null : await prices.updateAt(feed, Number(market.expireAt))
  const price = last && showPrice({ ...market, reference: measurePrice(first) }, last)
  const isBoth = last !== null && price !== null && wouldDecide(market, price, now, reference)
  return isBoth && !first.signed ? { ...shown, price: await shownAs(last, context) } : shown
}

function isChange<Key>(market: PricedMarket<Key>): market is ChangeMarket<Key> {
  return 'referenceAt' in market.condition
}

/** An update in the form in which it is submitted: the account of a posted one, or a signed one. */
async function shownAs<Key, A, S>(
  update: PriceUpdate,
  { postPrice }: ProofContext<Key, A, S>,
): Promise<A | PriceUpdate> {
  return update.signed || !postPrice ? update : postPrice(update)
}

/** The latest update, if it decides a market by expiry. */
async function findEarly<Key, A, S>(
  market: PricedMarket<Key>,
  prices: PriceSource,
  context: ProofContext<Key, A, S>,
) {
  const { condition } = market
  if (condition.timing !== 'byExpiry' || context.now >= proofDeadline(market)) return null
  const update = await prices.latest(condition.feed)
  return (await isPriceTaken(market, update, context)) ? update : null
}

/** The update at the expiry, if the program would accept it: posting one has a cost. */
async function findAtExpiry<Key, A, S>(
  market: PricedMarket<Key>,
  prices: PriceSource,
  context: ProofContext<Key, A, S>,
) {
  const { condition, expireAt, observation } = market
  if (context.now < expireAt || observation !== null) return null
  const update = await prices.updateAt(condition.feed, Number(expireAt))
  return update && (await isPriceTaken(market, update, context)) ? update : null
}

async function isPriceTaken<Key, A, S>(
  market: PricedMarket<Key>,
  update: PriceUpdate,
  context: ProofContext<Key, A, S>,
): Promise<boolean> {
  const { condition, token } = market
  const { now } = context
  const supply = measures(condition, 'mintSupply') && token ? await context.supplyOf(token) : null
  const shown = showPrice(market, update, supply)
  return shown !== null && wouldDecide(market, shown, now)
}
