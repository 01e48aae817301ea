import type { Condition } from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import {
  type Comparison,
  type ConditionOf,
  canBeEarly,
  isAttested,
  isDated,
} from '@prediction-market/sdk/condition'
import { isSupplyFixed } from '@prediction-market/sdk/oracle'
import { PYTH_RECEIVERS } from '@prediction-market/sdk/oracle/pyth'
import {
  ATTESTOR_SET_SIZES,
  acceptsBets,
  type Compared,
  closableAt,
  decisionDue,
  expectedTerms,
  formatMeasured,
  isPrecise,
  latestClose,
  measurePrice,
  meets,
  NONCE_TOLERANCE,
  periodLength,
  proofDeadline,
  proposeMaxRatio,
  quorumOf,
  recordedPrice,
  shortestChange,
  shortestDuration,
  showAttested,
  showPrice,
  showReference,
  showSupply,
  stateDeadline,
  targetOf,
  voidAt,
} from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
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

describe('a condition', () => {
  it('is dated, attested and decidable early by its type and timing', () => {
    const all = [price, marketCap, supply, migration, holders, event]
    expect(all.map(isDated)).to.deep.equal([true, true, false, false, true, true])
    expect(all.map(isAttested)).to.deep.equal([false, false, false, false, true, true])
    for (const condition of all) {
      expect(canBeEarly({ ...condition, timing: byExpiry })).to.equal(true)
      expect(canBeEarly({ ...condition, timing: atExpiry })).to.equal(condition.type === 'event')
    }
  })
})

describe('the dates of a market', () => {
  it('follow from its expiry and its terms', () => {
    const market = plainMarket()
    expect(proofDeadline(market)).to.equal(EXPIRES + BigInt(PROOF_WINDOW))
    expect(voidAt(market)).to.equal(EXPIRES + BigInt(VOID_DELAY))
    expect(stateDeadline(market)).to.equal(EXPIRES + 60n)
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

  const times = { shortestPeriod: 30, shortestAttestedPeriod: 300, closeMargin: 10 }
  const closes: [condition: Condition, duration: bigint, before: bigint][] = [
    [{ ...price, timing: atExpiry }, 11n, 10n],
    [{ ...marketCap, timing: atExpiry }, 86_400n, 10n],
    [{ ...holders, timing: atExpiry }, 86_400n, 10n],
    [{ ...price, timing: byExpiry }, 480n, 120n],
    [{ ...supply, timing: byExpiry }, 64n * 40n, 160n],
    [{ ...migration, timing: byExpiry }, 1_000_000n, 1_200n],
    [{ ...holders, timing: byExpiry }, 4_800n, 1_200n],
    [{ ...event, timing: atExpiry }, 4_800n, 1_200n],
    [{ ...event, timing: byExpiry }, 100_000_000n, 14_400n],
  ]
  for (const [condition, duration, before] of closes) {
    const { type, timing } = condition
    it(`end betting on ${type} ${timing} of ${duration} s ${before} s before expiry at the latest`, () => {
      expect(latestClose(times, condition, CREATED, CREATED + duration)).to.equal(CREATED + duration - before)
      expect(duration >= BigInt(shortestDuration(times, condition))).to.equal(true)
    })
  }

  it('are at least so far apart that every stake can win', () => {
    const shortest = (condition: Condition) => shortestDuration(times, condition)
    expect(shortest({ ...price, timing: byExpiry })).to.equal(480)
    expect(shortest({ ...event, timing: atExpiry })).to.equal(4_800)
    expect(shortest({ ...price, timing: atExpiry })).to.equal(11)
  })

  it('of a change end betting by the margin before its first price, and with its record', () => {
    const referenceAt = EXPIRES - 300n
    const condition = { ...price, type: 'change', referenceAt, bps: 0, timing: atExpiry } as const
    expect(latestClose(times, condition, CREATED, EXPIRES)).to.equal(referenceAt - 10n)
    expect(shortestChange(times)).to.equal(60)
    expect(shortestDuration(times, condition)).to.equal(71)
    const market = plainMarket({ condition, closeAt: referenceAt - 10n })
    const reference = { value: 1n, exponent: 0, observedAt: referenceAt, isMet: false, hasValue: true }
    expect([recordedPrice(market), acceptsBets(market, CREATED)]).to.deep.equal([null, true])
    const begun = { ...market, reference }
    expect([recordedPrice(begun), acceptsBets(begun, CREATED)]).to.deep.equal([reference, false])
    // What other conditions refer to ends nothing.
    const bounded = plainMarket({ reference })
    expect([recordedPrice(bounded), acceptsBets(bounded, CREATED)]).to.deep.equal([null, true])
  })

  it('of a change have a target once they have begun, exactly', () => {
    const change = { ...price, type: 'change', referenceAt: 1n, timing: atExpiry } as const
    const at = (bps: number) => targetOf({ ...change, bps }, { value: 101n, exponent: -2 })
    expect(at(0)?.target).to.equal('1.01')
    expect(at(500)?.target).to.equal('1.0605')
    expect(at(-9_999)?.target).to.equal('0.000101')
    expect(targetOf({ ...change, bps: 0 }, null)).to.equal(null)
    const isMet = (value: bigint, bps = 0) =>
      meets({ ...change, bps }, { value, exponent: -4 }, { value: 101n, exponent: -2 })
    expect([isMet(10_100n), isMet(10_101n)]).to.deep.equal([false, true])
    expect([isMet(10_605n, 500), isMet(10_606n, 500)]).to.deep.equal([false, true])
    expect(meets({ ...change, bps: 0 }, { value: 1n, exponent: 9 }), 'without a reference').to.equal(false)
  })

  it('end betting at the close, and with a recorded observation or a decision', () => {
    const market = plainMarket()
    expect(acceptsBets(market, market.closeAt - 1n)).to.equal(true)
    expect(acceptsBets(market, market.closeAt)).to.equal(false)
    const observation = { value: 0n, exponent: 0, observedAt: EXPIRES, isMet: false, hasValue: true }
    expect(acceptsBets({ ...market, observation }, CREATED)).to.equal(false)
    expect(acceptsBets({ ...market, status: 'void' }, CREATED)).to.equal(false)
  })
})

describe('the terms of a market', () => {
  const settings: Settings = {
    treasury: Keypair.generate().publicKey,
    pythReceiver: PYTH_RECEIVERS[1] ?? expect.fail(),
    burnBps: 1,
    developerBps: 2,
    minimumStakeSol: 3n,
    minimumStakeUtility: 4n,
    decideReward: 11n,
    settleReward: 12n,
    maxDuration: 5,
    proofWindow: 6,
    voidDelay: 7,
    feedVoidDelay: 70,
    shortestPeriod: 30,
    shortestAttestedPeriod: 300,
    closeMargin: 10,
    maxConfidenceBps: 8,
    paused: false,
  }

  const lengths: [condition: Pick<Condition, 'type'>, duration: bigint, length: number][] = [
    [price, 1n, 30],
    [price, 30n * 64n + 63n, 30],
    [price, 31n * 64n, 31],
    [supply, 300n * 64n, 300],
    [migration, 1_000_000n, 300],
    [event, 1n, 300],
    [holders, 301n * 64n, 301],
    [holders, 100_000_000n, 3_600],
  ]
  for (const [condition, duration, length] of lengths) {
    it(`divide ${duration} s of a market about ${condition.type} into periods of ${length} s`, () => {
      expect(periodLength(settings, condition, duration)).to.equal(length)
    })
  }

  it('are expected as the configuration has them', () => {
    const { minimumStakeSol, minimumStakeUtility, maxDuration, paused, ...rest } = settings
    const { shortestAttestedPeriod, feedVoidDelay, decideReward, ...same } = rest
    const expected = { ...same, minimumStake: minimumStakeSol, attestorSet: 2 }
    const config = { settings, attestorSets: 3 }
    expect(expectedTerms(config, { ...price, timing: atExpiry }, null)).to.deep.equal(expected)
    // The feed of such a market may sleep.
    const sleeping = { ...expected, voidDelay: feedVoidDelay }
    expect(expectedTerms(config, { ...price, timing: byExpiry }, null)).to.deep.equal(sleeping)
    const mint = Keypair.generate().publicKey
    expect(expectedTerms({ settings, attestorSets: 0 }, { ...event, timing: byExpiry }, mint)).to.deep.equal({
      ...same,
      minimumStake: minimumStakeUtility,
      shortestPeriod: shortestAttestedPeriod,
      attestorSet: 0,
    })
  })

  it('ask for more than two thirds of the attestors, and fewer than all', () => {
    expect(ATTESTOR_SET_SIZES).to.deep.equal([4, 5, 7, 8])
    expect([4, 5, 7, 8].map(quorumOf)).to.deep.equal([3, 4, 5, 6])
  })

  it('propose a ratio for up or down alone, so that the light side gains 12.5 % after fees at most', () => {
    const upOrDown = { type: 'change', bps: 0 } as const
    expect(proposeMaxRatio(upOrDown, { burnBps: 500, developerBps: 500 })).to.equal(125)
    expect(proposeMaxRatio(upOrDown, { burnBps: 300, developerBps: 200 })).to.equal(119)
    expect(proposeMaxRatio({ ...upOrDown, bps: 100 }, { burnBps: 500, developerBps: 500 })).to.equal(0)
    expect(proposeMaxRatio(price, { burnBps: 500, developerBps: 500 })).to.equal(0)
  })
})

describe('a supply', () => {
  const authority = Keypair.generate().publicKey
  const cases: [comparison: Comparison, target: string, hasAuthority: boolean, isFixed: boolean][] = [
    // The supply is 100.
    ['above', '99', true, true],
    ['above', '100', true, false],
    ['above', '100', false, true],
    ['atLeast', '101', true, false],
    ['atLeast', '101', false, true],
    ['atMost', '100', true, true],
    ['below', '100', false, false],
    ['below', '100', true, false],
  ]
  for (const [comparison, target, hasAuthority, isFixed] of cases) {
    const who = hasAuthority ? 'with' : 'without'
    it(`of 100 ${who} a mint authority can${isFixed ? 'not' : ''} change "${comparison} ${target}"`, () => {
      const condition: ConditionOf<'supply'> = { ...supply, comparison, target, timing: byExpiry }
      const mint = { supply: 10_000n, decimals: 2, mintAuthority: hasAuthority ? authority : null }
      expect(isSupplyFixed(condition, mint)).to.equal(isFixed)
    })
  }
})

describe('a price', () => {
  const { terms } = plainMarket()
  const update = {
    price: 10_000n,
    conf: 100n,
    exponent: -2,
    publishTime: 1_000_100,
    prevPublishTime: 1_000_098,
  }

  it('is precise up to the confidence of the terms, and never if it is not positive', () => {
    expect(isPrecise(update, terms)).to.equal(true)
    expect(isPrecise({ ...update, conf: 101n }, terms)).to.equal(false)
    expect(isPrecise({ ...update, price: 0n, conf: 0n }, terms)).to.equal(false)
    expect(isPrecise({ ...update, price: -1n, conf: 0n }, terms)).to.equal(false)
  })

  it('is measured for one token, and for the supply of a market capitalisation', () => {
    expect(measurePrice(update)).to.deep.equal({ value: 10_000n, exponent: -2 })
    expect(measurePrice(update, { value: 7n, exponent: -6 })).to.deep.equal({ value: 70_000n, exponent: -8 })
    expect(formatMeasured({ value: 70_050n, exponent: -3 })).to.equal('70.05')
    expect(formatMeasured({ value: 7n, exponent: 3 })).to.equal('7000')
  })

  const market = plainMarket({
    condition: { ...price, comparison: 'atLeast', target: '100', timing: byExpiry },
    expireAt: 1_000_100n,
  })
  const at = { at: 1_000_100n, previous: 1_000_098n }

  it('is shown with its second, the second before it, and whether it meets the condition', () => {
    const shown = (value: bigint) => showPrice(market, { ...update, price: value, conf: 0n })
    expect(shown(10_000n)).to.deep.equal({ ...at, reading: 'met', isSure: false })
    expect(shown(9_999n)).to.deep.equal({ ...at, reading: 'notMet', isSure: false })
  })

  it('is shown unread if it is too wide, or comes too late after expiry', () => {
    const unread = { ...at, reading: 'unreadable', isSure: false }
    expect(showPrice(market, { ...update, conf: 101n })).to.deep.equal(unread)
    const late = { ...update, publishTime: 1_000_161 }
    expect(showPrice(market, late)).to.deep.equal({ ...unread, at: 1_000_161n })
    expect(showPrice(market, { ...update, publishTime: 1_000_160 })?.reading).to.equal('met')
  })

  it('of a change is compared with its reference price, and unknown without one', () => {
    const condition = {
      type: 'change',
      feed: '',
      comparison: 'above',
      bps: 0,
      referenceAt: 1_000_040n,
      timing: atExpiry,
    } as const
    const reference = { value: 9_999n, exponent: -2, observedAt: 1_000_040n, isMet: false, hasValue: true }
    const change = plainMarket({ condition, reference, expireAt: 1_000_100n })
    expect(showPrice(change, update)).to.deep.equal({ ...at, reading: 'met', isSure: false })
    expect(showPrice(change, { ...update, price: 9_999n, conf: 0n })?.reading).to.equal('notMet')
    expect(showPrice({ ...change, reference: null }, update)).to.equal(null)
    // The first price proves nothing itself; it is read if it is precise and in time.
    const shown = (publishTime: number, conf = 100n) =>
      showReference({ condition, terms }, { ...update, publishTime, conf })
    expect(shown(1_000_100)).to.deep.equal({ ...at, reading: 'notMet', isSure: false })
    expect(shown(1_000_101)).to.deep.equal({ ...at, at: 1_000_101n, reading: 'unreadable', isSure: false })
    expect(shown(1_000_100, 101n).reading).to.equal('unreadable')
  })

  it('of a market capitalisation is surely the one at expiry if both supplies give the same answer', () => {
    const condition = { ...marketCap, comparison: 'atLeast', target: '200', timing: atExpiry } as const
    const reference = { value: 3n, exponent: 0, observedAt: CREATED, isMet: false, hasValue: true }
    const cap = plainMarket({ condition, reference, expireAt: 1_000_100n })
    const shown = (value: bigint) => showPrice(cap, update, { value, exponent: 0 })
    expect(shown(2n)).to.deep.equal({ ...at, reading: 'met', isSure: true })
    expect(shown(1n)).to.deep.equal({ ...at, reading: 'notMet', isSure: false })
    expect(showPrice({ ...cap, reference: null }, update, { value: 2n, exponent: 0 })?.isSure).to.equal(false)
    // Nothing is known without a supply, unless the price is not read at all.
    expect(showPrice(cap, update)).to.equal(null)
    expect(showPrice(cap, { ...update, price: 0n })?.reading).to.equal('unreadable')
  })
})

describe('an attestation', () => {
  it('shows what its signers saw, with no second before it', () => {
    expect(showAttested(7n, true)).to.deep.equal({ at: 7n, previous: null, reading: 'met', isSure: false })
    expect(showAttested(7n, false).reading).to.equal('notMet')
  })
})

describe('a supply that is shown', () => {
  it('proves the one at expiry if the supply at creation gives the same answer', () => {
    const condition = { ...supply, comparison: 'below', target: '50', timing: byExpiry } as const
    const reference = { value: 60n, exponent: 0, observedAt: CREATED, isMet: false, hasValue: true }
    const market = plainMarket({ condition, reference })
    const shown = (value: bigint) => showSupply(market, { value, exponent: 0 }, 7n)
    expect(shown(55n)).to.deep.equal({ at: 7n, previous: null, reading: 'notMet', isSure: true })
    expect(shown(49n)).to.deep.equal({ at: 7n, previous: null, reading: 'met', isSure: false })
  })
})
