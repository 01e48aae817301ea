import { expect } from 'chai'
import { SCENARIOS } from '../../research/burn/scenarios.ts'
import { simulate } from '../../research/burn/simulate.ts'

describe('the simulated burn auction (attack 35)', function () {
  this.timeout(120_000)

  const shares = (market: string) => {
    const found = SCENARIOS.filter((scenario) => scenario.market === market)
    expect(found).to.have.length(3)
    return found.map((scenario) => simulate(scenario))
  }

  it('burns 99.6 % of the fair value with a single attentive bidder, however SOL comes in', () => {
    for (const { share, sold, left } of shares('a single bidder')) {
      expect(share).to.be.above(0.996).and.below(1)
      expect(left / (sold + left)).to.be.below(0.05)
    }
  })

  it('sells above the fair price to somebody who delays it with dust purchases', () => {
    for (const { share, sold, left } of shares('dust purchases to delay the sale')) {
      expect(share).to.be.above(1)
      expect(left / (sold + left)).to.be.below(0.1)
    }
  })
})
