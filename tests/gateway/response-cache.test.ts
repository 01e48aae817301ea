import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { ResponseCache } from '../../app/src/gateway/http/response-cache.ts'

/** A clock of 0 means "no time" to lru-cache. */
const START = 1_000

describe('gateway: the response cache', () => {
  const given = () => {
    const history = { lastEvent: 1 }
    const clock = { now: 0 }
    const cache = new ResponseCache<number>(history, () => START + clock.now)
    let count = 0
    const ask = (question = 'who leads') => cache.get(question, async () => (count += 1))
    return { history, clock, cache, ask }
  }

  it('computes an answer once while nothing happens, for up to 30 seconds', async () => {
    const { clock, ask } = given()
    expect(await Promise.all([ask(), ask(), ask('who follows')])).to.deep.equal([1, 1, 2])
    clock.now = 29_999
    expect(await ask()).to.equal(1)
    // The check that nothing had happened is good for a second.
    clock.now = 30_999
    expect(await ask()).to.equal(1)
    clock.now = 31_000
    expect(await ask(), 'nobody waits').to.equal(1)
    await setImmediate()
    expect(await ask()).to.equal(3)
  })

  it('computes it again after something has happened, at most once a second', async () => {
    const { history, clock, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 1_000
    expect(await ask()).to.equal(1)
    clock.now = 1_001
    expect(await Promise.all([ask(), ask()]), 'nobody waits').to.deep.equal([1, 1])
    await setImmediate()
    expect(await ask()).to.equal(2)
    clock.now = 20_000
    expect(await ask()).to.equal(2)
  })

  it('does not return an answer that is old', async () => {
    const { history, clock, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 6_001
    expect(await ask()).to.equal(2)
  })

  it('does not cache errors', async () => {
    const { cache, ask } = given()
    const failure = await cache
      .get('who leads', () => Promise.reject(new Error('no store')))
      .catch((error: Error) => error.message)
    expect(failure).to.equal('no store')
    expect(await ask()).to.equal(1)
  })

  it('returns the last answer a little longer when a new one fails', async () => {
    const { history, clock, cache, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 1_001
    expect(await cache.get('who leads', () => Promise.reject(new Error('no store')))).to.equal(1)
    await setImmediate()
    expect(await ask()).to.equal(1)
    await setImmediate()
    expect(await ask()).to.equal(2)
  })
})
