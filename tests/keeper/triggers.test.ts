import { expect } from 'chai'
import type { Proofs } from '../../app/src/keeper/proofs/open.ts'
import { Triggers } from '../../app/src/keeper/triggers.ts'
import type { WatchedAccounts } from '../../app/src/keeper/watched-accounts.ts'

describe('the triggers of a keeper', () => {
  let reads: string[]
  let view: { areFollowed: boolean; hasNews: boolean; batch: number }
  let prices: { isLive: boolean }
  let news: string[]
  let time: number
  let triggers: Triggers

  beforeEach(() => {
    reads = []
    view = { areFollowed: false, hasNews: false, batch: 1 }
    prices = { isLive: false }
    news = []
    time = 1_000_000
    const note =
      <Answer>(what: string, answer: Answer) =>
      async () => {
        reads.push(what)
        return answer
      }
    const accounts = {
      get batch() {
        return view.batch
      },
      get areFollowed() {
        return view.areFollowed
      },
      get hasNews() {
        return view.hasNews
      },
      readNext: note('turn', null),
      readNews: note('news', ['account']),
      readClock: note('clock', undefined),
    }
    const proofs = {
      states: { decidedBy: async (changed: string[]) => changed.map((account) => `market of ${account}`) },
      prices: {
        get isLive() {
          return prices.isLive
        },
        follow: note('prices', []),
      },
      attestations: { follow: note('attestors', []) },
    }
    const options = {
      accounts: accounts as unknown as WatchedAccounts,
      proofs: proofs as unknown as Proofs,
      now: () => 0n,
      onClock: () => {},
      onNews: (markets: readonly string[]) => {
        news.push(...markets)
      },
      onError: (error: Error) => expect.fail(error.message),
    }
    triggers = new Triggers(options, () => time)
  })

  /** Ticks every 5 milliseconds. */
  const tick = async (times: number, isSoon = false) => {
    for (let count = 0; count < times; count++) {
      triggers.check(isSoon)
      time += 5
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  /** The reads so far of one kind, or of all accounts. */
  const accountReads = () => reads.filter((what) => what !== 'prices' && what !== 'attestors')
  const count = (what: string) => reads.filter((read) => read === what).length

  it('read accounts on every tick if nobody reports their changes', async () => {
    await tick(10)
    expect(accountReads()).to.deep.equal(Array(10).fill('turn'))
  })

  it('read followed accounts seldom, and those with news at once', async () => {
    view.areFollowed = true
    await tick(10)
    expect(accountReads()).to.deep.equal(['turn'])
    view.hasNews = true
    await tick(1)
    view.hasNews = false
    await tick(10)
    expect(accountReads()).to.deep.equal(['turn', 'news'])
  })

  it('read all again as soon as reports stop', async () => {
    view.areFollowed = true
    await tick(10)
    view.areFollowed = false
    await tick(2)
    expect(accountReads()).to.deep.equal(['turn', 'turn', 'turn'])
  })

  it('read the clock of followed accounts only when something comes due', async () => {
    view.areFollowed = true
    await tick(3)
    await tick(3, true)
    expect(accountReads()).to.deep.equal(['turn', 'clock', 'clock', 'clock'])
  })

  it('read many accounts less often, and none where there are none', async () => {
    view.batch = 100
    await tick(121)
    expect(count('turn'), 'at 0, 300 and 600 milliseconds').to.equal(3)
    view.batch = 0
    await tick(121)
    expect(count('turn')).to.equal(3)
  })

  it('report the markets that changed accounts decide', async () => {
    view.areFollowed = true
    await tick(1)
    expect(news).to.deep.equal([])
    view.hasNews = true
    await tick(1)
    expect(news).to.deep.equal(['market of account'])
  })

  it('read prices once a second, and on every tick where they are streamed', async () => {
    await tick(401)
    expect(count('prices'), 'in two seconds').to.equal(3)
    prices.isLive = true
    await tick(10)
    expect(count('prices')).to.equal(3 + 10)
  })

  it('ask attestors once a second, and four times when something comes due', async () => {
    await tick(401)
    expect(count('attestors'), 'in two seconds').to.equal(3)
    // The one that was planned for a second later comes first.
    await tick(400, true)
    expect(count('attestors')).to.equal(3 + 5)
  })
})
