import { expect } from 'chai'
import { WantedFeeds } from '../../app/src/keeper/proofs/wanted-feeds.ts'

describe('the feeds of open markets', () => {
  it('are in the order of their most valuable markets, which bets and decisions change', () => {
    const feeds = new WantedFeeds()
    for (const [feed, market, value] of [
      ['empty', 'a', 0n],
      ['small', 'b', 5n],
      ['large', 'c', 9n],
      ['large', 'd', 1n],
    ] as const) {
      feeds.set(feed, market, value, 100)
    }
    expect(feeds.list()).to.deep.equal(['large', 'small', 'empty'])
    feeds.set('empty', 'a', 20n, 100)
    expect(feeds.list()).to.deep.equal(['empty', 'large', 'small'])
    feeds.delete('large', 'c')
    feeds.delete('empty', 'a')
    expect(feeds.list()).to.deep.equal(['small', 'large'])
  })

  it('have an age, if there are stakes on both sides of a market', () => {
    const feeds = new WantedFeeds()
    feeds.set('silent', 'a', 1n, 100)
    feeds.set('live', 'b', 1n, 100)
    feeds.set('empty', 'c', 0n, 100)
    feeds.saw({ feedId: 'live', publishTime: 158 })
    feeds.saw({ feedId: 'live', publishTime: 157 })
    feeds.saw({ feedId: 'stranger', publishTime: 158 })
    expect(feeds.ages(160)).to.deep.equal([
      ['silent', 60],
      ['live', 2],
    ])
  })
})
