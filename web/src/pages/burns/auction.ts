// Computes the burn auction at a moment, as the program does.

import { parseAmount, SOL_DECIMALS } from '@prediction-market/sdk/rest'
import { burnPrice, type Auction as Computed, PRICE_BITS, quoteBurn } from '@prediction-market/sdk/rules'
import type { Burns, Decimal } from '../../model/types.ts'

/** The state of the auction, and when it was read. */
export interface ReadBurns extends Burns {
  /** Unix seconds, by the browser's clock. */
  readAt: number
}

/** The auction at a moment, computed as the program does. */
export interface AuctionNow {
  /** Base units of UTILITY for one SOL, rounded up. */
  price: bigint
  state: 'empty' | 'waiting' | 'falling' | 'atFloor'
  /** Lamports for sale. */
  forSale: bigint
  /** Lamports that one purchase takes. */
  least: bigint
  most: bigint
  /**
   * What a purchase of lamports costs, in base units of UTILITY.
   *
   * @throws InvalidInputError if the auction does not sell that much at once, or that little
   */
  cost(units: bigint): bigint
}

/**
 * The auction at a moment after it was read: between two reads the price falls with the slots.
 *
 * @param decimals - of UTILITY
 */
export function auctionAt(burns: ReadBurns, now: number, decimals: number): AuctionNow {
  const { start, slot } = burns.auction
  const lamports = (sol: Decimal) => parseAmount(sol, SOL_DECIMALS)
  const scaled = (price: Decimal) => parseAmount(price, decimals) << PRICE_BITS
  const computed: Computed = {
    auction: {
      halfLife: Number(burns.auction.halfLifeSlots),
      smallestLot: lamports(burns.auction.smallestLot),
    },
    forSale: lamports(burns.reserved.amount),
    price: { value: scaled(start.price), floor: scaled(start.floor) },
    pricedAt: BigInt(start.slot),
  }
  const slotSeconds = secondsOfSlot(burns)
  // While nobody has measured slots, the price stays as it was read.
  const elapsed = slotSeconds === null ? 0 : Math.max(0, Math.floor((now - burns.readAt) / slotSeconds))
  const present = BigInt(slot) + BigInt(elapsed)
  const { value, floor } = burnPrice(computed, present)
  const least = lamports(burns.auction.smallestPurchase)
  return {
    price: (value + (1n << PRICE_BITS) - 1n) >> PRICE_BITS,
    state: stateOf(computed, least, value === floor),
    forSale: computed.forSale,
    least,
    most: lamports(burns.auction.largestPurchase),
    cost: (units) => quoteBurn(computed, units, present).tokens,
  }
}

function stateOf({ forSale, auction }: Computed, least: bigint, isAtFloor: boolean): AuctionNow['state'] {
  if (forSale < least) return 'empty'
  if (forSale < auction.smallestLot) return 'waiting'
  return isAtFloor ? 'atFloor' : 'falling'
}

/** How long the price takes to halve, in seconds; `null` while slots are not measured. */
export function halfLifeSeconds(burns: Burns): number | null {
  const slotSeconds = secondsOfSlot(burns)
  return slotSeconds === null ? null : Number(burns.auction.halfLifeSlots) * slotSeconds
}

function secondsOfSlot({ auction }: Burns): number | null {
  return auction.slotMilliseconds === null ? null : Number(auction.slotMilliseconds) / 1_000
}
