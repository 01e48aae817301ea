import { expect } from 'chai'
import { restError } from '../../web/src/api/http.ts'
import { afterRequest, dataOf, LOADING, mergeItems, type Snapshot } from '../../web/src/state/snapshot.ts'

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
