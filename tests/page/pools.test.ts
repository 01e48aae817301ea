import { expect } from 'chai'
import { formatShare, formatSigned } from '../../web/src/money/amounts.ts'
import { oddsOf, samplePayout, sampleStake } from '../../web/src/money/pools.ts'
import { sidesOf } from '../../web/src/text/sides.ts'

const feePercentage = { burn: 0.05, developer: 0.05 }

describe('page: figures from the pools', () => {
  it('are no odds while a side is empty: dust says nothing about the answer', () => {
    for (const pools of [
      { Yes: '0', No: '0' },
      { Yes: '0.001', No: '0' },
      { Yes: '0', No: '900000' },
    ]) {
      expect(oddsOf(pools)).to.equal(null)
    }
  })

  it('are never 0 or 100 percent once both sides have a stake', () => {
    const odds = oddsOf({ Yes: '900000', No: '0.001' }) ?? expect.fail()
    expect(formatShare(odds.Yes)).to.equal('>99.9%')
    expect(formatShare(odds.No)).to.equal('<0.1%')
    const even = oddsOf({ Yes: '2', No: '2' }) ?? expect.fail()
    expect(formatShare(even.Yes)).to.equal('50.0%')
  })

  it('pay what the program pays, however lopsided the pools are', () => {
    const staked = {
      pools: { Yes: '900000', No: '1' },
      feePercentage,
      maxRatio: null,
      currency: 'SOL' as const,
    }
    expect(sampleStake('SOL')).to.equal(100_000_000n)
    // 0.1 + 0.1 × 810,000 / 1.1, rounded down.
    expect(samplePayout(staked, 'No')).to.equal('73636.463636363')
    expect(samplePayout(staked, 'Yes')).to.equal('0.100000099')
    // Alone, a stake gets itself.
    expect(samplePayout({ ...staked, pools: { Yes: '5', No: '0' } }, 'Yes')).to.equal('0.1')
    // Up or down, 1.1 on the winning side win 1.375 of the other side at most: 0.1 + 0.1 × 1.2375 / 1.1.
    expect(samplePayout({ ...staked, maxRatio: '1.25' }, 'No')).to.equal('0.2125')
  })

  it('call the sides of a round Up and Down, whichever of them Yes is', () => {
    expect(sidesOf({ type: 'change', bps: 0, comparison: 'above' })).to.deep.equal({ Yes: 'Up', No: 'Down' })
    expect(sidesOf({ type: 'change', bps: '0', comparison: 'atMost' })).to.deep.equal({
      Yes: 'Down',
      No: 'Up',
    })
    expect(sidesOf({ type: 'change', bps: 100, comparison: 'atLeast' }).Yes).to.equal('Yes')
  })

  it('show at most four decimals', () => {
    expect(formatSigned('0.123456789', 'SOL')).to.equal('+0.1234')
  })
})
