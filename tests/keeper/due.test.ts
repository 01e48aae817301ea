import type { Condition, Fetched, Market } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { dueSteps, nextMoment } from '../../app/src/keeper/due.ts'
import type { Job } from '../../app/src/keeper/jobs.ts'
import { awaitedSecond } from '../../app/src/keeper/proofs/proof.ts'
import { isInShard, ShardFilter } from '../../app/src/keeper/shard.ts'
import {
  CREATED,
  EXPIRES,
  plainMarket as market,
  PROOF_WINDOW,
  plainMarket,
  VOID_DELAY,
} from '../helpers/sdk/market.ts'

const SHARD = { index: 1, of: 2 }

/** A job about a market of the first shard, or of the second one. */
function givenJob(isOwn: boolean): Job {
  for (;;) {
    const address = Keypair.generate().publicKey
    const market = { ...plainMarket(), address }
    if (isInShard(address, SHARD) === isOwn) return { step: 'prove', id: address.toBase58(), market }
  }
}

describe('a shard', () => {
  let now: number
  let filter: ShardFilter
  const own = givenJob(true)
  const other = givenJob(false)

  beforeEach(() => {
    now = 1_000_000
    filter = new ShardFilter(SHARD, () => now)
  })

  const choose = (job: Job) => filter.choose(job.id, [job])

  it('takes its own markets at once, and others once they have been due for 30 seconds', () => {
    expect(choose(own)).to.deep.equal({ jobs: [own], nextAt: null })
    const nextAt = now + 30_000
    expect(choose(other)).to.deep.equal({ jobs: [], nextAt })
    now += 29_999
    expect(choose(other)).to.deep.equal({ jobs: [], nextAt })
    now += 1
    expect(choose(other)).to.deep.equal({ jobs: [other], nextAt: null })
  })

  it('leaves a market to its own shard that works on it', () => {
    choose(other)
    now += 20_000
    const changed = { ...other, market: { ...other.market, openPositions: 1 } }
    expect(choose(changed).jobs).to.deep.equal([])
    now += 20_000
    expect(choose(changed).jobs).to.deep.equal([])
    now += 10_000
    expect(choose(changed).jobs).to.deep.equal([changed])
  })

  it('leaves a market to its own shard that has recorded its answer', () => {
    choose(other)
    now += 20_000
    const observation = { value: 0n, exponent: 0, observedAt: EXPIRES, isMet: false, hasValue: true }
    const recorded = { ...other, market: { ...other.market, observation } }
    expect(choose(recorded)).to.deep.equal({ jobs: [], nextAt: now + 30_000 })
  })

  it('takes each step of a market once that step is overdue', () => {
    choose(other)
    now += 20_000
    const settle = { ...other, step: 'settle' } as const
    expect(filter.choose(other.id, [other, settle])).to.deep.equal({ jobs: [], nextAt: now + 10_000 })
    now += 10_000
    expect(filter.choose(other.id, [other, settle])).to.deep.equal({ jobs: [other], nextAt: now + 20_000 })
  })

  it('begins again when the job was not due meanwhile', () => {
    choose(other)
    now += 20_000
    filter.choose(other.id, [])
    now += 10_000
    expect(choose(other).jobs).to.deep.equal([])
  })

  it('of no others takes everything', () => {
    const jobs = [other]
    expect(new ShardFilter(undefined).choose(other.id, jobs)).to.deep.equal({ jobs, nextAt: null })
  })
})

const at = (now: bigint, isEarly = false) => ({
  now,
  retention: 1_000n,
  hasEarly: () => isEarly,
  hasOnlyCurve: () => false,
  isOut: () => now >= EXPIRES,
})
const price = { type: 'price', feed: '', comparison: 'above', target: '1' } as const
const supply = { type: 'supply', comparison: 'above', target: '1' } as const
const cap = { ...price, type: 'marketCap' } as const
const holders = { type: 'holders', comparison: 'above', target: '1', minimumBalance: 1n } as const

const open = (condition: Condition, change: Partial<Market> = {}) => market({ condition, ...change })
const byExpiry = open({ ...price, timing: 'byExpiry' })
const recorded = open(
  { ...price, timing: 'byExpiry' },
  { observation: { value: 1n, exponent: 0, observedAt: EXPIRES, isMet: false, hasValue: true } },
)
const windowEnd = EXPIRES + BigInt(PROOF_WINDOW)
const voidAt = EXPIRES + BigInt(VOID_DELAY)
/** Accounts are read in the 60 seconds after expiry, and later where they tell for sure what they were then. */
const graceEnd = EXPIRES + 60n
/** Of a mint without an authority the market knows how much there was at most. */
const bounded = {
  reference: { value: 5n, exponent: 0, observedAt: CREATED, isMet: true, hasValue: true },
}

const decided = { status: 'resolved', resolvedAt: EXPIRES } as const
const bothFees = { feesDue: { burn: 5n, developer: 5n } }
const paidOut = { ...decided, openPositions: 0 } as const

describe('what is due', () => {
  const cases: [string, Market, bigint, boolean, string[]][] = [
    ['nothing before expiry', market(), EXPIRES - 1n, true, []],
    ['a proof from expiry on', market(), EXPIRES, false, ['prove']],
    ['a proof until the void delay ends', market(), voidAt - 1n, false, ['prove']],
    ['void from then on', market(), voidAt, false, ['void']],

    ['nothing while no early observation is known', byExpiry, CREATED, false, []],
    ['an early proof as soon as one is', byExpiry, CREATED, true, ['proveEarly']],
    ['the proof at expiry in the proof window', byExpiry, windowEnd - 1n, false, ['prove']],
    ['the proof at expiry after it, if none is recorded', byExpiry, windowEnd, true, ['prove']],
    ['that until the void delay ends', byExpiry, voidAt - 1n, false, ['prove']],
    ['void where nobody found it', byExpiry, voidAt, true, ['void']],

    ['nothing once "not met" is recorded', recorded, windowEnd - 1n, false, []],
    ['an early proof in the proof window all the same', recorded, windowEnd - 1n, true, ['proveEarly']],
    ['No by the record after it', recorded, windowEnd, true, ['resolveNo']],
    ['No by the record even after the void delay', recorded, voidAt, false, ['resolveNo']],

    [
      'an early proof of an event at expiry',
      open({ type: 'event', timing: 'atExpiry' }),
      CREATED,
      true,
      ['proveEarly'],
    ],
    ['none of holders at expiry', open({ ...holders, timing: 'atExpiry' }), CREATED, true, []],
    [
      'an early proof of holders by expiry',
      open({ ...holders, timing: 'byExpiry' }),
      CREATED,
      true,
      ['proveEarly'],
    ],

    ['a proof by state in its time', open({ ...supply, timing: 'byExpiry' }), graceEnd, false, ['prove']],
    ['none after that', open({ ...supply, timing: 'byExpiry' }), graceEnd + 1n, true, []],
    [
      'a proof by a supply that can only fall, until the void delay ends',
      open({ ...supply, timing: 'byExpiry' }, bounded),
      voidAt - 1n,
      false,
      ['prove'],
    ],
    [
      'that a token has not migrated, until the void delay ends',
      open({ type: 'migration', timing: 'byExpiry' }),
      voidAt - 1n,
      false,
      ['prove'],
    ],
    ['void in the end', open({ ...supply, timing: 'atExpiry' }), voidAt, false, ['void']],
    [
      'a market cap, whose supply can only fall, until the void delay ends',
      open({ ...cap, timing: 'atExpiry' }, bounded),
      voidAt - 1n,
      false,
      ['prove'],
    ],

    [
      'fees and payouts once decided',
      market({ ...decided, ...bothFees }),
      EXPIRES,
      false,
      ['collect', 'settle'],
    ],
    ['payouts alone', market(decided), EXPIRES, false, ['settle']],
    ['fees alone', market({ ...paidOut, ...bothFees }), EXPIRES, false, ['collect']],
    [
      'one share alone',
      market({ ...paidOut, feesDue: { burn: 0n, developer: 5n } }),
      EXPIRES,
      false,
      ['collect'],
    ],
    [
      'the other alone',
      market({ ...paidOut, feesDue: { burn: 5n, developer: 0n } }),
      EXPIRES,
      false,
      ['collect'],
    ],
    ['nothing while it is kept', market(paidOut), EXPIRES + 999n, false, []],
    ['to close it after that', market(paidOut), EXPIRES + 1_000n, false, ['close']],
  ]
  for (const [what, of, now, isEarly, steps] of cases) {
    it(`is ${what}`, () => {
      expect(dueSteps(of as Fetched<Market>, at(now, isEarly))).to.deep.equal(steps)
    })
  }

  it('is a record, not a decision, while a bonding curve is complete and its pool is missing', () => {
    const migration = open({ type: 'migration', timing: 'byExpiry' })
    for (const hasOnlyCurve of [true, false]) {
      const input = { ...at(CREATED, true), hasOnlyCurve: () => hasOnlyCurve }
      const step = hasOnlyCurve ? 'record' : 'proveEarly'
      expect(dueSteps(migration as Fetched<Market>, input)).to.deep.equal([step])
      expect(dueSteps(migration as Fetched<Market>, { ...input, hasEarly: () => false })).to.deep.equal([])
    }
  })

  it('is an early proof until the proof window has passed, where the price at expiry is still missing', () => {
    const missing = (now: bigint) => ({ ...at(now, true), isOut: () => false })
    expect(dueSteps(byExpiry as Fetched<Market>, missing(windowEnd - 1n))).to.deep.equal(['proveEarly'])
    expect(dueSteps(byExpiry as Fetched<Market>, missing(windowEnd))).to.deep.equal([])
  })

  it('is a proof before expiry if the price for it is out already', () => {
    const lagging = { ...at(EXPIRES - 600n), isOut: () => true }
    expect(dueSteps(market() as Fetched<Market>, lagging)).to.deep.equal(['prove'])
    expect(dueSteps(open({ ...supply, timing: 'atExpiry' }), lagging)).to.deep.equal([])
  })

  it('of a change is to record its first price, then to prove the one at expiry', () => {
    const referenceAt = EXPIRES - 300n
    const condition = { ...price, type: 'change', bps: 0, referenceAt, timing: 'atExpiry' } as const
    const reference = { value: 1n, exponent: 0, observedAt: referenceAt, isMet: false, hasValue: true }
    const [begins, began] = [open(condition), open(condition, { reference })]
    const steps = (of: Fetched<Market>, now: bigint) =>
      dueSteps(of, { ...at(now), isOut: () => now >= awaitedSecond(of) })
    expect(steps(begins, referenceAt - 1n)).to.deep.equal([])
    expect(steps(begins, referenceAt)).to.deep.equal(['record'])
    expect(steps(begins, EXPIRES)).to.deep.equal(['record'])
    expect(steps(began, EXPIRES - 1n)).to.deep.equal([])
    expect(steps(began, EXPIRES)).to.deep.equal(['prove'])
    expect(steps(began, voidAt - 1n)).to.deep.equal(['prove'])
    for (const one of [begins, began]) expect(steps(one, voidAt)).to.deep.equal(['void'])
    expect(nextMoment(begins, CREATED, 0n)).to.equal(referenceAt)
    expect(nextMoment(began, referenceAt, 0n)).to.equal(EXPIRES)
  })

  it('may change at the moments that a market still has ahead, and at no others', () => {
    const next = (of: Market, now: bigint, retention = 1_000n) => nextMoment(of, now, retention)
    expect(next(byExpiry, CREATED)).to.equal(EXPIRES)
    expect(next(byExpiry, EXPIRES - 1n)).to.equal(EXPIRES)
    expect(next(byExpiry, EXPIRES)).to.equal(windowEnd)
    expect(next(byExpiry, windowEnd)).to.equal(voidAt)
    expect(next(byExpiry, voidAt)).to.equal(null)
    // A decided market may be closed once it was kept, and its nonce is too old to be used.
    const young = market({ ...paidOut, resolvedAt: CREATED })
    expect(next(young, CREATED)).to.equal(CREATED + 301n)
    expect(next(young, CREATED + 301n)).to.equal(CREATED + 1_000n)
    expect(next(young, CREATED + 1_000n)).to.equal(null)
  })

  it('is not to close a market whose nonce could still be used', () => {
    const young = market({ ...paidOut, resolvedAt: CREATED })
    const soon = { ...at(CREATED + 300n), retention: 0n }
    expect(dueSteps(young, soon)).to.deep.equal([])
    expect(dueSteps(young, { ...soon, now: CREATED + 301n })).to.deep.equal(['close'])
  })
})
