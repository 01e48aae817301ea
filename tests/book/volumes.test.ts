import { expect } from 'chai'
import { feedOf, flatText, volumesOf } from '../../app/src/book/listed.ts'

const SOL_USD = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'

describe('the volumes of markets', () => {
  it('are all stakes and the smaller pool, at 24 decimals', () => {
    const pools = { Yes: 5n, No: 3n }
    expect(volumesOf(pools, 9)).to.deep.equal({ volume: 8n * 10n ** 15n, matched: 3n * 10n ** 15n })
    expect(volumesOf(pools, 6)).to.deep.equal({ volume: 8n * 10n ** 18n, matched: 3n * 10n ** 18n })
    expect(volumesOf(pools, 0)).to.deep.equal({ volume: 8n * 10n ** 24n, matched: 3n * 10n ** 24n })
    expect(volumesOf({ Yes: 3n, No: 5n }, 23)).to.deep.equal({ volume: 80n, matched: 30n })
    expect(volumesOf({ Yes: 0n, No: 5n }, 23)).to.deep.equal({ volume: 50n, matched: 0n })
  })

  it('are base units at 24 decimals and more', () => {
    for (const decimals of [24, 25, 255]) {
      expect(volumesOf({ Yes: 5n, No: 3n }, decimals)).to.deep.equal({ volume: 8n, matched: 3n })
    }
  })
})

describe('the feed of a condition', () => {
  it('is its id, of a known feed and of any other; null if it reads none', () => {
    expect(feedOf({ type: 'price', feed: SOL_USD })).to.equal(SOL_USD)
    expect(feedOf({ type: 'price', feed: 'a'.repeat(64) })).to.equal('a'.repeat(64))
    expect(feedOf({ type: 'event' })).to.equal(null)
  })
})

describe('a text in one piece', () => {
  it('is the same text', () => {
    expect(['', 'a', SOL_USD].map(flatText)).to.deep.equal(['', 'a', SOL_USD])
  })
})
