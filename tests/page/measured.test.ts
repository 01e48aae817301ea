import { expect } from 'chai'
import type { Condition } from '../../web/src/model/types.ts'
import { symbolOf } from '../../web/src/parts/asset.tsx'
import { describeNow, formatMeasured } from '../../web/src/text/measured.ts'
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

  it('names the asset, and finds it by what people call it', () => {
    expect(symbolOf(price('above'), null)).to.equal('SOL')
    expect(symbolOf(undefined, 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263')).to.equal('DezX')
    expect(searchWords(' Bitcoin  reach ')).to.equal('BTC reach')
  })
})
