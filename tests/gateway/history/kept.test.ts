import { expect } from 'chai'
import { KeptAnswers } from '../../../app/src/gateway/kept-answers.ts'

describe('history: answers that are kept', () => {
  const given = () => {
    const history = { lastEvent: 1 }
    const clock = { now: 0 }
    const kept = new KeptAnswers<number>(history, () => clock.now)
    let count = 0
    const ask = (question = 'who leads') => kept.get(question, async () => (count += 1))
    return { history, clock, kept, ask }
  }

  it('are worked out once while nothing happens, though not for ever', async () => {
    const { clock, ask } = given()
    expect(await Promise.all([ask(), ask(), ask('who follows')])).to.deep.equal([1, 1, 2])
    clock.now = 29_999
    expect(await ask()).to.equal(1)
    clock.now = 30_000
    expect(await ask()).to.equal(3)
  })

  it('are worked out anew once something has happened, at most once a second', async () => {
    const { history, clock, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 999
    expect(await ask()).to.equal(1)
    clock.now = 1_000
    expect(await Promise.all([ask(), ask()]), 'nobody waits').to.deep.equal([1, 1])
    expect(await ask()).to.equal(2)
    clock.now = 20_000
    expect(await ask()).to.equal(2)
  })

  it('are not given out when they are old', async () => {
    const { history, clock, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 6_000
    expect(await ask()).to.equal(2)
  })

  it('are not kept if they are failures', async () => {
    const { kept, ask } = given()
    const failure = await kept
      .get('who leads', () => Promise.reject(new Error('no store')))
      .catch((error: Error) => error.message)
    expect(failure).to.equal('no store')
    expect(await ask()).to.equal(1)
  })

  it('are given out a little longer if others fail', async () => {
    const { history, clock, kept, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 1_000
    expect(await kept.get('who leads', () => Promise.reject(new Error('no store')))).to.equal(1)
    expect(await ask()).to.equal(1)
    expect(await ask()).to.equal(2)
  })
})
