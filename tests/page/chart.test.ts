import { expect } from 'chai'
import type { DecisionProof, HistoryPoint, PlacedBet } from '../../web/src/model/types.ts'
import { betDots, oddsOfBets, oddsPoints, pointAt } from '../../web/src/pages/market/chart-points.ts'
import { axisTicks, decidingValue, valueSeries } from '../../web/src/pages/market/values.ts'

describe('page: the chart of the odds', () => {
  const at = (second: number, Yes: string, No: string): HistoryPoint => ({
    time: new Date(second * 1_000).toISOString(),
    odds: { Yes: String(Number(Yes) / (Number(Yes) + Number(No) || 1)), No: '0' },
    totalStake: { Yes, No },
    volume: '0',
  })

  it('starts with stakes on both sides: one side alone is not 100%', () => {
    const points = oddsPoints([at(0, '0', '0'), at(10, '2', '0'), at(20, '2', '2'), at(30, '2', '6')])
    expect(points).to.deep.equal([
      { at: 20, yes: 0.5 },
      { at: 30, yes: 0.25 },
    ])
    expect(oddsPoints([at(10, '2', '0')])).to.deep.equal([])
  })

  it('shows what held at a moment', () => {
    const points = [10, 20, 30].map((second) => ({ at: second }))
    expect([5, 10, 19, 20, 99].map((second) => pointAt(points, second)?.at)).to.deep.equal([
      10, 10, 10, 20, 30,
    ])
    expect(pointAt([], 5)).to.equal(undefined)
  })

  const bet = (second: number, amount: string, Yes: string, No: string) =>
    ({
      id: String(second),
      outcome: 'Yes',
      amount,
      placedAt: new Date(second * 1_000).toISOString(),
      newTotalStake: { Yes, No },
      newOdds: { Yes: String(Number(Yes) / (Number(Yes) + Number(No))), No: '0' },
    }) as PlacedBet

  it('follows every bet to the second, from the odds that held before', () => {
    const bets = [bet(40, '4', '6', '2'), bet(20, '1', '2', '2'), bet(10, '1', '1', '0')]
    expect(oddsOfBets(bets, 0)).to.deep.equal([
      { at: 20, yes: 0.5 },
      { at: 40, yes: 0.75 },
    ])
    expect(oddsOfBets(bets, 30)).to.deep.equal([
      { at: 30, yes: 0.5 },
      { at: 40, yes: 0.75 },
    ])
    const dots = betDots(bets, 0).map(({ at: second, size }) => [second, size])
    expect(dots).to.deep.equal([
      [40, 1],
      [20, 0.5],
    ])
  })
})

describe('page: the measured value in the chart', () => {
  const values = [10, 20, 30].map((second) => ({
    time: new Date(second * 1_000).toISOString(),
    value: String(100 + second),
  }))
  const progress = { currentCount: '150', target: '200', unit: 'USD' }

  it('ends with what is measured now, and its axis has room for the target', () => {
    const series = valueSeries(values, { measured: progress, at: 40 }, 15)
    expect(series.points).to.deep.equal([
      { at: 20, value: 120 },
      { at: 30, value: 130 },
      { at: 40, value: 150 },
    ])
    expect(series.low).to.be.closeTo(110.4, 1e-9)
    expect(series.high).to.be.closeTo(209.6, 1e-9)
  })

  it('has an axis also where nothing moves', () => {
    const { low, high } = valueSeries([], { measured: { ...progress, currentCount: '200' }, at: 40 }, 0)
    expect(low).to.be.lessThan(200)
    expect(high).to.be.greaterThan(200)
  })

  describe('of a decided market', () => {
    const observation = {
      value: '15004',
      exponent: -2,
      observedAt: new Date(40_000).toISOString(),
      met: true,
      reason: null,
    }
    const proof = (changes: object, condition: object) =>
      ({ observation, reference: null, evidence: null, rule: { condition }, ...changes }) as DecisionProof
    const price = { type: 'price', target: '150', comparison: 'above', timing: 'atExpiry' }

    it('ends with the value that decided, at its second', () => {
      const decided = decidingValue(proof({}, price)) ?? expect.fail()
      expect(decided).to.deep.equal({
        measured: { currentCount: 150.04, target: '150', unit: 'USD' },
        at: 40,
      })
      expect(valueSeries(values, decided, 0).points.at(-1)).to.deep.equal({ at: 40, value: 150.04 })
    })

    it('has the target of a change from the price that it began with', () => {
      const reference = { value: '14000', exponent: -2 }
      const change = { type: 'change', bps: '-150', timing: 'atExpiry' }
      expect(decidingValue(proof({ reference }, change))?.measured.target).to.equal(137.9)
      expect(decidingValue(proof({}, change))).to.equal(undefined)
    })

    it('is nothing where nothing was measured: void, unread, attested, or a fact', () => {
      expect(decidingValue(proof({ observation: null }, price))).to.equal(undefined)
      expect(decidingValue(proof({ observation: { ...observation, value: null } }, price))).to.equal(
        undefined,
      )
      const attested = { evidence: { type: 'attestation' } }
      expect(decidingValue(proof(attested, { type: 'holders', target: '9' }))).to.equal(undefined)
      expect(decidingValue(proof({}, { type: 'migration', timing: 'byExpiry' }))).to.equal(undefined)
    })
  })

  it('is labelled with round values', () => {
    expect(axisTicks(149.4, 155.6, 5)).to.deep.equal([150, 152, 154])
    expect(axisTicks(0.8, 1.01, 5).map((tick) => tick.toFixed(2))).to.deep.equal([
      '0.80',
      '0.85',
      '0.90',
      '0.95',
      '1.00',
    ])
    expect(axisTicks(-3, 12, 3)).to.deep.equal([0, 5, 10])
  })
})
