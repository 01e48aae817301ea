import { burnPrice, type Auction as Computed, PRICE_BITS, quoteBurn } from '@prediction-market/sdk'
import type { Burns, Decimal } from '../../model/types.ts'
import { formatMoney, toUnits } from '../../money/amounts.ts'

/** Seconds of a slot of Solana. */
const SLOT_SECONDS = 0.4

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
   * What a purchase costs, in base units of UTILITY.
   *
   * @throws InvalidInputError if the auction does not sell that much at once, or that little
   */
  cost(lamports: bigint): bigint
}

/** The auction at a moment after it was read: between two reads the price falls with the slots. */
export function auctionAt(burns: ReadBurns, now: number): AuctionNow {
  const { start, slot } = burns.auction
  const computed: Computed = {
    auction: {
      halfLife: Number(burns.auction.halfLifeSlots),
      smallestLot: toUnits(burns.auction.smallestLot, 'SOL'),
    },
    forSale: toUnits(burns.reserved.amount, 'SOL'),
    price: { value: scaled(start.price), floor: scaled(start.floor) },
    pricedAt: BigInt(start.slot),
  }
  const elapsed = Math.max(0, Math.floor((now - burns.readAt) / SLOT_SECONDS))
  const present = BigInt(slot) + BigInt(elapsed)
  const { value, floor } = burnPrice(computed, present)
  return {
    price: (value + (1n << PRICE_BITS) - 1n) >> PRICE_BITS,
    state: stateOf(computed, value === floor),
    forSale: computed.forSale,
    least: toUnits(burns.auction.smallestPurchase, 'SOL'),
    most: toUnits(burns.auction.largestPurchase, 'SOL'),
    cost: (lamports) => quoteBurn(computed, lamports, present).tokens,
  }
}

function stateOf({ forSale, auction }: Computed, isAtFloor: boolean): AuctionNow['state'] {
  if (forSale === 0n) return 'empty'
  if (forSale < auction.smallestLot) return 'waiting'
  return isAtFloor ? 'atFloor' : 'falling'
}

/** A price in UTILITY as the SDK has it. */
function scaled(price: Decimal): bigint {
  return toUnits(price, 'UTILITY') << PRICE_BITS
}

/** How long the price takes to halve, in seconds. */
export function halfLifeSeconds({ auction }: Burns): number {
  return Number(auction.halfLifeSlots) * SLOT_SECONDS
}

/** What is wrong with an amount to buy; empty if nothing is. */
export function checkPurchase({ forSale, least, most }: AuctionNow, burns: Burns, lamports: bigint): string {
  if (forSale === 0n) return 'Nothing is for sale at the moment.'
  const { smallestPurchase, largestPurchase } = burns.auction
  if (lamports < least) return `The smallest purchase is ${formatMoney(smallestPurchase, 'SOL')}.`
  if (lamports > most) return `The largest purchase at once is ${formatMoney(largestPurchase, 'SOL')}.`
  return ''
}
