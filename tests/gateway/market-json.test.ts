import { expect } from 'chai'
import { BookEntry } from '../../app/src/book/entry.ts'
import type { Progress } from '../../app/src/book/progress/progress.ts'
import { MarketJson } from '../../app/src/gateway/markets/market-json.ts'
import { decimal } from '../../app/src/json/write.ts'
import { market } from '../helpers/book.ts'

describe('JSON of a market', () => {
  const json = new MarketJson()
  let progress: { version: number; of: () => Progress | undefined }
  const detail = (entry: BookEntry, now: bigint) => Buffer.from(json.detail(entry, now, progress)).toString()

  beforeEach(() => {
    progress = { version: 1, of: () => undefined }
  })

  it('takes bets until the second that the market closes', () => {
    const entry = new BookEntry(market({ closeAt: 100n }), 'Is it?')
    expect(JSON.parse(detail(entry, 99n)).acceptingBets).to.equal(true)
    progress.of = () => ({ currentCount: decimal('1'), target: decimal('2'), unit: 'x' })
    expect(JSON.parse(detail(entry, 100n))).to.deep.include({
      acceptingBets: false,
      conditionProgress: { currentCount: 1, target: 2, unit: 'x' },
    })
  })

  it('is written again when progress was read, and not otherwise', () => {
    const entry = new BookEntry(market({ closeAt: 100n }), 'Is it?')
    let written = 0
    progress.of = () => ({ currentCount: decimal(String(++written)), target: decimal('9'), unit: 'x' })
    const count = () => JSON.parse(detail(entry, 1n)).conditionProgress.currentCount
    expect([count(), count()]).to.deep.equal([1, 1])
    progress.version = 2
    expect([count(), count()]).to.deep.equal([2, 2])
  })

  it('writes stakes of every size to the last digit', () => {
    const entry = new BookEntry(market({ pools: { Yes: 2n ** 64n - 2n, No: 1n } }), 'Is it?')
    const text = detail(entry, 0n)
    expect(text).to.include('"totalStake":18446744073.709551614')
    expect(text).to.include('"totalVolume":18446744073.709551615')
    expect(text).to.include('"totalStake":0.000000001')
  })
})
