import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { BetLines, MOST_AT_ONCE } from '../../app/src/gateway/bets/one-call/lines.ts'

const WALLET = 'a wallet'

/** Patience that is over at the next look. */
const NO_SECOND_LOOK = [60_000, 60_000] as const

describe('gateway: the line of a wallet’s bets', () => {
  it('has sixteen of a hundred at once, in their order, and those of another wallet beside them', async () => {
    const lines = new BetLines()
    const begun: number[] = []
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const run = (wallet: string, bet: number) =>
      lines.run(
        wallet,
        async () => {
          begun.push(bet)
          return { bet }
        },
        () => finished.then(() => bet),
      )
    const own = Array.from({ length: 100 }, (_, bet) => run(WALLET, bet))
    const other = run('another', 100)
    finish()
    const placed = (await Promise.all(own)).filter((bet) => bet !== null)
    expect(placed).to.deep.equal(Array.from({ length: MOST_AT_ONCE }, (_, bet) => bet))
    expect(begun.filter((bet) => bet < 100)).to.deep.equal(placed)
    expect(await other).to.equal(100)
    expect(await run(WALLET, 101)).to.equal(101)
  })

  it('goes on behind a bet that cannot begin or end', async () => {
    const lines = new BetLines()
    const fail = (message: string) => Promise.reject(new Error(message))
    const ended = await Promise.allSettled([
      lines.run(
        WALLET,
        () => fail('begin'),
        async () => 1,
      ),
      lines.run(
        WALLET,
        async () => ({}),
        () => fail('end'),
      ),
      lines.run(
        WALLET,
        async () => ({}),
        async () => 3,
      ),
    ])
    expect(ended.map((one) => ('value' in one ? one.value : one.reason.message))).to.deep.equal([
      'begin',
      'end',
      3,
    ])
  })

  it('is tried again when a bet is settled, before the next look', async () => {
    const lines = new BetLines(...NO_SECOND_LOOK)
    let isFree = false
    const begin = async () => {
      if (isFree) return {}
      setImmediate(() => {
        isFree = true
        lines.settle(WALLET)
      })
      return null
    }
    expect(await lines.run(WALLET, begin, async () => 'placed')).to.equal('placed')
  })

  it('is tried again at once if a bet was settled while it tried', async () => {
    const lines = new BetLines(...NO_SECOND_LOOK)
    let isFree = false
    const begin = async () => {
      if (isFree) return {}
      isFree = true
      lines.settle('a wallet without bets')
      lines.settle(WALLET)
      return null
    }
    expect(await lines.run(WALLET, begin, async () => 'placed')).to.equal('placed')
  })

  it('is in order behind a bet that has ended, while others have not begun', async () => {
    const lines = new BetLines()
    const begun: string[] = []
    let free = () => {}
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    const run = (bet: string, before?: Promise<void>) =>
      lines.run(
        WALLET,
        async () => {
          await before
          begun.push(bet)
          return { bet }
        },
        async () => bet,
      )
    const first = run('first')
    const second = run('second', freed)
    await first
    const third = run('third')
    await nextTurn()
    free()
    await Promise.all([second, third])
    expect(begun).to.deep.equal(['first', 'second', 'third'])
  })

  it('lets no bet wait longer than its patience, however many are before it', async () => {
    const lines = new BetLines(20, 40)
    const attempts = [0, 0, 0]
    const placed = await Promise.all(
      attempts.map((_, bet) =>
        lines.run(
          WALLET,
          async () => {
            attempts[bet] = (attempts[bet] ?? 0) + 1
            return null
          },
          async () => 'placed',
        ),
      ),
    )
    expect(placed).to.deep.equal([null, null, null])
    // The first has waited for as long as all may.
    expect(attempts.slice(1)).to.deep.equal([0, 0])
  })
})
