import { type Auction, burnPrice, largestPurchase, PRICE_BITS, quoteBurn } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'

const SOL = 1_000_000_000n

/** A vault with this much for sale at 1,000 tokens of 6 decimals for one SOL. */
function vault(forSale: bigint, change: Partial<Auction> = {}): Auction {
  return {
    auction: { halfLife: 150, smallestLot: SOL },
    forSale,
    price: { value: 1_000_000_000n << PRICE_BITS, floor: 0n },
    pricedAt: 1_000n,
    ...change,
  }
}

describe('the burn auction', () => {
  it('costs what its price says, rounded up', () => {
    const { tokens, price, after } = quoteBurn(vault(32n * SOL), SOL, 1_000n)
    expect(tokens).to.equal(1_000_000_000n)
    // Half of a lot of 2 SOL: the price is one and a half times as high.
    expect(after).to.deep.equal({ value: (price * 3n) / 2n, floor: (price * 3n) / 32n })
    expect(quoteBurn(vault(SOL / 100n), SOL / 100n, 1_000n).tokens).to.equal(10_000_000n)
    const cheap = vault(32n * SOL, { price: { value: 1n, floor: 0n } })
    expect(quoteBurn(cheap, SOL, 1_000n).tokens).to.equal(1n)
  })

  it('halves its price with every half-life, linearly in between', () => {
    const { value } = vault(SOL).price
    const at = (slot: bigint) => burnPrice(vault(SOL), slot).value
    expect([at(1_000n), at(1_075n), at(1_150n), at(1_300n)]).to.deep.equal([
      value,
      (value * 3n) / 4n,
      value / 2n,
      value / 4n,
    ])
    expect(at(2n ** 63n)).to.equal(1n)
  })

  it('holds its price while less than a lot is for sale, or the slot is an older one', () => {
    expect(burnPrice(vault(SOL - 1n), 2n ** 63n)).to.deep.equal(vault(SOL).price)
    expect(burnPrice(vault(SOL), 1n)).to.deep.equal(vault(SOL).price)
  })

  it('takes purchases from 0.01 SOL to a lot', () => {
    expect(largestPurchase(vault(SOL))).to.equal(SOL)
    expect(largestPurchase(vault(160n * SOL))).to.equal(10n * SOL)
    expect(() => quoteBurn(vault(SOL), SOL + 1n, 0n)).to.throw(
      'lamports: must be from 10000000 to 1000000000',
    )
    expect(() => quoteBurn(vault(SOL / 100n - 1n), 1n, 0n)).to.throw('too little is for sale')
  })

  it('raises its floor in proportion to what is bought', () => {
    const { value } = vault(SOL).price
    const floorAfter = (lamports: bigint) => quoteBurn(vault(16n * SOL), lamports, 1_000n).after.floor
    // A whole lot: an eighth of the doubled price. A hundredth of it: about a hundredth of an eighth.
    expect(floorAfter(SOL)).to.equal(value / 4n)
    expect(floorAfter(SOL / 100n)).to.equal((value * 101n) / 80_000n)
    const high = vault(16n * SOL, { price: { value, floor: value } })
    expect(quoteBurn(high, SOL, 1_000n).after.floor).to.equal(value)
  })

  it('never rises while nobody buys, and never sells parts for less than the whole', () => {
    const amount = fc.bigInt({ min: SOL / 50n, max: 2n * SOL })
    fc.assert(
      fc.property(
        amount,
        fc.bigInt(0n, 100_000n),
        fc.bigInt(0n, 100_000n),
        fc.nat(98),
        (lamports, a, b, part) => {
          const start = vault(32n * SOL)
          const slot = 1_000n + a
          expect(burnPrice(start, slot + b).value <= burnPrice(start, slot).value).to.equal(true)
          const first = (lamports * BigInt(part + 1)) / 100n
          if (first < SOL / 100n || lamports - first < SOL / 100n) return
          const whole = quoteBurn(start, lamports, slot)
          const one = quoteBurn(start, first, slot)
          const rest = { ...start, forSale: start.forSale - first, price: one.after, pricedAt: slot }
          const two = quoteBurn(rest, lamports - first, slot)
          expect(one.tokens + two.tokens >= whole.tokens).to.equal(true)
          expect(two.after.value >= whole.after.value).to.equal(true)
        },
      ),
    )
  })
})
