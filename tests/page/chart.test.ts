import { expect } from 'chai'
import type { Condition, DecisionProof, HistoryPoint, PlacedBet } from '../../web/src/model/types.ts'
import {
  areStill,
  betDots,
  oddsOfBets,
  oddsPoints,
  pointAt,
} from '../../web/src/pages/market/chart-points.ts'
import { axisTicks, decidingValue, valueSeries } from '../../web/src/pages/market/values.ts'
import { symbolOf } from '../../web/src/parts/asset.tsx'
import { t } from '../../web/src/text/language.ts'
import {
  describeNow,
  formatMeasured,
  formatTarget,
  formatTick,
  isCounted,
} from '../../web/src/text/measured.ts'
import { searchWords } from '../../web/src/text/search.ts'
import './english.ts'

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

  it('is not drawn while nothing moved', () => {
    expect(areStill([])).to.equal(false)
    expect(areStill([10, 20].map((second) => ({ at: second, yes: 0.5 })))).to.equal(true)
    expect(areStill([0.5, 0.6, 0.5].map((yes, second) => ({ at: second, yes })))).to.equal(false)
    expect(t().market.chart.still('50.0%', 'Up')).to.contain('50.0% Up')
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
      // As the gateway rounds them.
      newOdds: { Yes: (Number(Yes) / (Number(Yes) + Number(No))).toFixed(4), No: '0' },
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
    // With all digits: the header would say 27.2% and the chart 27.3%.
    for (const drawn of [oddsOfBets, betDots]) {
      const [point] = drawn([bet(10, '1', '1.123456789', '3')], 0)
      expect(point?.yes).to.be.closeTo(1.123456789 / 4.123456789, 1e-12)
    }
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

describe('page: what a card says of the measured value', () => {
  const price = (comparison: Condition['comparison']) =>
    ({ type: 'price', symbol: 'SOL/USD', comparison, target: '155', timing: 'byExpiry' }) as Condition
  const at = (currentCount: string, target = '155') => ({ currentCount, target, unit: 'USD' })

  it('is the value and its distance from the target', () => {
    expect(describeNow(price('atLeast'), at('150.04'))).to.deep.equal(['$150.04', '3.3% away'])
    expect(describeNow(price('below'), at('155.5'))).to.deep.equal(['$155.5', '0.32% away'])
    expect(describeNow(price('atLeast'), at('155'))).to.deep.equal(['$155', 'met now'])
    expect(describeNow(price('above'), at('155'))).to.deep.equal(['$155', '0.00% away'])
    expect(describeNow(price('atLeast'), at('0'))).to.deep.equal(['$0', 'far away'])
    expect(describeNow(price('atLeast'), undefined)).to.equal(null)
  })

  it('of a fact is a sentence', () => {
    const migration = { type: 'migration', timing: 'byExpiry' } as Condition
    const [sentence, away] =
      describeNow(migration, { currentCount: '0', target: '1', unit: '' }) ?? expect.fail()
    expect(sentence).to.match(/not/i)
    expect(away).to.equal('')
  })

  it('has three to five digits, however large it is', () => {
    expect(formatMeasured('1794123456.12', 'USD')).to.equal('$1.79B')
    expect(formatMeasured('95253.4512', 'USD')).to.equal('$95,253')
    expect(formatMeasured('1000000', 'USD')).to.equal('$1M')
    expect(formatMeasured('0.00001234567', 'USD')).to.equal('$0.000012346')
    expect(formatMeasured('87000000000000', 'tokens')).to.equal('87T tokens')
  })

  it('rounds no digit of a target away', () => {
    expect(formatTarget('155', 'USD')).to.equal('$155')
    expect(formatTarget('1850000000', 'USD')).to.equal('$1.85B')
    expect(formatTarget('1855500000', 'USD')).to.equal('$1,855,500,000')
    expect(formatTarget('95123.45', 'USD')).to.equal('$95,123.45')
    expect(formatTarget('95123.45678', 'USD')).to.equal('$95,123.45678')
    expect(formatTarget('87000000000000', 'tokens')).to.equal('87T tokens')
  })

  it('has as many digits on an axis as tell its labels apart', () => {
    expect([150, 152].map((value) => formatTick(value, 5, 'USD'))).to.deep.equal(['$150', '$152'])
    expect([150.05, 150.1].map((value) => formatTick(value, 0.2, 'USD'))).to.deep.equal(['$150.05', '$150.1'])
    expect([1.85e9, 1.9e9].map((value) => formatTick(value, 2e8, 'USD'))).to.deep.equal(['$1.85B', '$1.9B'])
  })

  it('can be drawn if it is a number: no fact, no event', () => {
    const measured = ['price', 'migration', 'event'].map((type) => isCounted({ type } as Condition))
    expect(measured).to.deep.equal([true, false, false])
  })

  it('names the asset, and finds it by what people call it', () => {
    expect(symbolOf(price('above'))).to.equal('SOL')
    expect(symbolOf({})).to.equal(null)
    expect(searchWords(' Bitcoin  reach ')).to.equal('BTC reach')
  })
})
