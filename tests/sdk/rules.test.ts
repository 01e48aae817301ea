import {
  type Compared,
  type Condition,
  closableAt,
  decisionDue,
  isDated,
  isPrecise,
  meets,
  NONCE_TOLERANCE,
  observePrice,
  proofDeadline,
  voidAt,
  wouldDecide,
} from '@prediction-market/sdk'
import { expect } from 'chai'
import { attempts, decisions, observations } from '../helpers/program/timing-grids.ts'
import type { GivenMarket, World } from '../helpers/program/world.ts'
import { CREATED, EXPIRES, PROOF_WINDOW, plainMarket, VOID_DELAY } from '../helpers/sdk/market.ts'

const price = { type: 'price', feed: '', comparison: 'above', target: '1' } as const
const marketCap = { type: 'marketCap', feed: '', comparison: 'above', target: '1' } as const
const supply = { type: 'supply', comparison: 'above', target: '1' } as const
const holders = { type: 'holders', comparison: 'atLeast', target: '10', minimumBalance: 1n } as const
const event = { type: 'event' } as const
const migration = { type: 'migration' } as const
const byExpiry = 'byExpiry' as const
const atExpiry = 'atExpiry' as const

describe('a comparison', () => {
  const cases: [
    comparison: 'above' | 'atLeast' | 'below' | 'atMost',
    below: boolean,
    at: boolean,
    above: boolean,
  ][] = [
    ['above', false, false, true],
    ['atLeast', false, true, true],
    ['below', true, false, false],
    ['atMost', true, true, false],
  ]
  for (const [comparison, below, at, above] of cases) {
    it(`with ${comparison} is exact, whatever the exponents`, () => {
      const condition = { comparison, target: '0.25' }
      expect(meets(condition, { value: 24_999_999n, exponent: -8 })).to.equal(below)
      expect(meets(condition, { value: 25_000_000n, exponent: -8 })).to.equal(at)
      expect(meets(condition, { value: 25_000_001n, exponent: -8 })).to.equal(above)
      const large = { comparison, target: '250000' }
      expect(meets(large, { value: 24n, exponent: 4 })).to.equal(below)
      expect(meets(large, { value: 25n, exponent: 4 })).to.equal(at)
      expect(meets(large, { value: 26n, exponent: 4 })).to.equal(above)
    })
  }

  it('of an event and of a migration is whether it has happened', () => {
    for (const condition of [event, migration]) {
      const compared = { ...condition, timing: byExpiry } as Compared
      expect(meets(compared, { value: 0n, exponent: 0 })).to.equal(false)
      expect(meets(compared, { value: 1n, exponent: 0 })).to.equal(true)
    }
  })
})

describe('the dates of a market', () => {
  it('are dated by what proves them', () => {
    const dated = [price, marketCap, holders, event]
    for (const condition of dated) {
      expect(isDated({ condition: { ...condition, timing: atExpiry } })).to.equal(true)
    }
    for (const condition of [supply, migration]) {
      expect(isDated({ condition: { ...condition, timing: atExpiry } })).to.equal(false)
    }
  })

  it('follow from its expiry and its terms', () => {
    const market = plainMarket()
    expect(proofDeadline(market)).to.equal(EXPIRES + BigInt(PROOF_WINDOW))
    expect(voidAt(market)).to.equal(EXPIRES + BigInt(VOID_DELAY))
  })

  it('make a decision due at expiry, and by expiry on dated proofs at the end of the proof window', () => {
    const due = (condition: Condition) => decisionDue(plainMarket({ condition }))
    expect(due({ ...price, timing: atExpiry })).to.equal(EXPIRES)
    expect(due({ ...supply, timing: byExpiry })).to.equal(EXPIRES)
    expect(due({ ...event, timing: byExpiry })).to.equal(EXPIRES + BigInt(PROOF_WINDOW))
  })

  it('let it be closed once its nonce can no longer be used', () => {
    expect(NONCE_TOLERANCE).to.equal(300)
    expect(closableAt({ nonce: 1_000_999n })).to.equal(1_000n + 301n)
  })
})

describe('an observation', () => {
  const decides = (condition: Condition, value: bigint, observedAt: bigint) =>
    wouldDecide(plainMarket({ condition }), { value, exponent: 0, observedAt })

  it('decides at expiry if it is from the proof window, whether it meets the condition or not', () => {
    const condition = { ...holders, timing: atExpiry }
    for (const value of [9n, 10n]) {
      expect(decides(condition, value, EXPIRES - 1n)).to.equal(false)
      expect(decides(condition, value, EXPIRES)).to.equal(true)
      expect(decides(condition, value, EXPIRES + BigInt(PROOF_WINDOW))).to.equal(true)
      expect(decides(condition, value, EXPIRES + BigInt(PROOF_WINDOW) + 1n)).to.equal(false)
    }
  })

  it('decides by expiry if it is from after the creation up to the expiry and meets the condition', () => {
    const condition = { ...holders, timing: byExpiry }
    expect(decides(condition, 10n, CREATED)).to.equal(false)
    expect(decides(condition, 10n, CREATED + 1n)).to.equal(true)
    expect(decides(condition, 9n, CREATED + 1n)).to.equal(false)
    expect(decides(condition, 10n, EXPIRES)).to.equal(true)
    expect(decides(condition, 10n, EXPIRES + 1n)).to.equal(false)
  })

  it('of the state of an account decides by expiry if it meets the condition, and in any case from then on', () => {
    const condition = { ...supply, timing: byExpiry }
    expect(decides(condition, 2n, CREATED + 1n)).to.equal(true)
    expect(decides(condition, 1n, EXPIRES - 1n)).to.equal(false)
    expect(decides(condition, 1n, EXPIRES)).to.equal(true)
  })
})

describe('the rules and the program', () => {
  const CONDITIONS = { price, marketCap, holders, event, supply, migration }
  const world = { settings: { proofWindow: PROOF_WINDOW, voidDelay: VOID_DELAY } } as World
  const given = { createdAt: CREATED, expireAt: EXPIRES } as GivenMarket

  for (const [name, condition] of Object.entries(CONDITIONS)) {
    for (const timing of [atExpiry, byExpiry]) {
      it(`agree on the observations that decide a condition of type ${name} ${timing}`, () => {
        const market = plainMarket({ condition: { ...condition, timing } })
        for (const isMet of [true, false]) {
          const value = isMet ? 100n : 0n
          const wouldDecideAt = (observedAt: bigint) =>
            wouldDecide(market, { value, exponent: 0, observedAt })
          // The program's own tests expect these: a row for each attempt, with a letter for each observation. At the
          // last attempt the market can only be voided.
          const rows = decisions(name, timing, isMet).split(' ').slice(0, -1)
          if (isDated(market)) {
            // By expiry, a dated observation decides only Yes; No needs none.
            const decided = timing === 'atExpiry' ? /[YN]/ : /Y/
            const dates = observations(given, world)
            const expected = dates.map((_, column) => rows.some((row) => decided.test(row[column] ?? '')))
            expect(dates.map(wouldDecideAt)).to.deep.equal(expected)
          } else {
            // The state of an account is observed at the attempt.
            const dates = attempts(given, world).slice(0, -1)
            expect(dates.map(wouldDecideAt)).to.deep.equal(rows.map((row) => /[YN]/.test(row)))
          }
        }
      })
    }
  }
})

describe('a price', () => {
  const { terms } = plainMarket()
  const update = { price: 10_000n, conf: 100n, exponent: -2, publishTime: 1_000_100 }

  it('is precise up to the confidence of the terms, and never if it is not positive', () => {
    expect(isPrecise(update, terms)).to.equal(true)
    expect(isPrecise({ ...update, conf: 101n }, terms)).to.equal(false)
    expect(isPrecise({ ...update, price: 0n, conf: 0n }, terms)).to.equal(false)
    expect(isPrecise({ ...update, price: -1n, conf: 0n }, terms)).to.equal(false)
  })

  it('is observed for one token, and for the supply of a market capitalisation', () => {
    expect(observePrice(update)).to.deep.equal({ value: 10_000n, exponent: -2, observedAt: 1_000_100n })
    expect(observePrice(update, { value: 7n, exponent: -6 })).to.deep.equal({
      value: 70_000n,
      exponent: -8,
      observedAt: 1_000_100n,
    })
  })
})
