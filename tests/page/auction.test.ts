import { formatAmount } from '@prediction-market/sdk'
import {
  type Auction,
  burnPrice,
  largestPurchase,
  MIN_PURCHASE,
  PRICE_BITS,
  quoteBurn,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'
import { auctionAt, type ReadBurns } from '../../web/src/pages/burns/auction.ts'

const SOL = 1_000_000_000n

/** What the gateway says about an auction in a slot. */
function answer(vault: Auction, slot: bigint, slotMilliseconds: number | null = 400): ReadBurns {
  const price = (value: bigint) => formatAmount((value + (1n << PRICE_BITS) - 1n) >> PRICE_BITS, 6)
  const sol = (lamports: bigint) => formatAmount(lamports, 9)
  return {
    burned: { amount: 0, label: '0 UTILITY', byAuction: 0, byMarkets: 0 },
    reserved: { amount: sol(vault.forSale), label: `${sol(vault.forSale)} SOL` },
    price: price(burnPrice(vault, slot).value),
    auction: {
      smallestPurchase: sol(BigInt(MIN_PURCHASE)),
      largestPurchase: sol(largestPurchase(vault)),
      smallestLot: sol(vault.auction.smallestLot),
      halfLifeSlots: String(vault.auction.halfLife),
      slotMilliseconds,
      slot: String(slot),
      start: {
        slot: String(vault.pricedAt),
        price: price(vault.price.value),
        floor: price(vault.price.floor),
      },
    },
    mintAuthority: null,
    purchases: [],
    readAt: 1_000,
  }
}

describe('page: the burn auction between two reads', () => {
  it('has the price and the cost of the program in each slot, but for the rounding of the answer', () => {
    const input = fc.record({
      value: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      floorPart: fc.bigInt({ min: 8n, max: 100n }),
      halfLife: fc.integer({ min: 150, max: 216_000 }),
      forSale: fc.bigInt({ min: SOL / 100n, max: 1_000n * SOL }),
      before: fc.bigInt({ min: 0n, max: 1_000_000n }),
      slots: fc.integer({ min: 0, max: 1_000_000 }),
      slotMs: fc.constantFrom(200, 400, 413),
    })
    fc.assert(
      fc.property(input, ({ value, floorPart, halfLife, forSale, before, slots, slotMs }) => {
        const scaled = value << PRICE_BITS
        const vault: Auction = {
          auction: { halfLife, smallestLot: SOL },
          forSale,
          price: { value: scaled, floor: scaled / floorPart },
          pricedAt: 7n,
        }
        const read = 7n + before
        // Half a slot more keeps the sum away from its edge.
        const shown = auctionAt(answer(vault, read, slotMs), 1_000 + ((slots + 0.5) * slotMs) / 1_000, 6)
        const slot = read + BigInt(slots)
        const price = burnPrice(vault, slot).value
        const exact = (price + (1n << PRICE_BITS) - 1n) >> PRICE_BITS
        // The floor in the answer is rounded up to a base unit.
        expect(shown.price - exact).to.be.oneOf([0n, 1n])
        const cost = quoteBurn(vault, shown.least, slot).tokens
        expect(shown.cost(shown.least) - cost).to.be.oneOf([0n, 1n])
      }),
    )
  })

  it('says what the price does', () => {
    const vault = (forSale: bigint, floor: bigint): Auction => ({
      auction: { halfLife: 150, smallestLot: SOL },
      forSale,
      price: { value: 1_000n << PRICE_BITS, floor: floor << PRICE_BITS },
      pricedAt: 0n,
    })
    const stateOf = (forSale: bigint, floor: bigint) =>
      auctionAt(answer(vault(forSale, floor), 75n), 1_000, 6).state
    expect(stateOf(0n, 0n)).to.equal('empty')
    expect(stateOf(SOL - 1n, 0n)).to.equal('waiting')
    expect(stateOf(SOL, 0n)).to.equal('falling')
    expect(stateOf(SOL, 999n)).to.equal('atFloor')
  })
})
