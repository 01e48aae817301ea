import { expect } from 'chai'
import type { Condition } from '../../web/src/model/types.ts'
import { symbolOf } from '../../web/src/parts/asset.tsx'
import {
  describeNow,
  formatMeasured,
  formatTarget,
  formatTick,
  isCounted,
} from '../../web/src/text/measured.ts'
import { searchWords } from '../../web/src/text/search.ts'

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
    expect(formatMeasured('0.00001234567', 'USD')).to.equal('$0.000012346')
    expect(formatMeasured('87000000000000', 'tokens')).to.equal('87T tokens')
  })

  it('rounds no digit of a target away', () => {
    expect(formatTarget('155', 'USD')).to.equal('$155')
    expect(formatTarget('1850000000', 'USD')).to.equal('$1.85B')
    expect(formatTarget('1855500000', 'USD')).to.equal('$1,855,500,000')
    expect(formatTarget('95123.45', 'USD')).to.equal('$95,123.45')
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
