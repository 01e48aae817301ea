import { type Comparison, meets } from '@prediction-market/sdk'
import { expect } from 'chai'
import fc from 'fast-check'
import { signedCount } from '../../app/src/attestor/count.ts'

const COUNT = fc.oneof(fc.bigInt(0n, 5_000n), fc.bigInt(0n, 2n ** 64n - 1n))

/** What the program does: compares value and target exactly. */
function compare(count: bigint, target: string, comparison: Comparison): boolean {
  const [whole = '', fraction = ''] = target.split('.')
  const scale = 10n ** BigInt(fraction.length)
  const [value, wanted] = [count * scale, BigInt(whole + fraction)]
  if (comparison === 'above') return value > wanted
  if (comparison === 'atLeast') return value >= wanted
  return comparison === 'below' ? value < wanted : value <= wanted
}

const TARGET = fc.oneof(
  COUNT.map(String),
  fc.bigInt(0n, 10n ** 40n).map(String),
  fc
    .tuple(fc.bigInt(0n, 5_000n), fc.integer({ min: 1, max: 9 }))
    .map(([whole, tenth]) => `${whole}.${tenth}`),
)
const COMPARISON = fc.constantFrom<Comparison>('above', 'atLeast', 'below', 'atMost')

describe('the count that is signed', () => {
  it('lies on the same side of the target as the count, for every comparison', () => {
    fc.assert(
      fc.property(COUNT, TARGET, COMPARISON, (count, target, comparison) => {
        const signed = signedCount(count, { target })
        expect(compare(signed, target, comparison)).to.equal(compare(count, target, comparison))
      }),
    )
  })

  it('is exact up to 1,023 away from the target, and to a five-hundredth of the distance beyond', () => {
    fc.assert(
      fc.property(COUNT, COUNT, (count, target) => {
        const signed = signedCount(count, { target: String(target) })
        const [distance, error] = [count - target, count - signed].map((one) => (one < 0n ? -one : one))
        if ((distance ?? 0n) < 1_024n) expect(signed).to.equal(count)
        expect((error ?? 0n) * 512n <= (distance ?? 0n)).to.equal(true)
      }),
    )
  })

  it('is never larger than a u64, nor below zero', () => {
    fc.assert(
      fc.property(COUNT, TARGET, (count, target) => {
        const signed = signedCount(count, { target })
        expect(signed >= 0n && signed < 2n ** 64n).to.equal(true)
      }),
    )
  })

  it('is the same for attestors that look at a busy token a moment apart', () => {
    const target = '1000'
    expect(signedCount(1_000_000n, { target })).to.equal(signedCount(1_000_050n, { target }))
    expect(signedCount(1_000_000n, { target })).to.equal(999_400n)
  })
})

describe('a condition on holders', () => {
  it('is met when the program says so', () => {
    fc.assert(
      fc.property(COUNT, TARGET, COMPARISON, (count, target, comparison) => {
        expect(meets({ target, comparison }, { value: count, exponent: 0 })).to.equal(
          compare(count, target, comparison),
        )
      }),
    )
  })
})
