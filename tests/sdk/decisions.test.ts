import { readFileSync } from 'node:fs'
import type { RecentStakes } from '@prediction-market/sdk/accounts'
import {
  type Decision,
  decide,
  NO_RECENT_STAKES,
  type Rules,
  type Shown,
  wouldDecide,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import type { DecisionResult, Metric, Timing } from '../../tools/vectors/decision-model.ts'
import { decisionVectors } from '../../tools/vectors/decision-vectors.ts'
import { CREATED, EXPIRES, PERIOD, PROOF_WINDOW, plainMarket, VOID_DELAY } from '../helpers/sdk/market.ts'

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
