import { expect } from 'chai'
import fc from 'fast-check'
import { type ListQuery, listMarkets } from '../../app/src/book/list-markets.ts'
import { SORTS } from '../../app/src/book/sort.ts'
import { archiveOf, collectionOf, expectedPage, idsOf, listed, numbered } from '../helpers/listed.ts'

const IDS = [...'abcdefghijkl']

const anyListed = fc
  .record({
    id: fc.constantFrom(...IDS),
    status: fc.constantFrom('open' as const, 'resolved' as const, 'void' as const),
    type: fc.constantFrom('event' as const, 'change' as const),
    question: fc.constantFrom('Will it rain?', 'Will it snow?', 'Rain and snow?'),
    createdAt: fc.integer({ min: 1, max: 3 }),
    endsAt: fc.integer({ min: 7, max: 9 }),
    matched: fc.bigInt(0n, 3n),
  })
  .map(listed)

const anyListeds = (maxLength: number) => fc.uniqueArray(anyListed, { selector: ({ id }) => id, maxLength })

const anyQuery = fc.record<ListQuery>({
  status: fc.constantFrom(undefined, undefined, 'open', 'resolved'),
  types: fc.constantFrom(undefined, undefined, ['change'], ['event', 'change']),
  terms: fc.constantFrom(undefined, undefined, ['rain'], ['snow', 'rain'], ['hail']),
  after: fc.option(anyListed, { nil: undefined, freq: 2 }),
  sort: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 0, max: 5 }),
  offset: fc.integer({ min: 0, max: 5 }),
})

describe('a page of markets on the chain and closed ones', () => {
  it('is the part of the whole order that was asked for', async () => {
    await fc.assert(
      fc.asyncProperty(anyListeds(8), anyListeds(8), anyQuery, async (live, closed, query) => {
        const page = await listMarkets(collectionOf(live), archiveOf(closed).archive, query)
        expect(idsOf(page)).to.deep.equal(expectedPage(live, closed, query))
      }),
      { numRuns: 400 },
    )
  })

  it('takes the state on the chain of a market that is in both', async () => {
    const live = collectionOf([listed({ id: 'a', question: 'live' }), listed({ id: 'c' })])
    const { archive } = archiveOf([listed({ id: 'a', question: 'closed' }), listed({ id: 'b' })])
    const { entries } = await listMarkets(live, archive, { sort: 'newest', limit: 9, offset: 0 })
    expect(entries.map(({ id, question }) => [id, question])).to.deep.equal([
      ['a', 'live'],
      ['b', 'Is it?'],
      ['c', 'Is it?'],
    ])
  })

  it('leaves out the closed state of a market that is on the chain in another state', async () => {
    const live = collectionOf([listed({ id: 'a' })])
    const { archive } = archiveOf([listed({ id: 'a', status: 'void' })])
    const query = { status: 'void', sort: 'newest', limit: 9, offset: 0 } as const
    expect(idsOf(await listMarkets(live, archive, query))).to.deep.equal({ ids: [], hasMore: false })
  })

  it('has a market once that is closed while the page is read', async () => {
    const decided = ['a', 'b', 'c'].map((id) => listed({ id, status: 'resolved' }))
    const live = collectionOf([...decided, listed({ id: 'd' })])
    const { archive, reads } = archiveOf([...'abcdef'].map((id) => listed({ id })))
    const find: typeof archive.find = (selection, limit) => {
      if (selection.after) live.remove('d')
      return archive.find(selection, limit)
    }
    const query = { status: 'open', sort: 'newest', limit: 2, offset: 0 } as const
    const page = await listMarkets(live, { find }, query)
    expect(idsOf(page)).to.deep.equal({ ids: ['d', 'e'], hasMore: true })
    expect(reads.map(({ after }) => after)).to.deep.equal([undefined, 'c'])
  })

  it('has a market that is closed while the closed ones are read', async () => {
    const live = collectionOf(['a', 'b'].map((id) => listed({ id })))
    const find = async () => {
      // It is stored a moment after this read.
      live.remove('a')
      return []
    }
    const page = await listMarkets(live, { find }, { sort: 'newest', limit: 2, offset: 0 })
    expect(idsOf(page)).to.deep.equal({ ids: ['a', 'b'], hasMore: false })
  })

  it('knows whether another market follows the last one', async () => {
    const live = collectionOf([listed({ id: 'b' })])
    const { archive } = archiveOf(['a', 'c'].map((id) => listed({ id })))
    const page = async (limit: number, offset: number) =>
      idsOf(await listMarkets(live, archive, { sort: 'newest', limit, offset }))
    expect(await page(2, 0)).to.deep.equal({ ids: ['a', 'b'], hasMore: true })
    expect(await page(3, 0)).to.deep.equal({ ids: ['a', 'b', 'c'], hasMore: false })
    expect(await page(1, 2)).to.deep.equal({ ids: ['c'], hasMore: false })
    expect(await page(0, 2)).to.deep.equal({ ids: [], hasMore: true })
    expect(await page(0, 3)).to.deep.equal({ ids: [], hasMore: false })
  })
})

describe('the closed markets that a page reads', () => {
  const limitsOf = async (count: number, page: { limit: number; offset: number }) => {
    const { archive, reads } = archiveOf(numbered(0, count))
    await listMarkets(collectionOf([]), archive, { sort: 'newest', ...page })
    return reads
  }

  it('are one more than it shows, after those that it skips', async () => {
    expect(await limitsOf(9, { limit: 2, offset: 3 })).to.deep.equal([{ limit: 6, after: undefined }])
  })

  it('are read once if there are fewer', async () => {
    expect(await limitsOf(5, { limit: 2, offset: 3 })).to.deep.equal([{ limit: 6, after: undefined }])
    expect(await limitsOf(0, { limit: 2, offset: 3 })).to.deep.equal([{ limit: 6, after: undefined }])
  })

  it('are a thousand at a time, each read after the last one', async () => {
    const all = await limitsOf(2_500, { limit: 10, offset: 2_100 })
    expect(all).to.deep.equal([
      { limit: 1_000, after: undefined },
      { limit: 1_000, after: '00999' },
      { limit: 1_000, after: '01999' },
    ])
    expect(await limitsOf(2_500, { limit: 9, offset: 990 })).to.deep.equal([
      { limit: 1_000, after: undefined },
    ])
  })

  it('are shown across the places where one read ends', async () => {
    const { archive } = archiveOf(numbered(0, 1_003))
    const live = collectionOf([listed({ id: '00999+' })])
    const page = await listMarkets(live, archive, { sort: 'newest', limit: 3, offset: 999 })
    expect(idsOf(page)).to.deep.equal({ ids: ['00999', '00999+', '01000'], hasMore: true })
  })

  it('are read again after those that are on the chain', async () => {
    const markets = numbered(0, 6)
    const { archive, reads } = archiveOf(markets)
    const live = collectionOf(markets.slice(0, 3).map(({ id }) => listed({ id, status: 'resolved' })))
    const query = { status: 'open', sort: 'newest', limit: 2, offset: 0 } as const
    expect(idsOf(await listMarkets(live, archive, query))).to.deep.equal({
      ids: ['00003', '00004'],
      hasMore: true,
    })
    expect(reads).to.deep.equal([
      { limit: 3, after: undefined },
      { limit: 3, after: '00002' },
    ])
  })
})
