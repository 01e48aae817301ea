import { expect } from 'chai'
import { BookEntry } from '../../app/src/book/entry.ts'
import { MarketJson } from '../../app/src/gateway/views/market-json.ts'
import { market } from '../helpers/book.ts'

describe('JSON of a market', () => {
  const json = new MarketJson()

  it('takes bets until the second that the market closes', () => {
    const entry = new BookEntry(market({ closeAt: 100n }), 'Is it?')
    expect(JSON.parse(json.detail(entry, 99n, undefined)).acceptingBets).to.equal(true)
    expect(JSON.parse(json.detail(entry, 100n, '{"currentCount":1,"target":2,"unit":"x"}'))).to.deep.include({
      acceptingBets: false,
      conditionProgress: { currentCount: 1, target: 2, unit: 'x' },
    })
  })

  it('writes stakes of every size to the last digit', () => {
    const entry = new BookEntry(market({ pools: [2n ** 64n - 2n, 1n] }), 'Is it?')
    const text = json.detail(entry, 0n, undefined)
    expect(text).to.include('"totalStake":18446744073.709551614')
    expect(text).to.include('"totalVolume":18446744073.709551615')
    expect(text).to.include('"totalStake":0.000000001')
  })
})
