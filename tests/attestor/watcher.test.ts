import { type Condition, type Fetched, type Market, PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { HolderSource } from '../../app/src/attestor/count.ts'
import type { EventSource } from '../../app/src/attestor/events.ts'
import { MEMORY_JOURNAL } from '../../app/src/attestor/journal.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { Watcher } from '../../app/src/attestor/watcher.ts'
import { MarketBook } from '../../app/src/book/book.ts'
import { rankOf } from '../helpers/book.ts'
import { until } from '../helpers/localnet/index.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

const EXPIRES = 2_000
const TOKEN = Keypair.generate().publicKey

const market = (condition: Condition, more: Partial<Market> = {}): Fetched<Market> => ({
  ...plainMarket({ condition, createdAt: 1_000n, expireAt: BigInt(EXPIRES), token: TOKEN, ...more }),
  address: Keypair.generate().publicKey,
})

const event = (timing: Condition['timing']): Condition => ({ type: 'event', timing })
const holders = (minimumBalance: bigint, timing: Condition['timing'] = 'atExpiry'): Condition => ({
  type: 'holders',
  comparison: 'atLeast',
  target: '1',
  minimumBalance,
  timing,
})

describe('a watcher of markets', () => {
  let time: { unixSecond: number; slot: number }
  let missed: string[]
  let moments: string[]
  let steadyMs: number
  let readMs: number | undefined
  let watcher: Watcher | undefined

  beforeEach(() => {
    time = { unixSecond: EXPIRES, slot: 50 }
    missed = []
    moments = []
    steadyMs = 0
    readMs = undefined
  })
  afterEach(() => watcher?.stop())

  function watch(markets: Fetched<Market>[], sources: { holders?: HolderSource; events?: EventSource }) {
    const book = new MarketBook()
    const signer = new Signer({ key: Keypair.generate(), programId: PROGRAM_ID, journal: MEMORY_JOURNAL })
    const clock = {
      get now() {
        return time
      },
      read: async () => time,
    }
    watcher = new Watcher({
      book,
      rankOf,
      signer,
      clock,
      steadyClock: () => steadyMs,
      readMs,
      events: sources.events,
      holders: sources.holders ?? { balances: async () => null },
      onMissed: (error, _market, moment) => {
        missed.push(error.message)
        moments.push(moment)
      },
      onSigned: () => {},
    })
    // They are noted as they come: a book that is there before is walked through in slices, as fast as the machine is.
    for (const one of markets) book.put(one, 'Will it?', 1)
    watcher.start()
    const signed = ({ address }: Fetched<Market>) =>
      [...signer.of(address.toBase58())].map(({ second, isMet }) => [second, isMet])
    return { book, signed }
  }

  it('reports a second of expiry that passed while it was not running, once', async () => {
    const finalAnswer = async () => true
    const passed = market(event('atExpiry'), { expireAt: BigInt(EXPIRES - 60) })
    const marker = market(event('atExpiry'))
    const { signed } = watch([passed, marker], { events: { finalAnswer } })
    await until('the other market to be signed', () => signed(marker).length > 0)
    await watcher?.stop()
    expect(signed(passed)).to.deep.equal([])
    expect(missed).to.deep.equal(['not running, or the clock could not be read, at expiry'])
    expect(moments).to.deep.equal(['expiry'])
  })

  it('looks again when a source fails or has no answer, for as long as it is the moment', async () => {
    const one = market(event('atExpiry'))
    let asked = 0
    const finalAnswer = async () => {
      asked += 1
      if (asked < 3) throw new Error('busy')
      if (asked < 5) return null
      return true
    }
    const { signed } = watch([one], { events: { finalAnswer } })
    await until('a signature', () => signed(one).length > 0)
    expect(signed(one)).to.deep.equal([[EXPIRES, true]])
    expect(missed).to.deep.equal([])
  })

  it('misses a moment if the source fails until it is over, reports why, and never signs it', async () => {
    const one = market(event('atExpiry'))
    const marker = market(event('byExpiry'), { expireAt: BigInt(EXPIRES + 1_000) })
    const asked: string[] = []
    let isBusy = true
    const finalAnswer = async (address: string) => {
      asked.push(address)
      if (isBusy) throw new Error('busy')
      return true
    }
    const { signed } = watch([one, marker], { events: { finalAnswer } })
    const attempts = () => asked.filter((address) => address === one.address.toBase58()).length
    await until('two attempts', () => attempts() >= 2)

    // When the source answers 11 seconds after the expiry.
    time = { unixSecond: EXPIRES + 11, slot: 77 }
    isBusy = false
    await until('a market that still runs to be signed', () => signed(marker).length > 0)
    expect(signed(marker)).to.deep.equal([[EXPIRES + 10, true]])
    expect(signed(one)).to.deep.equal([])
    expect(missed).to.include('busy')
  })

  for (const [late, isSigned] of [
    [10, true],
    [11, false],
  ] as const) {
    it(`${isSigned ? 'signs' : 'does not sign'} what it has seen ${late} seconds later`, async () => {
      const markets = [market(holders(1n)), market(holders(9n))]
      const balances = async () => {
        time = { unixSecond: EXPIRES + late, slot: 50 + late }
        return new Map([['one', 4n]])
      }
      const { signed } = watch(markets, { holders: { balances } })
      await until('both to be observed', () => watcher?.observations().length === 2)
      await watcher?.stop()
      const [first, second] = markets as [Fetched<Market>, Fetched<Market>]
      expect(signed(first)).to.deep.equal(isSigned ? [[EXPIRES, true]] : [])
      expect(signed(second)).to.deep.equal(isSigned ? [[EXPIRES, false]] : [])
      const reason = 'observed 11 s late'
      expect(missed).to.deep.equal(isSigned ? [] : [reason, reason])
    })
  }

  it('reads a token once for all markets about it, as of the slot in which the moment came or later', async () => {
    const markets = [market(holders(1n)), market(holders(5n)), market(holders(9n))]
    const asked: [string, number][] = []
    const balances = async (mint: string, minSlot: number) => {
      asked.push([mint, minSlot])
      // The current slot does not matter any more.
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
      [EXPIRES, true],
      [EXPIRES, true],
      [EXPIRES, false],
    ])
    // The counts that are shown are exact.
    const shown = new Map(watcher?.observations().map(({ market, value }) => [market, value]))
    expect(markets.map(({ address }) => shown.get(address.toBase58()))).to.deep.equal([2n, 1n, 0n])
    expect(asked).to.deep.equal([
      [TOKEN.toBase58(), 50],
      [TOKEN.toBase58(), 50],
    ])
  })

  it('does not sign a number of holders that decides nothing before expiry, but shows it', async () => {
    time = { unixSecond: EXPIRES - 4, slot: 50 }
    const markets = [market(holders(1n)), market(holders(9n, 'byExpiry')), market(holders(1n, 'byExpiry'))]
    const { signed } = watch(markets, { holders: { balances: async () => new Map([['one', 4n]]) } })
    await until('observations', () => watcher?.observations().length === 3)
    await watcher?.stop()
    expect(markets.map(signed)).to.deep.equal([[], [], [[EXPIRES - 5, true]]])
  })

  it('signs an event before expiry once it can no longer change, either way, and not before', async () => {
    time = { unixSecond: EXPIRES - 98, slot: 50 }
    const markets = (['atExpiry', 'byExpiry'] as const).flatMap((timing) =>
      [true, false].map((answer) => ({ answer, one: market(event(timing)) })),
    )
    const answers = new Map(markets.map(({ answer, one }) => [one.address.toBase58(), answer]))
    const asked: string[] = []
    let isKnown = false
    const finalAnswer = (address: string) => {
      asked.push(address)
      return isKnown ? (answers.get(address) ?? null) : null
    }
    const all = markets.map(({ one }) => one)
    const { signed } = watch(all, { events: { finalAnswer } })
    await until('all to be asked about', () => new Set(asked).size === 4)
    time = { unixSecond: EXPIRES - 93, slot: 62 }
    await until('all to be asked about again', () => asked.length === 8)
    isKnown = true
    time = { unixSecond: EXPIRES - 88, slot: 75 }
    await until('all signatures', () => all.every((one) => signed(one).length > 0))
    expect(all.map(signed)).to.deep.equal(markets.map(({ answer }) => [[EXPIRES - 90, answer]]))
  })

  it('does not keep the expiry waiting for an earlier observation', async () => {
    time = { unixSecond: EXPIRES - 1, slot: 50 }
    const one = market(event('byExpiry'))
    const pending: ((answer: boolean | null) => void)[] = []
    const finalAnswer = () => new Promise<boolean | null>((resolve) => pending.push(resolve))
    const { signed } = watch([one], { events: { finalAnswer } })
    await until('the first question', () => pending.length === 1)
    time = { unixSecond: EXPIRES, slot: 53 }
    await until('the second question', () => pending.length === 2)
    pending[1]?.(true)
    await until('the signature', () => signed(one).length > 0)
    expect(signed(one)).to.deep.equal([[EXPIRES, true]])
    pending[0]?.(null)
  })

  it('signs nothing about a market that is decided while it looks, and forgets it', async () => {
    const one = market(event('atExpiry'))
    const pending: ((happened: boolean) => void)[] = []
    const finalAnswer = () => new Promise<boolean>((resolve) => pending.push(resolve))
    const { book, signed } = watch([one], { events: { finalAnswer } })
    await until('the question', () => pending.length === 1)
    book.put({ ...one, status: 'void', resolvedAt: 2_001n }, 'Will it?', 2)
    pending[0]?.(true)
    await until('the market to be forgotten', () => watcher?.observations().length === 0)
    await watcher?.stop()
    expect(signed(one)).to.deep.equal([])
  })

  it('does not flood a source, and takes first what expires', async () => {
    const runsOn = { expireAt: BigInt(EXPIRES + 1_000) }
    const many = Array.from({ length: 100 }, () => market(event('byExpiry'), runsOn))
    const urgent = market(event('atExpiry'))
    let [under, most] = [0, 0]
    const order: string[] = []
    const waiting: (() => void)[] = []
    let isAnswering = false
    const finalAnswer = async (address: string) => {
      order.push(address)
      most = Math.max(most, ++under)
      if (!isAnswering) await new Promise<void>((resolve) => waiting.push(resolve))
      under -= 1
      return true
    }
    const { signed } = watch([...many, urgent], { events: { finalAnswer } })
    // What expires has places of its own, besides the 32 of the others.
    await until('all places', () => under === 33)
    expect(order[0]).to.equal(urgent.address.toBase58())
    isAnswering = true
    for (const answer of waiting) answer()
    await until('all signatures', () => [...many, urgent].every((one) => signed(one).length > 0))
    expect(most).to.equal(33)
    expect(order).to.have.length(101)
  })

  /** Markets about so many tokens, whose holders are read for ever. */
  const givenSlow = (count: number, more: Partial<Market> = {}) => {
    return Array.from({ length: count }, () => {
      return market(holders(1n, 'byExpiry'), { token: Keypair.generate().publicKey, ...more })
    })
  }

  it('signs events and expiries while it waits for slow tokens', async () => {
    const slow = givenSlow(32, { expireAt: BigInt(EXPIRES + 1_000) })
    const anEvent = market(event('atExpiry'))
    const expiring = market(holders(1n), { token: Keypair.generate().publicKey })
    const reading: string[] = []
    const balances = (token: string) => {
      reading.push(token)
      if (token === expiring.token?.toBase58()) return Promise.resolve(new Map([['one', 4n]]))
      return new Promise<null>((resolve) => ends.push(() => resolve(null)))
    }
    const ends: (() => void)[] = []
    const { book, signed } = watch(slow, { holders: { balances }, events: { finalAnswer: () => true } })
    await until('all slow tokens to be read', () => reading.length === 32)
    for (const one of [anEvent, expiring]) book.put(one, 'Will it?', 2)
    await until('both signatures', () => signed(anEvent).length + signed(expiring).length === 2)
    for (const end of ends) end()
  })

  describe('with slow tokens in the way', () => {
    const runsOn = { expireAt: BigInt(EXPIRES + 1_000) }
    const rich = market(holders(1n), {
      token: Keypair.generate().publicKey,
      pools: { Yes: 10n ** 12n, No: 10n ** 12n },
    })
    /** Reads the token of `rich` at once, and all others never. */
    const slowly = (reading: string[]) => (token: string) => {
      reading.push(token)
      if (token === rich.token?.toBase58()) return Promise.resolve(new Map([['one', 4n]]))
      return new Promise<null>(() => {})
    }

    it('attack 74: reads markets without stakes on both sides with a few separate workers', async () => {
      const reading: string[] = []
      const slow = givenSlow(40, { pools: { Yes: 10n ** 12n, No: 0n }, ...runsOn })
      const { book, signed } = watch(slow, { holders: { balances: slowly(reading) } })
      await until('some of them', () => reading.length > 0)
      book.put(rich, 'Will it?', 2)
      await until('the signature', () => signed(rich).length > 0)
      expect(reading.length).to.be.lessThan(8)
    })

    it('attack 74: gives a slow read up for a more valuable market', async () => {
      // No deadline gives a place free before.
      readMs = 600_000
      const reading: string[] = []
      const slow = givenSlow(40, { pools: { Yes: 1n, No: 1n } })
      const { book, signed } = watch(slow, { holders: { balances: slowly(reading) } })
      await until('all places to be taken', () => reading.length === 16)
      book.put(rich, 'Will it?', 2)
      await until('the signature', () => signed(rich).length > 0)
      expect(signed(rich)).to.deep.equal([[EXPIRES, true]])
    })

    it('attack 74: ends a read that takes too long to be signed', async () => {
      readMs = 100
      const [slow, next] = givenSlow(2, { ...runsOn, pools: { Yes: 1n, No: 0n } }) as [
        Fetched<Market>,
        Fetched<Market>,
      ]
      const ended: unknown[] = []
      const balances = (_token: string, _slot: number, signal?: AbortSignal) => {
        signal?.addEventListener('abort', () => ended.push(signal.reason))
        return new Promise<null>(() => {})
      }
      watch([slow, next], { holders: { balances } })
      await until('the end of both', () => ended.length === 2)
      expect(String(ended[0])).to.include('not read within 100 ms')
    })
  })

  it('pauses a token that cannot be read before the expiry', async () => {
    time = { unixSecond: EXPIRES - 100, slot: 50 }
    const [failing] = givenSlow(1) as [Fetched<Market>]
    const reads: number[] = []
    const balances = async () => {
      reads.push(time.unixSecond)
      throw new Error('too many accounts')
    }
    const asked: number[] = []
    const finalAnswer = async () => {
      asked.push(time.unixSecond)
      if (asked.length < 4) throw new Error('busy')
      return true
    }
    watch([failing, market(event('byExpiry'))], { holders: { balances }, events: { finalAnswer } })
    await until('an event to be asked about four times', () => asked.length === 4)
    expect(reads).to.deep.equal([EXPIRES - 100])
  })

  it("signs no late observation, even if the node's clock stands still", async () => {
    const markets = [market(event('atExpiry')), market(holders(1n))]
    const late = () => {
      steadyMs = 11_000
    }
    const balances = async () => {
      late()
      return new Map([['one', 4n]])
    }
    const finalAnswer = async () => {
      late()
      return true
    }
    const { signed } = watch(markets, { holders: { balances }, events: { finalAnswer } })
    await until('both to be observed', () => watcher?.observations().length === 2)
    await watcher?.stop()
    expect(markets.map(signed)).to.deep.equal([[], []])
    expect(missed).to.have.length(2)
  })
})
