import type { Comparison } from '@prediction-market/sdk/condition'
import { meets } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'

const COUNT = fc.oneof(fc.bigInt(0n, 5_000n), fc.bigInt(0n, 2n ** 64n - 1n))

/** Compares value and target exactly, as the program does. */
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
