import { readFileSync } from 'node:fs'
import type { RecentStakes } from '@prediction-market/sdk/accounts'
import {
  type Auction,
  burnPrice,
  type Decision,
  decide,
  FLOOR_HALF_LIVES,
  largestPurchase,
  NO_RECENT_STAKES,
  PRICE_BITS,
  quoteBurn,
  type Rules,
  type Shown,
  wouldDecide,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'
import type { DecisionResult, Metric, Timing } from '../../tools/vectors/decision-model.ts'
import { decisionVectors } from '../../tools/vectors/decision-vectors.ts'
import { CREATED, EXPIRES, PERIOD, PROOF_WINDOW, plainMarket, VOID_DELAY } from '../helpers/sdk/market.ts'

const SOL = 1_000_000_000n

/** A vault with this much for sale at 1,000 tokens of 6 decimals for one SOL. */
function vault(forSale: bigint, change: Partial<Auction> = {}): Auction {
  return {
    auction: { halfLife: 150, smallestLot: SOL },
    forSale,
    price: { value: 1_000_000_000n << PRICE_BITS, floor: 0n },
    pricedAt: 1_000n,
    ...change,
  }
}

describe('the burn auction', () => {
  it('costs what its price says, rounded up', () => {
    const { tokens, price, after } = quoteBurn(vault(32n * SOL), SOL, 1_000n)
    expect(tokens).to.equal(1_000_000_000n)
    // Half of a lot of 2 SOL: the price is one and a half times as high.
    expect(after).to.deep.equal({ value: (price * 3n) / 2n, floor: (price * 3n) / 32n })
    expect(quoteBurn(vault(SOL / 100n), SOL / 100n, 1_000n).tokens).to.equal(10_000_000n)
    const cheap = vault(32n * SOL, { price: { value: 1n, floor: 0n } })
    expect(quoteBurn(cheap, SOL, 1_000n).tokens).to.equal(1n)
  })

  it('halves its price with every half-life, linearly in between', () => {
    const { value } = vault(SOL).price
    const at = (slot: bigint) => burnPrice(vault(SOL), slot).value
    expect([at(1_000n), at(1_075n), at(1_150n), at(1_300n)]).to.deep.equal([
      value,
      (value * 3n) / 4n,
      value / 2n,
      value / 4n,
    ])
    expect(at(2n ** 63n)).to.equal(1n)
    // The floor falls much more slowly, and holds the price up.
    const floored = vault(SOL, { price: { value, floor: value / 2n } })
    const slots = 150n * BigInt(FLOOR_HALF_LIVES)
    expect(burnPrice(floored, 1_000n + slots)).to.deep.equal({ value: value / 4n, floor: value / 4n })
  })

  it('holds its price while less than a lot is for sale, or the slot is an older one', () => {
    expect(burnPrice(vault(SOL - 1n), 2n ** 63n)).to.deep.equal(vault(SOL).price)
    expect(burnPrice(vault(SOL), 1n)).to.deep.equal(vault(SOL).price)
  })

  it('takes purchases from 0.01 SOL to a lot', () => {
    expect(largestPurchase(vault(SOL))).to.equal(SOL)
    expect(largestPurchase(vault(160n * SOL))).to.equal(10n * SOL)
    expect(() => quoteBurn(vault(SOL), SOL + 1n, 0n)).to.throw(
      'lamports: must be from 10000000 to 1000000000',
    )
    expect(() => quoteBurn(vault(SOL), SOL / 100n - 1n, 0n)).to.throw('lamports: must be from 10000000')
    expect(() => quoteBurn(vault(SOL), -1n, 0n)).to.throw('lamports: must be')
    expect(() => quoteBurn(vault(SOL / 100n - 1n), 1n, 0n)).to.throw('too little is for sale')
  })

  it('raises its floor in proportion to what is bought', () => {
    const { value } = vault(SOL).price
    const floorAfter = (lamports: bigint) => quoteBurn(vault(16n * SOL), lamports, 1_000n).after.floor
    // A whole lot: an eighth of the doubled price. A hundredth of it: about a hundredth of an eighth.
    expect(floorAfter(SOL)).to.equal(value / 4n)
    expect(floorAfter(SOL / 100n)).to.equal((value * 101n) / 80_000n)
    const high = vault(16n * SOL, { price: { value, floor: value } })
    expect(quoteBurn(high, SOL, 1_000n).after.floor).to.equal(value)
  })

  it('never rises while nobody buys, and never sells parts for less than the whole', () => {
    const amount = fc.bigInt({ min: SOL / 50n, max: 2n * SOL })
    fc.assert(
      fc.property(
        amount,
        fc.bigInt(0n, 100_000n),
        fc.bigInt(0n, 100_000n),
        fc.nat(98),
        (lamports, a, b, part) => {
          const start = vault(32n * SOL)
          const slot = 1_000n + a
          expect(burnPrice(start, slot + b).value <= burnPrice(start, slot).value).to.equal(true)
          const first = (lamports * BigInt(part + 1)) / 100n
          if (first < SOL / 100n || lamports - first < SOL / 100n) return
          const whole = quoteBurn(start, lamports, slot)
          const one = quoteBurn(start, first, slot)
          const rest = { ...start, forSale: start.forSale - first, price: one.after, pricedAt: slot }
          const two = quoteBurn(rest, lamports - first, slot)
          expect(one.tokens + two.tokens >= whole.tokens).to.equal(true)
          expect(two.after.value >= whole.after.value).to.equal(true)
        },
      ),
    )
  })
})

type Times = Record<'createdAt' | 'closeAt' | 'expireAt' | 'proofWindow' | 'voidDelay', number> & {
  referenceAt?: number
}
type Listed = [at: number, previous: number | null, met: boolean | null, certain: boolean, complete: boolean]
type Case = [
  metric: Metric,
  timing: Timing,
  market: string,
  recorded: boolean | number,
  shown: Listed | null,
  now: number,
  result: DecisionResult,
  reference?: Listed | null,
]

const text = readFileSync(new URL('../vectors/decisions.json', import.meta.url), 'utf8')
const { markets, cases } = JSON.parse(text) as { markets: Record<string, Times>; cases: Case[] }

function rulesOf([type, timing, name, recorded]: Case): Rules {
  const times = markets[name]
  if (!times) throw new Error(`no market ${name}`)
  return {
    condition: { type, timing, ...(times.referenceAt && { referenceAt: BigInt(times.referenceAt) }) },
    createdAt: BigInt(times.createdAt),
    closeAt: BigInt(times.closeAt),
    expireAt: BigInt(times.expireAt),
    terms: { proofWindow: times.proofWindow, voidDelay: times.voidDelay },
    observation: recorded === true ? {} : null,
    reference: typeof recorded === 'number' ? { observedAt: BigInt(recorded) } : null,
  }
}

function shownIn(listed: Listed | null | undefined): Shown | null {
  if (!listed) return null
  const [at, previous, isMet, isSure, isComplete] = listed
  const reading = isMet === null ? 'unreadable' : isMet ? 'met' : isComplete ? 'complete' : 'notMet'
  return { at: BigInt(at), previous: previous === null ? null : BigInt(previous), reading, isSure }
}

/** A decision as the vectors write it. */
function written(decision: Decision): DecisionResult {
  const second = (asOf: bigint | null) => (asOf === null ? null : Number(asOf))
  switch (decision.kind) {
    case 'resolve':
      return { resolve: decision.outcome, asOf: second(decision.asOf) }
    case 'record':
      return { record: true, asOf: second(decision.asOf) }
    case 'recordCurve':
      return { recordCurve: true }
    case 'recordReference':
      return { recordReference: true }
    case 'resolveRecorded':
      return { resolveRecorded: true }
    case 'refuse':
      return { refuse: decision.error }
  }
}

describe('decision vectors', () => {
  it('are what their generator writes', () => {
    expect(decisionVectors()).to.equal(text)
  })

  it('are decided alike', () => {
    expect(cases).to.have.length.of.at.least(25_000)
    for (const one of cases) {
      const decision = decide(rulesOf(one), shownIn(one[4]), BigInt(one[5]), shownIn(one[7]))
      expect(written(decision), JSON.stringify(one)).to.deep.equal(one[6])
    }
  })
})

describe('an observation', () => {
  const byExpiry = plainMarket({
    condition: { type: 'price', feed: '', comparison: 'above', target: '1', timing: 'byExpiry' },
  })
  const shown = (at: bigint, isMet = true): Shown => {
    return { at, previous: at - 1n, reading: isMet ? 'met' : 'notMet', isSure: false }
  }
  /** A record whose last bet was in the period of that number. */
  const betIn = (period: bigint): RecentStakes => ({ ...NO_RECENT_STAKES, period })

  it('decides a market early if it meets the condition', () => {
    expect(wouldDecide(byExpiry, shown(CREATED + 1n), CREATED + 2n)).to.equal(true)
    expect(wouldDecide(byExpiry, shown(CREATED + 1n, false), CREATED + 2n)).to.equal(false)
    expect(wouldDecide(plainMarket(), shown(CREATED + 1n), CREATED + 2n)).to.equal(false)
  })

  it('at expiry is recorded if it does not meet the condition', () => {
    expect(wouldDecide(byExpiry, shown(EXPIRES, false), EXPIRES)).to.equal(true)
    const observation = { value: 0n, exponent: 0, observedAt: EXPIRES, isMet: false, hasValue: true }
    const recorded = { ...byExpiry, observation }
    expect(wouldDecide(recorded, shown(EXPIRES, false), EXPIRES)).to.equal(false)
    expect(wouldDecide(recorded, shown(EXPIRES - 1n), EXPIRES)).to.equal(true)
  })

  it('decides nothing once a recorded one does, or once the market can only be voided', () => {
    const observation = { value: 0n, exponent: 0, observedAt: EXPIRES, isMet: false, hasValue: true }
    const deadline = EXPIRES + BigInt(PROOF_WINDOW)
    expect(wouldDecide({ ...byExpiry, observation }, shown(EXPIRES - 1n), deadline - 1n)).to.equal(true)
    expect(wouldDecide({ ...byExpiry, observation }, shown(EXPIRES - 1n), deadline)).to.equal(false)
    const end = EXPIRES + BigInt(VOID_DELAY)
    expect(wouldDecide(plainMarket(), shown(EXPIRES), end - 1n)).to.equal(true)
    expect(wouldDecide(plainMarket(), shown(EXPIRES), end)).to.equal(false)
  })

  it('is recorded of a migration whose curve is complete, and of a change that begins', () => {
    const curve = { at: 0n, previous: null, reading: 'complete', isSure: false } as const
    const migration = plainMarket({ condition: { type: 'migration', timing: 'byExpiry' } })
    expect(wouldDecide(migration, curve, CREATED + 2n)).to.equal(true)
    const referenceAt = CREATED + 60n
    const bps = { type: 'change', feed: '', comparison: 'above', bps: 0 } as const
    const change = plainMarket({ condition: { ...bps, referenceAt, timing: 'atExpiry' } })
    expect(wouldDecide(change, null, referenceAt, shown(referenceAt))).to.equal(true)
    expect(wouldDecide(change, null, referenceAt)).to.equal(false)
    // Without the update before it, nothing shows that it is the one of that second.
    const alone = { ...shown(referenceAt), previous: null }
    expect(wouldDecide(change, null, referenceAt, alone)).to.equal(false)
  })

  it('is too old if there were bets later than in the period after its own', () => {
    // Periods are counted from 1: a second of the fifth.
    const at = CREATED + 4n * BigInt(PERIOD)
    const now = EXPIRES - 200n
    const decides = (period: bigint) => wouldDecide({ ...byExpiry, recent: betIn(period) }, shown(at), now)
    expect(decides(5n)).to.equal(true)
    expect(decides(6n)).to.equal(true)
    expect(decides(7n)).to.equal(false)
    // The one at expiry of a market that is decided at expiry makes no stake late.
    const atExpiry = plainMarket({ recent: betIn(20n) })
    expect(wouldDecide(atExpiry, shown(EXPIRES), EXPIRES)).to.equal(true)
  })
})
