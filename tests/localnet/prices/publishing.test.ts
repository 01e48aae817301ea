import { expect } from 'chai'
import { Publishing } from '../../../app/src/localnet/prices/publishing.ts'

describe('when a simulated feed publishes', () => {
  it('is every second, except while it is paused', () => {
    const publishing = new Publishing()
    publishing.change(10, { asleep: true })
    expect(publishing.firstFrom(9)).to.equal(9)
    expect(publishing.firstFrom(10)).to.equal(Number.POSITIVE_INFINITY)
    publishing.change(15, { asleep: true, confidence: 3n })
    publishing.change(20, {})
    expect([8, 9, 10, 14, 15, 19, 20, 21].map((second) => publishing.lastUpTo(second))).to.deep.equal([
      8, 9, 9, 9, 9, 9, 20, 21,
    ])
    expect([9, 10, 15, 19, 20, 21].map((second) => publishing.firstFrom(second))).to.deep.equal([
      9, 20, 20, 20, 20, 21,
    ])
  })

  it('is as certain as was set for that second', () => {
    const publishing = new Publishing()
    publishing.change(10, { confidence: 5n })
    publishing.change(10, { confidence: 7n })
    publishing.change(12, {})
    expect([9, 10, 11, 12].map((second) => publishing.confidenceAt(second))).to.deep.equal([
      undefined,
      7n,
      7n,
      undefined,
    ])
  })
})
