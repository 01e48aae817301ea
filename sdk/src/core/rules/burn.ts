// The burn auction as the program computes it: the fee vault sells its SOL for utility tokens, which are burned.

import { FLOOR_HALF_LIVES, FLOOR_PART, LOTS, MIN_PURCHASE } from '../../idl/limits.ts'
import { InvalidInputError } from '../errors.ts'
import { least, most, requireU64 } from '../numbers.ts'
import type { AuctionPrice, AuctionSettings } from '../shapes.ts'

/** Fractional bits of a price, which is in token base units for one SOL. */
export const PRICE_BITS = 32n

const PRICE_SCALE = 1_000_000_000n << PRICE_BITS

/** The fields of the fee vault that the auction's arithmetic needs; a `FeeVault` has them. */
export interface Auction {
  auction: Pick<AuctionSettings, 'halfLife' | 'smallestLot'>
  /** Lamports for sale. */
  forSale: bigint
  /** The price in the slot `pricedAt`. */
  price: AuctionPrice
  pricedAt: bigint
}

/** A purchase at the current state of the auction. */
export interface BurnQuote {
  /** Base units of the utility token that are burned. */
  tokens: bigint
  /** Token base units for one SOL, with 32 fractional bits. */
  price: bigint
  /** The price after the purchase. */
  after: AuctionPrice
}

/** The most lamports of one purchase: the smallest lot or a sixteenth of what is for sale, whichever is more. */
export function largestPurchase({ forSale, auction }: Auction): bigint {
  return least(forSale, lotOf(forSale, auction.smallestLot))
}

/**
 * The auction's price in a slot. It halves with every half-life, while at least a smallest lot is for sale.
 *
 * @param slot - the present one
 */
export function burnPrice({ auction, forSale, price, pricedAt }: Auction, slot: bigint): AuctionPrice {
  const isFalling = forSale >= auction.smallestLot && slot > pricedAt
  const slots = isFalling ? slot - pricedAt : 0n
  const halfLife = BigInt(auction.halfLife)
  const floor = halved(price.floor, slots, halfLife * BigInt(FLOOR_HALF_LIVES))
  return { value: most(halved(price.value, slots, halfLife), floor), floor }
}

/**
 * What a purchase costs in a slot, to the base unit. Until the transaction lands, the price may fall, or rise by other
 * purchases: `maxTokens` of the instruction is the limit.
 *
 * @throws InvalidInputError if that is more than one purchase can take, or less than the minimum
 */
export function quoteBurn(vault: Auction, lamports: bigint, slot: bigint): BurnQuote {
  requireU64('lamports', lamports)
  const [smallest, largest] = [BigInt(MIN_PURCHASE), largestPurchase(vault)]
  if (largest < smallest) throw new InvalidInputError('lamports', 'cannot be bought: too little is for sale')
  if (lamports < smallest || lamports > largest) {
    throw new InvalidInputError('lamports', `must be from ${smallest} to ${largest}`)
  }
  const { value: price, floor } = burnPrice(vault, slot)
  const tokens = most(ceilDivide(price * lamports, PRICE_SCALE), 1n)
  const lot = lotOf(vault.forSale, vault.auction.smallestLot)
  const value = price + ceilDivide(price * lamports, lot)
  // The floor rises in proportion to the purchase, so that tiny purchases raise it by tiny amounts.
  const raised = floor + ((value / BigInt(FLOOR_PART) - floor) * lamports) / lot
  return { tokens, price, after: { value, floor: most(floor, raised) } }
}

function lotOf(forSale: bigint, smallest: bigint): bigint {
  return most(smallest, forSale / BigInt(LOTS))
}

/** A value halved every `halfLife` slots: by whole half-lives exactly, linear in between, rounded up. */
function halved(value: bigint, slots: bigint, halfLife: bigint): bigint {
  const start = ceilDivide(value, 1n << least(slots / halfLife, 128n))
  return start - (start * (slots % halfLife)) / (2n * halfLife)
}

function ceilDivide(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor
}
