import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { listMarkets } from '../../app/src/book/list-markets.ts'
import type { ListedMarket } from '../../app/src/book/listed.ts'
import { MarketCollection } from '../../app/src/book/market-collection.ts'
import { archiveOf, collectionOf, idsOf, listed, numbered } from '../helpers/listed.ts'

describe('a search of many markets on the chain', () => {
  /** Counts turns of the event loop until a list is read. */
  async function turnsOf(
    count: number,
    terms: string[] | undefined,
    limit = 5_000,
  ): Promise<[found: number, turns: number]> {
    const live = new MarketCollection<ListedMarket>()
    await live.fill(numbered(0, count, { question: 'Rain' }))
    let turns = 0
    const countTurn = () => {
      turns += 1
      handle = setImmediate(countTurn)
    }
    let handle = setImmediate(countTurn)
    try {
      const query = { terms, sort: 'newest', limit, offset: 0 } as const
      const { entries } = await listMarkets(live, archiveOf([]).archive, query)
      return [entries.length, turns]
    } finally {
      clearImmediate(handle)
    }
  }

  it('lets other requests run after every thousand', async () => {
    expect(await turnsOf(999, ['rain'])).to.deep.equal([999, 0])
    expect(await turnsOf(1_000, ['rain'])).to.deep.equal([1_000, 1])
    expect(await turnsOf(2_500, ['rain'])).to.deep.equal([2_500, 2])
  })

  it('does so also if it finds nothing, and a list without a search does not', async () => {
    expect(await turnsOf(2_500, ['snow'])).to.deep.equal([0, 2])
    expect(await turnsOf(2_500, undefined)).to.deep.equal([2_500, 0])
  })

  it('ends as soon as the page is full and another market follows', async () => {
    expect(await turnsOf(2_500, ['rain'], 998)).to.deep.equal([998, 0])
    expect(await turnsOf(2_500, ['rain'], 999)).to.deep.equal([999, 1])
  })

  it('is of the markets at its start, whatever changes meanwhile', async () => {
    const markets = numbered(0, 1_500, { question: 'Rain' })
    const live = collectionOf(markets)
    const changed = nextTurn().then(() => {
      for (const { id } of markets.slice(0, 10)) live.remove(id)
    })
    const query = { terms: ['rain'], sort: 'newest', limit: 2_000, offset: 0 } as const
    const page = await listMarkets(live, archiveOf([]).archive, query)
    await changed
    expect(idsOf(page)).to.deep.equal({ ids: markets.map(({ id }) => id), hasMore: false })
    expect(live.size).to.equal(1_490)
  })

  it('begins after the place that was asked for', async () => {
    const live = collectionOf(numbered(0, 20, { question: 'Rain' }))
    const query = { terms: ['rain'], sort: 'newest', limit: 2, offset: 1 } as const
    const page = await listMarkets(live, archiveOf([]).archive, { ...query, after: listed({ id: '00012' }) })
    expect(idsOf(page)).to.deep.equal({ ids: ['00014', '00015'], hasMore: true })
  })
})
