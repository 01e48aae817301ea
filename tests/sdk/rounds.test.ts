import { InvalidInputError } from '@prediction-market/sdk'
import { roundAt, seriesNumber } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'

const NOON = BigInt(Date.parse('2026-11-16T12:00:00Z') / 1_000)
const FIVE_MINUTES = { number: 7, length: 300 }
const MARGIN = 10

describe('Rounds', () => {
  it('are measured between two times of the grid, and bets end by the margin before the first', () => {
    expect(roundAt(FIVE_MINUTES, NOON, MARGIN)).to.deep.equal({
      nonce: NOON * 1_000n + 7n,
      opensAt: NOON - 10n,
      closeAt: NOON + 290n,
      referenceAt: NOON + 300n,
      expireAt: NOON + 600n,
    })
  })

  it('follow each other in the second in which betting ends', () => {
    const { closeAt, ...first } = roundAt(FIVE_MINUTES, NOON, MARGIN)
    expect(roundAt(FIVE_MINUTES, closeAt - 1n, MARGIN).nonce).to.equal(first.nonce)
    expect(roundAt(FIVE_MINUTES, closeAt, MARGIN).opensAt).to.equal(closeAt)
  })

  it('take bets in every second, one after the other, whatever the clock says', () => {
    const second = fc.bigInt(1_000_000_000n, 10_000_000_000n)
    const grid = fc.record({
      number: fc.integer({ min: 1, max: 999 }),
      length: fc.integer({ min: 12, max: 86_400 }),
    })
    fc.assert(
      fc.property(grid, second, fc.integer({ min: 2, max: 60 }), (series, now, margin) => {
        const round = roundAt(series, now, margin)
        expect(round.opensAt <= now && now < round.closeAt).to.equal(true)
        expect(round.referenceAt % BigInt(series.length)).to.equal(0n)
        expect(seriesNumber(round)).to.equal(series.number)
        expect(roundAt(series, round.closeAt, margin).referenceAt).to.equal(round.expireAt)
      }),
    )
  })

  it('have a nonce that no setting changes', () => {
    const nonces = [2, 10, 60].map((margin) => roundAt(FIVE_MINUTES, NOON + 100n, margin).nonce)
    expect(new Set(nonces).size).to.equal(1)
  })

  it('refuse a number that has no room in a nonce, and no length', () => {
    for (const grid of [
      { number: 0, length: 60 },
      { number: 1_000, length: 60 },
      { number: 1.5, length: 60 },
    ]) {
      expect(() => roundAt(grid, NOON, MARGIN), String(grid.number)).to.throw(InvalidInputError, /number/)
    }
    expect(() => roundAt({ number: 1, length: 0 }, NOON, MARGIN)).to.throw(InvalidInputError, /length/)
  })
})
