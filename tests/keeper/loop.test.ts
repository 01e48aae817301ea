import { setTimeout as sleep } from 'node:timers/promises'
import { type Decisions, type Fetched, type Market, toMarketId } from '@prediction-market/sdk'
import { Connection, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { MarketBook } from '../../app/src/book/book.ts'
import type { Result } from '../../app/src/keeper/jobs.ts'
import { KeeperLoop } from '../../app/src/keeper/loop.ts'
import { KeeperMetrics } from '../../app/src/keeper/metrics.ts'
import { openProofs, type Proofs } from '../../app/src/keeper/proofs/open.ts'
import type { Steps } from '../../app/src/keeper/steps.ts'
import { WatchedAccounts } from '../../app/src/keeper/watched-accounts.ts'
import { rankOf } from '../helpers/book.ts'
import { until } from '../helpers/localnet/wait.ts'
import { EXPIRES, PROOF_WINDOW, plainMarket, VOID_DELAY } from '../helpers/sdk/market.ts'

const supply = { type: 'supply', comparison: 'above', target: '1', timing: 'byExpiry' } as const
const marketAt = (expireAt: bigint, change: Partial<Market> = {}): Fetched<Market> => {
  return { ...plainMarket({ condition: supply, expireAt, ...change }), address: PublicKey.unique() }
}

describe("the keeper's loop", () => {
  /** After the machine's clock, which prices go by. */
  const LATER = BigInt(Math.floor(Date.now() / 1_000)) + 1_000_000n
  let now: bigint
  let book: MarketBook
  let loop: KeeperLoop
  /** Steps that were taken, as `step id`. */
  let taken: string[]
  /** Called with every step that is taken. */
  let onTaken: (name: string) => void
  /** Markets that were looked at. */
  let looked: string[]
  /** Called with every look. */
  let onLooked: () => void
  let result: Result
  /** Milliseconds that a step takes. */
  let delayMs: number
  /** Whether the node has seen a step when it is done. */
  let isSeen: boolean

  beforeEach(() => {
    now = LATER
    book = new MarketBook()
    taken = []
    onTaken = () => {}
    looked = []
    onLooked = () => {}
    result = 'done'
    delayMs = 0
    isSeen = true
  })

  afterEach(() => loop.stop())

  const start = (atLoss?: boolean) => {
    const accounts = new WatchedAccounts(new Connection('http://127.0.0.1:9'))
    const onError = (error: Error) => expect.fail(error.message)
    const decisions = {} as Decisions
    const proofs: Proofs = openProofs({ accounts, rankOf, decisions, onError, onAttestorError: onError })
    const isOut: Proofs['isOut'] = (market, time) => {
      looked.push(toMarketId(market.address))
      onLooked()
      return proofs.isOut(market, time)
    }
    const steps = {
      async take(step, market) {
        const name = `${step} ${toMarketId(market.address)}`
        taken.push(name)
        onTaken(name)
        if (delayMs > 0) await sleep(delayMs)
        if (result === 'done' && isSeen)
          book.put({ ...market, status: 'void', resolvedAt: now, openPositions: 0 }, '', 2)
        return result
      },
    } as Pick<Steps, 'take'> as Steps
    loop = new KeeperLoop({
      book,
      steps,
      proofs: { ...proofs, isOut },
      accounts,
      metrics: new KeeperMetrics(),
      log: pino({ level: 'silent' }),
      rankOf,
      atLoss,
      now: () => now,
      retention: 100n,
      tickMs: 5,
    })
    loop.start()
  }
  const put = (market: Fetched<Market>, slot = 1) => {
    book.put(market, '', slot)
    return toMarketId(market.address)
  }

  it('takes the steps of a market at its moments, and looks at no other', async () => {
    const due = put(marketAt(now + 10n))
    for (let count = 0; count < 50; count++) put(marketAt(now + 10_000n))
    start()
    await sleep(50)
    looked.length = 0
    now += 10n
    await until('the decision', () => taken.length === 1)
    now += 99n
    await sleep(50)
    expect(taken, 'it is kept').to.deep.equal([`prove ${due}`])
    now += 1n
    await until('the end', () => taken.length > 1)
    expect(taken[1]).to.equal(`close ${due}`)
    expect(new Set(looked)).to.deep.equal(new Set([due]))
  })

  it('takes steps of markets that are new, and that change', async () => {
    start()
    const late = put(marketAt(now - 1n))
    await until('the first', () => taken.length === 1)
    const market = marketAt(now + 10_000n)
    const id = put(market)
    await sleep(30)
    put({ ...market, status: 'void', resolvedAt: now, openPositions: 2 }, 2)
    await until('the second', () => taken.length > 1)
    expect(taken.slice(0, 2)).to.deep.equal([`prove ${late}`, `settle ${id}`])
  })

  it('goes through all moments of a market that nobody decides', async () => {
    result = 'stuck'
    const observation = { value: 0n, exponent: 0, observedAt: now, isMet: false, hasValue: true }
    const condition = { type: 'holders', comparison: 'above', target: '1', minimumBalance: 1n } as const
    const by = marketAt(now + 10n, { condition: { ...condition, timing: 'byExpiry' }, observation })
    const at = marketAt(now + 10n, { condition: { ...condition, timing: 'atExpiry' } })
    const [recorded, silent] = [put(by), put(at)]
    start()
    now = by.expireAt + BigInt(PROOF_WINDOW) - 1n
    await sleep(50)
    expect(taken, 'no attestor has signed anything').to.deep.equal([])
    now += 1n
    await until('No', () => taken.length === 1)
    now = by.expireAt + BigInt(VOID_DELAY)
    await until('the end', () => taken.includes(`void ${silent}`))
    expect(taken[0]).to.equal(`resolveNo ${recorded}`)
    expect(taken, 'what is recorded decides').not.to.include(`void ${recorded}`)
  })

  it('does not repeat a step before the node can have seen it, and never once it has', async () => {
    isSeen = false
    const market = marketAt(now - 1n)
    const id = put(market)
    const times: number[] = []
    onTaken = () => times.push(Date.now())
    start()
    await until('another attempt', () => taken.length >= 2)
    const [first = 0, second = 0] = times
    // As long as a block takes; a busy machine only makes it more.
    expect(second - first).to.be.at.least(200)
    const { length } = taken
    put({ ...market, status: 'void', resolvedAt: now, openPositions: 1 }, 2)
    await until('the next step', () => taken.length > length)
    expect(taken[length]).to.equal(`settle ${id}`)
  })

  it('takes the next batch of payouts once one is seen, however many there are', async () => {
    isSeen = false
    const market = marketAt(now - 1n)
    let left = 40
    const pay = () => put({ ...market, status: 'void', resolvedAt: now, openPositions: left }, 100 - left)
    onTaken = () => {
      left -= 1
      pay()
    }
    pay()
    start()
    // The pauses of a step that is not seen would add up to minutes.
    await until('the last one', () => left === 0)
    expect(taken).to.have.length(40)
  })

  it('tries again what failed, and forgets what is gone', async () => {
    result = 'early'
    const id = put(marketAt(now - 1n))
    start()
    await until('another attempt', () => taken.length === 2)
    book.remove(id)
    const count = taken.length
    await sleep(600)
    expect(taken).to.have.length(count)
  })

  describe('with thousands of empty markets in the way', () => {
    const COUNT = 2_000

    beforeEach(() => {
      delayMs = 20
    })

    /** Empty ones before and after the one that matters: it is neither the first nor the last of them. */
    const putAmong = (expireAt: bigint): string => {
      const putEmpty = () => {
        for (let count = 0; count < COUNT / 2; count++)
          put(marketAt(expireAt, { pools: { Yes: 1n, No: 0n } }))
      }
      putEmpty()
      const id = put(marketAt(expireAt, { pools: { Yes: 10n ** 9n, No: 10n ** 9n } }))
      putEmpty()
      return id
    }

    it('attack 71: decides one with stakes as if they were not there, though they were due before it', async () => {
      for (let count = 0; count < COUNT; count++) put(marketAt(now - 10n, { pools: { Yes: 0n, No: 0n } }))
      start()
      await until('some of them', () => taken.length > 10)
      const before = taken.length
      const id = putAmong(now - 1n)
      await until('the decision', () => taken.includes(`prove ${id}`))
      expect(taken.indexOf(`prove ${id}`) - before).to.be.lessThan(COUNT / 10)
    })

    it('attack 72: decides it in time, though all expire at once', async () => {
      const id = putAmong(now + 5n)
      start()
      now += 5n
      await until('the decision', () => taken.includes(`prove ${id}`))
      expect(taken.indexOf(`prove ${id}`)).to.be.lessThan(COUNT / 10)
    })

    it('attack 72: looks at it before all others, and decides it before it has looked at them', async () => {
      const id = putAmong(now + 5n)
      // A market is read when it is noted, and again when it is looked at.
      const [noted, seen] = [new Set<string>(), new Set<string>()]
      const read = book.get.bind(book)
      book.get = (market) => {
        if (noted.has(market)) seen.add(market)
        noted.add(market)
        return read(market)
      }
      start()
      await until('all to be looked at once', () => seen.size === book.size)
      looked.length = 0
      // It is the first that is looked at, and is decided in that turn of the event loop, however many more fit into it.
      let isLater = false
      let isDecidedLater: boolean | undefined
      onTaken = (step) => {
        if (step === `prove ${id}`) isDecidedLater = isLater
      }
      onLooked = () => {
        onLooked = () => {}
        setImmediate(() => {
          isLater = true
        })
      }
      now += 5n
      await until('the decision', () => taken.includes(`prove ${id}`))
      expect(looked[0]).to.equal(id)
      expect(isDecidedLater).to.equal(false)
    })

    it('leaves out steps that earn less than they cost, if it works for profit', async () => {
      // A signature costs 5,000 lamports.
      const terms = { ...plainMarket().terms, settleReward: 4_999n }
      for (const pool of [0n, 1_000n]) put(marketAt(now - 1n, { terms, pools: { Yes: pool, No: pool } }))
      const id = put(marketAt(now - 1n, { pools: { Yes: 10n ** 9n, No: 10n ** 9n } }))
      start(false)
      await until('the decision', () => taken.length > 0)
      await sleep(100)
      expect(taken).to.deep.equal([`prove ${id}`])
    })
  })

  it('takes nothing once it is stopped', async () => {
    start()
    loop.stop()
    put(marketAt(EXPIRES))
    await sleep(30)
    expect(taken).to.deep.equal([])
  })
})
