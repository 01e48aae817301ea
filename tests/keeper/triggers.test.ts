import { expect } from 'chai'
import type { Proofs } from '../../app/src/keeper/proofs/open.ts'
import { Triggers } from '../../app/src/keeper/triggers.ts'
import type { WatchedAccounts } from '../../app/src/keeper/watched-accounts.ts'

describe('the triggers of a keeper', () => {
  let reads: string[]
  let view: { areFollowed: boolean; hasNews: boolean }
  let triggers: Triggers

  beforeEach(() => {
    reads = []
    view = { areFollowed: false, hasNews: false }
    const note = (what: string) => async () => {
      reads.push(what)
      return null
    }
    const accounts = {
      batch: 1,
      get areFollowed() {
        return view.areFollowed
      },
      get hasNews() {
        return view.hasNews
      },
      readNext: note('turn'),
      readNews: note('news'),
      readClock: note('clock'),
    }
    const nothing = async () => []
    const proofs = { states: { decidedBy: nothing }, attestations: { follow: nothing } }
    triggers = new Triggers({
      accounts: accounts as unknown as WatchedAccounts,
      proofs: proofs as unknown as Proofs,
      now: () => 0n,
      onClock: () => {},
      onNews: () => {},
      onError: (error) => expect.fail(error.message),
    })
  })

  const tick = async (times: number, isSoon = false) => {
    for (let count = 0; count < times; count++) {
      triggers.check(isSoon)
      // A few accounts are read every few milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  it('read accounts on every tick if nobody reports their changes', async () => {
    await tick(10)
    expect(reads).to.deep.equal(Array(10).fill('turn'))
  })

  it('read followed accounts seldom, and those with news at once', async () => {
    view.areFollowed = true
    await tick(10)
    expect(reads).to.deep.equal(['turn'])
    view.hasNews = true
    await tick(1)
    view.hasNews = false
    await tick(10)
    expect(reads).to.deep.equal(['turn', 'news'])
  })

  it('read all again as soon as reports stop', async () => {
    view.areFollowed = true
    await tick(10)
    view.areFollowed = false
    await tick(2)
    expect(reads).to.deep.equal(['turn', 'turn', 'turn'])
  })

  it('read the clock of followed accounts only when something comes due', async () => {
    view.areFollowed = true
    await tick(3)
    await tick(3, true)
    expect(reads).to.deep.equal(['turn', 'clock', 'clock', 'clock'])
  })
})
