import { expect } from 'chai'
import { restError } from '../../web/src/api/http.ts'
import type { MarketSummary, StreamEvent } from '../../web/src/model/types.ts'
import { recordOf, smallerPool } from '../../web/src/pages/creator/creator.tsx'
import { mergeEvents } from '../../web/src/state/activity.ts'
import { readRoute } from '../../web/src/state/routes.ts'
import { afterRequest, dataOf, LOADING, mergeItems, type Snapshot } from '../../web/src/state/snapshot.ts'
import { readIds } from '../../web/src/text/stored-ids.ts'

describe('page: activity', () => {
  const event = (id: number, changes: object = {}) =>
    ({ id, type: 'bet', marketId: `market_${id}`, ...changes }) as unknown as StreamEvent

  it('has each event once, newest first, whether it was listed or streamed', () => {
    const merged = mergeEvents([event(7), event(5)], [event(5), event(3), event(1)])
    expect(merged.map(({ id }) => id)).to.deep.equal([7, 5, 3, 1])
  })

  it("takes back what the chain dropped: a market's events from one on, up to the announcement", () => {
    const marketId = 'market_5'
    const drop = event(8, { type: 'dropped', eventId: 5, marketId })
    const own = [9, 7, 5, 3].map((id) => event(id, { marketId }))
    const merged = mergeEvents([drop], [...own, event(6)])
    expect(merged.map(({ id }) => id)).to.deep.equal([9, 6, 3])
  })

  it('takes back purchases that the chain dropped, which belong to no market', () => {
    const drop = event(8, { type: 'dropped', eventId: 5, marketId: 'market_vault' })
    const purchases = [9, 7, 5, 3].map((id) => ({ ...event(id), type: 'burn', marketId: undefined }))
    const merged = mergeEvents([drop], [...(purchases as unknown as StreamEvent[]), event(6)])
    expect(merged.map(({ id }) => id)).to.deep.equal([9, 6, 3])
  })

  it('has addresses of its own', () => {
    expect(readRoute('/activity/')).to.deep.equal({ name: 'activity' })
    expect(readRoute('/creators').name).to.equal('unknown')
  })
})

describe("page: a creator's record", () => {
  const market = (changes: Partial<MarketSummary>) =>
    ({
      status: 'open',
      currency: 'SOL',
      questionAgrees: 'yes',
      totalVolume: '10',
      odds: { Yes: '0.75', No: '0.25' },
      ...changes,
    }) as MarketSummary

  it('counts markets by how they ended and by whether their questions agree', () => {
    const record = recordOf([
      market({}),
      market({ status: 'resolved', winningOutcome: 'Yes', questionAgrees: 'no' }),
      market({ status: 'resolved', winningOutcome: 'No', questionAgrees: 'unread' }),
      market({ status: 'void', winningOutcome: null, currency: 'UTILITY', totalVolume: '100' }),
    ])
    expect(record).to.deep.equal({
      asked: 4,
      open: 1,
      yes: 1,
      no: 1,
      void: 1,
      agrees: { yes: 2, no: 1, unread: 1 },
      matched: { SOL: 7.5, UTILITY: 25 },
    })
  })

  it('counts no stake that nobody stood against', () => {
    expect(smallerPool({ totalVolume: '1000', odds: { Yes: '1', No: '0' } })).to.equal(0)
  })
})

describe('page: watched markets', () => {
  it('are read from whatever the storage has', () => {
    expect(readIds('["a","b"]')).to.deep.equal(['a', 'b'])
    for (const text of [null, '', '{', '{}', '7', 'null'])
      expect(readIds(text), String(text)).to.deep.equal([])
    expect(readIds('["a",1,null]')).to.deep.equal(['a'])
    expect(readIds(JSON.stringify(Array(99).fill('a')))).to.have.length(50)
  })
})

describe('page: the state of a loaded thing', () => {
  const offline = restError('The server does not answer.', 0)
  const ready: Snapshot<string> = { state: 'ready', data: 'a market' }

  it('is ready after an answer, whatever was before', () => {
    const befores: Snapshot<string>[] = [
      LOADING,
      ready,
      { state: 'gone' },
      { state: 'error', error: offline },
    ]
    for (const before of befores) {
      expect(afterRequest(before, { data: 'new' })).to.deep.equal({ state: 'ready', data: 'new' })
    }
  })

  it('is an error if nothing was loaded, and stale if something was: the error is never hidden', () => {
    const failed = afterRequest<string>(LOADING, { error: offline })
    expect(failed).to.deep.equal({ state: 'error', error: offline })
    const stale = afterRequest(ready, { error: offline })
    expect(stale).to.deep.equal({ state: 'stale', data: 'a market', error: offline })
    expect(afterRequest(stale, { error: offline })).to.deep.equal(stale)
    expect(dataOf(stale)).to.equal('a market')
  })

  it('is gone if it no longer exists, also after it was shown', () => {
    const missing = restError('Market not found', 404)
    for (const before of [LOADING, ready]) {
      const gone = afterRequest(before, { error: missing })
      expect(gone).to.deep.equal({ state: 'gone' })
      expect(dataOf(gone)).to.equal(null)
    }
  })

  it('of a list keeps what was shown when new items push the end of the first page out', () => {
    const idOf = ({ id }: { id: number }) => id
    const at = (...ids: number[]) => ids.map((id) => ({ id }))
    expect(mergeItems(at(5, 4, 3), at(4, 3, 2, 1), idOf)).to.deep.equal(at(5, 4, 3, 2, 1))
    const changed = [{ id: 4, odds: 2 }]
    expect(mergeItems(changed, [{ id: 4, odds: 1 }], idOf)).to.deep.equal(changed)
  })
})
