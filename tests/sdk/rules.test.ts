import type { Condition } from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { type ConditionOf, canBeEarly, isAttested, isDated } from '@prediction-market/sdk/condition'
import { isSupplyFixed } from '@prediction-market/sdk/oracle'
import { PYTH_RECEIVERS } from '@prediction-market/sdk/oracle/pyth'
import {
  acceptsBets,
  type Compared,
  closableAt,
  decisionDue,
  expectedTerms,
  isPrecise,
  latestClose,
  measurePrice,
  meets,
  NONCE_TOLERANCE,
  periodLength,
  proofDeadline,
  quorumOf,
  showPrice,
  stateDeadline,
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
    const terms = { ...market.terms, proofWindow: 619 }
    expect(stateDeadline({ ...market, terms })).to.equal(EXPIRES + 61n)
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

  const margins: [duration: bigint, margin: bigint][] = [
    [1n, 1n],
    [127n, 1n],
    [128n, 2n],
    [639n, 9n],
    [640n, 10n],
    [86_400n, 10n],
  ]
  for (const [duration, margin] of margins) {
    it(`end betting on a market of ${duration} s ${margin} s before expiry at the latest`, () => {
      for (const condition of [price, marketCap, holders, event]) {
        expect(latestClose(condition, CREATED, CREATED + duration)).to.equal(CREATED + duration - margin)
      }
      for (const condition of [supply, migration]) {
        expect(latestClose(condition, CREATED, CREATED + duration)).to.equal(CREATED + duration)
      }
    })
  }

  it('end betting at the close, and with a recorded observation or a decision', () => {
    const market = plainMarket()
    expect(acceptsBets(market, market.closeAt - 1n)).to.equal(true)
    expect(acceptsBets(market, market.closeAt)).to.equal(false)
    const observation = { value: 0n, exponent: 0, observedAt: EXPIRES, isMet: false }
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
    maxDuration: 5,
    proofWindow: 6,
    voidDelay: 7,
    shortestPeriod: 30,
    shortestAttestedPeriod: 300,
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
    const { minimumStakeSol, minimumStakeUtility, maxDuration, paused, shortestAttestedPeriod, ...same } =
      settings
    expect(expectedTerms({ settings, attestorSets: 3 }, price, null)).to.deep.equal({
      ...same,
      minimumStake: minimumStakeSol,
      attestorSet: 2,
    })
    const mint = Keypair.generate().publicKey
    expect(expectedTerms({ settings, attestorSets: 0 }, event, mint)).to.deep.equal({
      ...same,
      minimumStake: minimumStakeUtility,
      shortestPeriod: shortestAttestedPeriod,
      attestorSet: 0,
    })
  })

  it('ask for more than two thirds of the attestors, and fewer than all', () => {
    expect([4, 5, 7, 8].map(quorumOf)).to.deep.equal([3, 4, 5, 6])
  })
})

describe('a supply', () => {
  const authority = Keypair.generate().publicKey
  const cases: [change: Partial<ConditionOf<'supply'>>, hasAuthority: boolean, isFixed: boolean][] = [
    // The supply is 100.
    [{ comparison: 'above', target: '99', timing: byExpiry }, true, true],
    [{ comparison: 'above', target: '99', timing: atExpiry }, true, false],
    [{ comparison: 'above', target: '99', timing: atExpiry }, false, false],
    [{ comparison: 'atLeast', target: '101', timing: atExpiry }, true, false],
    [{ comparison: 'atLeast', target: '101', timing: atExpiry }, false, true],
    [{ comparison: 'atLeast', target: '100', timing: atExpiry }, false, false],
    [{ comparison: 'atMost', target: '100', timing: atExpiry }, false, true],
    [{ comparison: 'atMost', target: '100', timing: atExpiry }, true, false],
    [{ comparison: 'below', target: '100', timing: byExpiry }, false, false],
  ]
  for (const [change, hasAuthority, isFixed] of cases) {
    const { comparison, target, timing } = change
    const who = hasAuthority ? 'with' : 'without'
    it(`of 100 ${who} a mint authority can${isFixed ? 'not' : ''} change "${comparison} ${target} ${timing}"`, () => {
      const condition: ConditionOf<'supply'> = { ...supply, timing: atExpiry, ...change }
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
  })

  it('is shown with its second, the second before it, and whether it meets the condition', () => {
    const condition = { comparison: 'atLeast', target: '100' } as const
    const at = { at: 1_000_100n, previous: 1_000_098n }
    expect(showPrice(condition, update)).to.deep.equal({ ...at, isMet: true })
    expect(showPrice(condition, { ...update, price: 9_999n })).to.deep.equal({ ...at, isMet: false })
    const supply = { value: 2n, exponent: 0 }
    expect(showPrice(condition, { ...update, price: 5_000n }, supply)).to.deep.equal({ ...at, isMet: true })
  })
})
