import { formatAmount } from '@prediction-market/sdk'
import { expect } from 'chai'
import fc from 'fast-check'
import { parsePrice } from '../../../app/src/localnet/prices/publishing.ts'
import { Walk } from '../../../app/src/localnet/prices/walk.ts'

const START = 150_00000000n
const VOLATILITY = 200_000

const seconds = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)
const prices = (walk: Walk, count: number, from = 0) =>
  seconds(count, from).map((second) => walk.at(second).price)

describe('a simulated price', () => {
  it('starts at the given price', () => {
    expect(new Walk('seed', START, VOLATILITY).at(0).price).to.equal(START)
  })

  it('is the same for the same seed and another for another', () => {
    const one = prices(new Walk('seed', START, VOLATILITY), 500)
    expect(prices(new Walk('seed', START, VOLATILITY), 500)).to.deep.equal(one)
    expect(prices(new Walk('seeds', START, VOLATILITY), 500)).not.to.deep.equal(one)
  })

  it('does not depend on the order in which its seconds are asked for', () => {
    const walk = new Walk('seed', START, VOLATILITY)
    const forward = prices(walk, 300)
    const backward = seconds(300).map((second) => walk.at(299 - second).price)
    expect(backward.reverse()).to.deep.equal(forward)
  })

  it('moves in small steps, both ways, and never far in a second', () => {
    const walk = prices(new Walk('seed', START, VOLATILITY), 5000)
    const steps = walk.slice(1).map((price, index) => price - (walk[index] ?? 0n))
    expect(steps.some((step) => step > 0n)).to.equal(true)
    expect(steps.some((step) => step < 0n)).to.equal(true)
    for (const step of steps) expect(step > -START / 500n && step < START / 500n).to.equal(true)
  })

  it('goes further the longer it walks, as a random walk does', () => {
    const spread = (length: number) => {
      const moves = seconds(200).map((index) => {
        const walk = new Walk(`seed ${index}`, START, VOLATILITY)
        const move = walk.at(length).price - START
        return Number(move < 0n ? -move : move)
      })
      return moves.reduce((sum, move) => sum + move, 0)
    }
    expect(spread(400)).to.be.greaterThan(3 * spread(4))
    expect(spread(25_600)).to.be.greaterThan(3 * spread(400))
  })

  it('stays above zero and within reach of its start, after years too', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 100 * 365 * 86_400 }), (seed, second) => {
        const { price, ema } = new Walk(seed, START, VOLATILITY).at(second)
        for (const value of [price, ema]) expect(value > START / 2n && value < START * 2n).to.equal(true)
      }),
    )
  })

  it('is held from the second it is set, and what was before stays', () => {
    const walk = new Walk('seed', START, VOLATILITY)
    const before = prices(walk, 100)
    walk.hold(100, 300_00000000n)

    expect(prices(walk, 100)).to.deep.equal(before)
    expect(new Set(prices(walk, 1000, 100))).to.deep.equal(new Set([300_00000000n]))
    expect(walk.at(100).ema).to.equal(300_00000000n)
  })

  it('takes the last of several in one second', () => {
    const walk = new Walk('seed', START, VOLATILITY)
    walk.hold(60, 1n)
    walk.hold(60, 2n)
    expect(walk.at(60).price).to.equal(2n)
  })

  it('has no second before its first', () => {
    expect(() => new Walk('seed', START, VOLATILITY).at(-1)).to.throw(RangeError)
  })
})

describe('a price as people write it', () => {
  it('is exact in the units of its feed', () => {
    expect(parsePrice('250.5', -8)).to.equal(25_050_000_000n)
    expect(parsePrice('0.0000210', -10)).to.equal(210_000n)
    expect(parsePrice('92233720368.54775807', -8)).to.equal(2n ** 63n - 1n)
    expect(parsePrice('7', 0)).to.equal(7n)
  })

  it('is read back as it was printed', () => {
    const price = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })
    fc.assert(
      fc.property(price, fc.integer({ min: -18, max: 0 }), (value, exponent) => {
        expect(parsePrice(formatAmount(value, -exponent), exponent)).to.equal(value)
      }),
    )
  })

  for (const [text, reason] of [
    ['0.123456789', 'must have at most 8 decimals'],
    ['0', 'above zero'],
    ['0.00', 'above zero'],
    ['92233720368.54775808', 'more than this feed can hold'],
    ['-1', 'plain decimal'],
    ['1e3', 'plain decimal'],
    ['.5', 'plain decimal'],
    ['', 'plain decimal'],
    ['1,000', 'plain decimal'],
  ] as const) {
    it(`is refused as ${JSON.stringify(text)}`, () => {
      expect(() => parsePrice(text, -8))
        .to.throw(reason)
        .with.property('message')
        .that.matches(/^price: /)
    })
  }
})
