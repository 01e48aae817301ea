// Simulates the burn auction over weeks, slot by slot.

import {
  type Auction,
  burnPrice,
  FLOOR_HALF_LIVES,
  largestPurchase,
  MIN_PURCHASE,
  PRICE_BITS,
  quoteBurn,
} from '@prediction-market/sdk/rules'

/** Slots of an hour, at 200 ms each. */
export const HOUR = 18_000

export const DAY = 24 * HOUR

/** Slots between two moments that are simulated. */
const STEP = 50

const SOL = 1_000_000_000

/** Lamports for sale that are worth a transaction. */
const LEAST = BigInt(SOL / 100)

/** Base units of one token. */
const UNIT = 1_000_000

/** What a price with fractional bits is divided by. */
const SCALE = UNIT * 2 ** Number(PRICE_BITS)

/** A bidder. Every `looksEvery` slots it buys, again and again, while the price is at most what it pays. */
export interface Bidder {
  looksEvery: number
  /** The most that it pays, as a multiple of the fair price. */
  pays: number
  /** Lamports of one purchase at most. */
  atMost?: number
  /** Whether, after the first sale, it buys only once the price lies on its floor. */
  waitsForFloor?: boolean
}

/** A sale to simulate. Times are slots. */
export interface Scenario {
  name: string
  bidders: readonly Bidder[]
  /** Lamports that come in between two slots. */
  inflow: (from: number, to: number) => number
  /** Tokens that one SOL is worth. */
  fair: (slot: number) => number
  slots: number
  firstPrice: number
}

/** The price and the fair price in a slot, in tokens for one SOL. */
export interface Point {
  slot: number
  price: number
  fair: number
}

/** The result of a simulation. */
export interface Sale {
  /** Tokens burned, as a share of the fair value of the SOL when it was sold. */
  share: number
  /** Hours that SOL lay until it was sold, on average and at most. */
  meanHours: number
  longestHours: number
  /** SOL sold, and left at the end. */
  sold: number
  left: number
  purchases: Point[]
  prices: Point[]
}

/** Simulates a sale with the arithmetic of the SDK, which is that of the program. */
export function simulate({ bidders, inflow, fair, slots, firstPrice }: Scenario): Sale {
  const vault: Auction = {
    auction: { halfLife: 54_000, smallestLot: BigInt(SOL) },
    forSale: 0n,
    price: { value: BigInt(Math.round(firstPrice * UNIT)) << PRICE_BITS, floor: 0n },
    pricedAt: 0n,
  }
  /** What came in and is not sold yet, oldest first, by ten minutes. */
  const lying: { slot: number; lamports: number }[] = []
  const sale = { value: 0, tokens: 0, hours: 0, longest: 0, sold: 0 }
  const purchases: Point[] = []
  const prices: Point[] = []
  const highest = Math.max(...bidders.map(({ pays }) => pays))
  for (let slot = STEP; slot <= slots; slot += STEP) {
    const now = BigInt(slot)
    const came = inflow(slot - STEP, slot)
    if (came > 0) {
      receive(vault, BigInt(came), now)
      const last = lying.at(-1)
      if (last && slot - last.slot < HOUR / 6) last.lamports += came
      else lying.push({ slot, lamports: came })
    }
    const worth = fair(slot)
    const isCheap = roughPrice(vault, slot) <= worth * highest * 1.001
    for (const bidder of isCheap ? bidders : []) {
      if (slot % bidder.looksEvery >= STEP) continue
      for (;;) {
        const lamports = wanted(bidder, vault, now, worth)
        if (lamports === 0n) break
        const quote = quoteBurn(vault, lamports, now)
        vault.price = quote.after
        vault.pricedAt = now
        vault.forSale -= lamports
        const sol = Number(lamports) / SOL
        purchases.push({ slot, price: tokens(quote.price), fair: worth })
        sale.tokens += Number(quote.tokens) / UNIT
        sale.value += sol * worth
        sale.sold += sol
        for (const { hours, share } of take(lying, Number(lamports), slot)) {
          sale.hours += hours * share
          sale.longest = Math.max(sale.longest, hours)
        }
      }
    }
    if (slot % HOUR < STEP) prices.push({ slot, price: tokens(burnPrice(vault, now).value), fair: worth })
  }
  return {
    share: sale.tokens / sale.value,
    meanHours: sale.hours / sale.sold,
    longestHours: sale.longest,
    sold: sale.sold,
    left: Number(vault.forSale) / SOL,
    purchases,
    prices,
  }
}

function tokens(price: bigint): number {
  return Number(price) / SCALE
}

/** About the price in a slot, in tokens for one SOL: many times faster than exactly, to skip slots without a bid. */
function roughPrice({ auction, forSale, price, pricedAt }: Auction, slot: number): number {
  const halfLives = forSale >= auction.smallestLot ? (slot - Number(pricedAt)) / auction.halfLife : 0
  const whole = Math.floor(halfLives)
  const floor = tokens(price.floor) * 0.5 ** (halfLives / FLOOR_HALF_LIVES)
  return Math.max((tokens(price.value) * 0.5 ** whole * (2 - (halfLives - whole))) / 2, floor)
}

/** Puts lamports up for sale, as the program does: the clock of the price stood while there was less than a lot. */
function receive(vault: Auction, lamports: bigint, slot: bigint): void {
  const wasFalling = vault.forSale >= vault.auction.smallestLot
  vault.forSale += lamports
  if (!wasFalling && vault.forSale >= vault.auction.smallestLot) vault.pricedAt = slot
}

/** The lamports that a bidder buys now; 0 for none. */
function wanted({ pays, atMost, waitsForFloor }: Bidder, vault: Auction, slot: bigint, fair: number): bigint {
  const most = largestPurchase(vault)
  const lamports = atMost !== undefined && BigInt(atMost) < most ? BigInt(atMost) : most
  if (vault.forSale < LEAST || lamports < BigInt(MIN_PURCHASE)) return 0n
  const { value, floor } = burnPrice(vault, slot)
  const price = tokens(value)
  if (waitsForFloor && floor > 0n && value > floor) return 0n
  return price <= fair * pays ? lamports : 0n
}

/** Takes sold lamports off what lay longest; returns hours and SOL of each part. */
function take(lying: { slot: number; lamports: number }[], lamports: number, slot: number) {
  const parts: { hours: number; share: number }[] = []
  let left = lamports
  while (left > 0 && lying[0]) {
    const [oldest] = lying
    const part = Math.min(left, oldest.lamports)
    parts.push({ hours: (slot - oldest.slot) / HOUR, share: part / SOL })
    oldest.lamports -= part
    left -= part
    if (oldest.lamports === 0) lying.shift()
  }
  return parts
}
