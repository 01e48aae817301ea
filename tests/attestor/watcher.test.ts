import { type Condition, type Fetched, type Market, PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { HolderSource } from '../../app/src/attestor/count.ts'
import type { EventSource } from '../../app/src/attestor/events.ts'
import { MEMORY_JOURNAL } from '../../app/src/attestor/journal.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { Watcher } from '../../app/src/attestor/watcher.ts'
import { MarketBook } from '../../app/src/book/book.ts'
import { until } from '../helpers/localnet/index.ts'

const EXPIRES = 2_000
const TOKEN = Keypair.generate().publicKey

const market = (condition: Condition, more: Partial<Market> = {}): Fetched<Market> => ({
  address: Keypair.generate().publicKey,
  creator: TOKEN,
  token: condition.type === 'holders' ? TOKEN : null,
  mint: null,
  status: 'open',
  decimals: 9,
  escrow: PublicKey.default,
  nonce: 1n,
  createdAt: 1_000n,
  closeAt: BigInt(EXPIRES),
  expireAt: BigInt(EXPIRES),
  resolvedAt: null,
  pools: [1n, 1n],
  paid: 0n,
  fees: { burn: 0n, developer: 0n },
  feesCollected: false,
  openPositions: 1,
  terms: {
    burnBps: 500,
    developerBps: 500,
    maxConfidenceBps: 100,
    attestorSet: 0,
    proofWindow: 30,
    voidDelay: 60,
  },
  condition,
  outcome: null,
  observation: null,
  ...more,
})

const event = (timing: Condition['timing']): Condition => ({ type: 'event', timing })
const holders = (minimumBalance: bigint): Condition => ({
  type: 'holders',
  comparison: 'atLeast',
  target: '1',
  minimumBalance,
  timing: 'atExpiry',
})

describe('a watcher of markets', () => {
  let time: { unixSecond: number; slot: number }
  let missed: string[]
  let watcher: Watcher | undefined

  beforeEach(() => {
    time = { unixSecond: EXPIRES, slot: 50 }
    missed = []
  })
  afterEach(() => watcher?.stop())

  function watch(markets: Fetched<Market>[], sources: { holders?: HolderSource; events?: EventSource }) {
    const book = new MarketBook()
    for (const one of markets) book.put(one, 'Will it?')
    const signer = new Signer({ key: Keypair.generate(), programId: PROGRAM_ID, journal: MEMORY_JOURNAL })
    watcher = new Watcher({
      book,
      signer,
      events: sources.events,
      now: () => time,
      holders: sources.holders ?? { balances: async () => null },
      onMissed: (error) => missed.push(error.message),
      onSigned: () => {},
    })
    watcher.start()
    const signed = ({ address }: Fetched<Market>) =>
      signer.of(address.toBase58()).map(({ value, observedAt }) => [value, observedAt])
    return { book, signed }
  }

  it('looks again when a source fails, for as long as it is the moment', async () => {
    const one = market(event('atExpiry'))
    let asked = 0
    const hasHappened = async () => {
      asked += 1
      if (asked < 3) throw new Error('busy')
      return true
    }
    const { signed } = watch([one], { events: { hasHappened } })
    await until('a signature', () => signed(one).length > 0)
    expect(signed(one)).to.deep.equal([[1n, EXPIRES]])
    expect(missed).to.deep.equal([])
  })

  it('misses the moment when the source fails until it is over, and says why', async () => {
    const one = market(event('atExpiry'))
    let isBusy = true
    const hasHappened = async () => {
      if (isBusy) throw new Error('busy')
      return true
    }
    let asked = 0
    const { signed } = watch([one], {
      events: {
        hasHappened: () => {
          asked += 1
          return hasHappened()
        },
      },
    })
    await until('two attempts', () => asked >= 2)
    time = { unixSecond: EXPIRES + 4, slot: 60 }
    isBusy = false
    const before = asked
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(asked - before).to.be.lessThan(2)
    expect(signed(one)).to.deep.equal([])

    time = { unixSecond: EXPIRES + 5, slot: 62 }
    await until('the next moment', () => signed(one).length > 0)
    expect(signed(one)).to.deep.equal([[1n, EXPIRES + 5]])
    expect(missed).to.deep.equal(['busy'])
  })

  it('reads a token once for all markets about it, as of the slot in which the moment came or later', async () => {
    const markets = [market(holders(1n)), market(holders(5n)), market(holders(9n))]
    const asked: [string, number][] = []
    const balances = async (mint: string, minSlot: number) => {
      asked.push([mint, minSlot])
      // What the slot is now does not matter any more.
      time = { unixSecond: EXPIRES + 1, slot: 52 }
      if (asked.length < 2) throw new Error('a node that is behind')
      return new Map([
        ['one', 4n],
        ['two', 6n],
      ])
    }
    const { signed } = watch(markets, { holders: { balances } })
    await until('all signatures', () => markets.every((one) => signed(one).length > 0))
    expect(markets.flatMap(signed)).to.deep.equal([
      [2n, EXPIRES],
      [1n, EXPIRES],
      [0n, EXPIRES],
    ])
    expect(asked).to.deep.equal([
      [TOKEN.toBase58(), 50],
      [TOKEN.toBase58(), 50],
    ])
  })

  it('signs nothing before expiry that decides nothing, though it shows it', async () => {
    time = { unixSecond: EXPIRES - 5, slot: 50 }
    const [early, open] = [market(event('atExpiry')), market(event('byExpiry'))]
    const { signed } = watch([early, open], { events: { hasHappened: () => false } })
    await until('observations', () => watcher?.observations().length === 2)
    expect([early, open].flatMap(signed)).to.deep.equal([])
  })

  it('signs nothing about a market that is decided while it looks, and forgets it', async () => {
    const one = market(event('atExpiry'))
    let answer: (happened: boolean) => void = () => {}
    const hasHappened = () =>
      new Promise<boolean>((resolve) => {
        answer = resolve
      })
    const { book, signed } = watch([one], { events: { hasHappened } })
    book.put({ ...one, status: 'void', resolvedAt: 2_001n }, 'Will it?')
    answer(true)
    await until('the market to be forgotten', () => watcher?.observations().length === 0)
    await watcher?.stop()
    expect(signed(one)).to.deep.equal([])
  })

  it('does not flood a source, and takes first what has few moments', async () => {
    const many = Array.from({ length: 100 }, () => market(event('byExpiry')))
    const urgent = market(event('atExpiry'))
    let [under, most] = [0, 0]
    const order: string[] = []
    const hasHappened = async (address: string) => {
      order.push(address)
      most = Math.max(most, ++under)
      await new Promise((resolve) => setTimeout(resolve, 10))
      under -= 1
      return true
    }
    const { signed } = watch([...many, urgent], { events: { hasHappened } })
    await until('all signatures', () => [...many, urgent].every((one) => signed(one).length > 0))
    expect(most).to.equal(32)
    expect(order[0]).to.equal(urgent.address.toBase58())
    expect(order).to.have.length(101)
  })
})
