import { canBeEarly } from '@prediction-market/sdk/condition'
import { periodOf } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Market } from '../../web/src/model/types.ts'
import { countsFrom, describeCounting } from '../../web/src/text/rules.ts'

/** The fields of a market that the hint depends on. */
function market(condition: Market['condition'], createdAt: number, expireAt: number, period: number): Market {
  const iso = (second: number) => new Date(second * 1_000).toISOString()
  const fields = {
    condition,
    createdAt: iso(createdAt),
    expireAt: iso(expireAt),
    bettingPeriodSeconds: String(period),
  }
  return fields as Market
}

describe('page: what it says about late stakes', () => {
  it('is the rule of the program: a stake is late until the end of the next period', () => {
    const input = fc.record({
      duration: fc.integer({ min: 15, max: 100_000 }),
      period: fc.integer({ min: 5, max: 3_600 }),
      placed: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      answered: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    })
    fc.assert(
      fc.property(input, ({ duration, period, placed, answered }) => {
        const createdAt = 1_800_000_000
        const expireAt = createdAt + duration
        const stakedAt = createdAt + Math.floor(placed * duration)
        const answer = stakedAt + Math.floor(answered * (expireAt - stakedAt))
        const shown = market({ type: 'price', timing: 'byExpiry' }, createdAt, expireAt, period)
        const from = countsFrom(shown, stakedAt) ?? expect.fail()
        const chain = { createdAt: BigInt(createdAt), expireAt: BigInt(expireAt), terms: { period } }
        const isLate = periodOf(chain, BigInt(stakedAt)) + 1n >= periodOf(chain, BigInt(answer))
        expect(answer < from).to.equal(isLate)
      }),
    )
  })

  it('is silent where no stake can be late', () => {
    const atExpiry = market({ type: 'price', timing: 'atExpiry' }, 0, 1_000, 15)
    expect(canBeEarly(atExpiry.condition)).to.equal(false)
    expect(describeCounting(atExpiry, 10)).to.equal(null)
  })

  it('names the answers that return a stake: of an event either, otherwise a Yes', () => {
    const byExpiry = market({ type: 'price', timing: 'byExpiry' }, 0, 1_000, 15)
    expect(describeCounting(byExpiry, 10)).to.contain(
      'If a Yes comes before, the stake is late and is paid back',
    )
    const event = market({ type: 'event', timing: 'atExpiry' }, 0, 1_000, 15)
    expect(describeCounting(event, 10)).to.contain('If the answer comes before')
  })
})
