import { modelDecision } from '../../../tools/vectors/decision-model.ts'
import type { Address } from '../chain/address.ts'
import { call } from '../chain/instruction.ts'
import { decidingReward, notMetReward, payReward, referenceReward, voidingReward } from '../model/rewards.ts'
import { counted, isTooOld, settleOutcome, unmatchedOf } from '../model/rules.ts'
import type { Market, Side } from '../model/types.ts'
import type { World } from '../model/world.ts'
import type { Random } from '../random.ts'
import {
  type AttestationShown,
  type ChangeShown,
  type EvidenceShown,
  type PriceShown,
  readEvidence,
  type StateShown,
} from './evidence.ts'
import { showEvidence } from './show-evidence.ts'
import { type Plan, type StepKind, someKeeper, someMarket } from './step.ts'

export interface ResolveStep {
  kind: 'resolve'
  market: number
  keeper: Address
  evidence: EvidenceShown
}

/** What the independent model of decisions makes of it: reasons to refuse, or what changes. */
function decisionOf(
  world: World,
  market: Market,
  { evidence, keeper }: ResolveStep,
): { reasons: string[]; does?: string; commit(): void } {
  const { reasons, shown, unreadable, reference } = readEvidence(world, market, evidence)
  const nothing = () => undefined
  if (market.status !== 'open') return { reasons: [...reasons, 'MarketDecided'], commit: nothing }
  if (reasons.length > 0) return { reasons, commit: nothing }
  const { metric, timing, referenceAt } = market.condition
  const { createdAt, closeAt, expireAt, terms } = market
  const { proofWindow, voidDelay } = terms
  const recorded = market.recorded ? 'notMet' : (market.curveAt ?? market.reference?.at ?? null)
  const { now } = world
  const times = { createdAt, closeAt, expireAt, proofWindow, voidDelay, now }
  const first = reference?.shown ?? null
  const result = modelDecision({ metric, timing, recorded, shown, ...times, referenceAt, reference: first })
  if ('refuse' in result) {
    const isRead = result.refuse !== 'PriceUncertain'
    return { reasons: [isRead ? result.refuse : (unreadable ?? result.refuse)], commit: nothing }
  }
  const begin = () => {
    if (!reference) return
    market.sequence += 1
    market.reference = { at: reference.shown.at, ...reference.price }
  }
  if ('recordReference' in result) {
    return {
      reasons,
      does: 'records the first price of a change',
      commit() {
        payReward(world, market, keeper, 'record', referenceReward(market, null))
        begin()
      },
    }
  }
  const isMet = shown?.reading === 'met'
  const observation = shown && { at: shown.at, isMet, hasValue: shown.reading !== 'unreadable' }
  if ('recordCurve' in result) {
    return {
      reasons,
      does: 'records a complete curve',
      commit() {
        payReward(world, market, keeper, 'record', referenceReward(market, now))
        market.sequence += 1
        market.curveAt = now
      },
    }
  }
  if ('record' in result) {
    const { asOf } = result
    return {
      reasons,
      does: `records "not met"${unreadable ? ', not readable' : ''}`,
      commit() {
        payReward(world, market, keeper, 'record', notMetReward(market))
        market.sequence += 1
        market.recorded = { asOf }
        market.observation = observation
      },
    }
  }
  const winner: Side = 'resolve' in result && result.resolve === 'Yes' ? 0 : 1
  const asOf = 'resolve' in result ? result.asOf : (market.recorded?.asOf ?? null)
  if (asOf !== null && isTooOld(market, asOf)) return { reasons: ['ObservationTooOld'], commit: nothing }
  const pools = counted(market, asOf)
  const returns = pools[winner] > 0n && unmatchedOf(market, pools[winner], pools[winner === 0 ? 1 : 0]) > 0n
  const isLaterState = shown?.isSure && now > expireAt + 60
  return {
    reasons,
    does:
      'resolve' in result
        ? `decides ${asOf === null ? 'at expiry' : 'early'}${isLaterState ? ', by both bounds' : ''}${metric === 'change' ? (reference ? ', by both prices' : ', by a change') : ''}${returns ? ', what is unmatched returns' : ''}`
        : 'decides by what was recorded',
    commit() {
      if ('resolve' in result) market.observation = observation
      decide(world, market, keeper, winner, asOf)
      begin()
    },
  }
}

/** Decides a market in the model, and pays whoever did. */
function decide(world: World, market: Market, keeper: Address, winner: Side, asOf: number | null): void {
  payReward(world, market, keeper, 'decide', decidingReward(market, asOf))
  market.sequence += 1
  settleOutcome(market, winner, asOf, world.now)
}

/** Seconds that an observation may be of: around every turn of the rules. */
function someSecond(random: Random, { createdAt, closeAt, expireAt, terms }: Market, now: number): number {
  const near = random.int(-1, 1)
  return random.weighted<() => number>([
    [8, () => expireAt + random.int(0, 1)],
    [5, () => now + random.int(-2, 0)],
    [4, () => now - random.int(0, 3 * terms.period)],
    [2, () => expireAt + near],
    [1, () => createdAt + near],
    [1, () => closeAt + near],
    [2, () => expireAt + 60 + near],
    [2, () => expireAt + random.int(61, 120)],
    [1, () => expireAt + random.int(60, 2_000)],
    [1, () => now - 60 + near],
    [1, () => random.int(createdAt, expireAt)],
  ])()
}

function somePrice(random: Random, market: Market, now: number): PriceShown {
  const publish = someSecond(random, market, now)
  const previous = random.weighted<() => number>([
    [10, () => Math.min(publish, market.expireAt) - 1],
    [3, () => publish - 1],
    [1, () => market.expireAt],
    [1, () => publish],
    [1, () => market.createdAt + random.int(-1, 1)],
  ])()
  const price = random.weighted<() => bigint>([
    [12, () => random.pick([99n, 100n, 101n]) * 10n ** 8n],
    [3, () => 100n * 10n ** 8n + BigInt(random.int(-1, 1))],
    [1, () => random.pick([0n, -1n, -(2n ** 63n), 2n ** 63n - 1n])],
  ])()
  const limit = (price * BigInt(market.terms.confidenceBps)) / 10_000n
  const confidence = random.oneIn(6) && price > 0n ? limit + BigInt(random.int(0, 1)) : 0n
  const flaws = ['owner', 'otherReceiver', 'partial', 'feed', 'discriminator', 'short', 'level'] as const
  return {
    type: 'price',
    publish,
    previous,
    price,
    exponent: random.oneIn(25) ? random.pick([-(2 ** 31), 2 ** 31 - 1, 0, -60]) : -8,
    confidence,
    flaw: random.oneIn(8) ? random.pick(flaws) : null,
    mint: random.weighted([
      [16, 'right'],
      [1, 'none'],
      [1, 'wrong'],
    ]),
  }
}

/** An update of the second that a change awaits, mostly, and one for its expiry. */
function someChange(random: Random, market: Market, now: number): ChangeShown {
  const { referenceAt } = market.condition
  const at = (second: number): PriceShown => {
    const price = somePrice(random, market, now)
    if (random.oneIn(6)) return price
    const publish =
      second +
      random.weighted<() => number>([
        [12, () => 0],
        [3, () => random.int(0, 3)],
        [1, () => 60 + random.int(-1, 1)],
        [1, () => -1],
      ])()
    const previous = random.weighted<() => number>([
      [12, () => second - 1],
      [1, () => second],
      [2, () => market.reference?.at ?? referenceAt],
      [1, () => (market.reference?.at ?? referenceAt) - 1],
    ])()
    return { ...price, publish, previous }
  }
  const [first, last] = [at(referenceAt), at(market.expireAt)]
  const prices = random.weighted<() => PriceShown[]>([
    [6, () => [market.reference ? last : first]],
    [6, () => [first, last]],
    [1, () => [last]],
    [1, () => [first, first]],
    [1, () => [last, last]],
    [1, () => [first, last, first]],
  ])()
  return { type: 'change', prices }
}

function someAttestation(random: Random, world: World, market: Market): AttestationShown {
  const keys = world.sets[market.terms.attestorSet]?.keys ?? []
  const threshold = Math.floor((2 * keys.length) / 3) + 1
  const signers = random.weighted<() => number[]>([
    [10, () => keys.slice(0, threshold)],
    [4, () => keys.slice(-threshold)],
    [2, () => keys.slice(0, threshold - 1)],
    [1, () => [...keys.slice(0, threshold - 1), keys[0] ?? 0]],
    [1, () => [...keys.slice(0, threshold - 1), random.int(0, 9)]],
    [1, () => []],
  ])()
  const flaws = [
    ...(['domain', 'program', 'market', 'bit', 'absent', 'apart'] as const),
    ...(['signature', 'set', 'noSet', 'index', 'oneOther'] as const),
  ]
  const flaw = random.oneIn(6) && signers.length > 0 ? random.pick(flaws) : null
  const second = someSecond(random, market, world.now)
  return { type: 'attestation', second, isMet: random.oneIn(2), signers, flaw }
}

function someState(random: Random): StateShown {
  return {
    type: 'state',
    accounts: random.weighted([
      [16, 'right'],
      [1, 'wrong'],
      [1, 'none'],
      [1, 'wrongPool'],
      [1, 'one'],
    ]),
  }
}

function someEvidence(random: Random, world: World, market: Market): EvidenceShown {
  if (random.oneIn(market.recorded ? 3 : 40)) return { type: 'none' }
  switch (market.condition.metric) {
    case 'price':
    case 'marketCap':
      return somePrice(random, market, world.now)
    case 'change':
      return someChange(random, market, world.now)
    case 'holders':
    case 'event':
      return someAttestation(random, world, market)
    default:
      return someState(random)
  }
}

export const resolve: StepKind<ResolveStep> = {
  make(random, world) {
    // Now and then one that something was recorded about.
    const onlyDated = random.oneIn(4)
    const isOpen = ({ status, curveAt }: Market) => status === 'open' && (!onlyDated || curveAt !== null)
    const market = someMarket(random, world, isOpen)
    if (!market || market.status === 'gone') return null
    const keeper = someKeeper(random, world)
    return { kind: 'resolve', market: market.id, keeper, evidence: someEvidence(random, world, market) }
  },

  plan(world, step): Plan | null {
    const { market: id, keeper, evidence } = step
    const market = world.markets.get(id)
    if (!market || market.status === 'gone') return null
    const { reasons, does, commit } = decisionOf(world, market, step)
    const { before, attestorSet, accounts } = showEvidence(world, market, evidence)
    const named = { keeper, market: market.address, attestorSet }
    const resolution = call('resolveMarket', named, undefined, accounts)
    return { name: 'resolveMarket', instructions: [...before, resolution], reasons, does, commit }
  },
}

export interface VoidStep {
  kind: 'void'
  market: number
  keeper: Address
}

export const voidMarket: StepKind<VoidStep> = {
  make(random, world) {
    const onlyRecorded = random.oneIn(2)
    const isDue = ({ status, expireAt, terms, recorded }: Market) =>
      status === 'open' && world.now >= expireAt + terms.voidDelay - 1 && (!onlyRecorded || recorded !== null)
    const market = someMarket(random, world, isDue)
    return market && { kind: 'void', market: market.id, keeper: someKeeper(random, world) }
  },

  plan(world, { market: id, keeper }): Plan | null {
    const market = world.markets.get(id)
    if (!market) return null
    const reasons: string[] = []
    if (market.status === 'gone') reasons.push('missing')
    else if (market.status !== 'open') reasons.push('MarketDecided')
    if (world.now < market.expireAt + market.terms.voidDelay) reasons.push('TooEarlyToVoid')
    return {
      name: 'voidMarket',
      does: market.recorded ? 'decides by what was recorded' : 'voids',
      instructions: [call('voidMarket', { keeper, market: market.address })],
      reasons,
      commit() {
        // A recorded "not met" decides, also now.
        if (market.recorded) return decide(world, market, keeper, 1, market.recorded.asOf)
        payReward(world, market, keeper, 'decide', voidingReward(market))
        market.sequence += 1
        market.status = 'void'
        market.resolvedAt = world.now
        market.asOf = null
      },
    }
  },
}
