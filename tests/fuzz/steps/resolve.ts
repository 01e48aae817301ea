import { modelDecision } from '../../../tools/vectors/decision-model.ts'
import { call } from '../chain/instruction.ts'
import { isTooOld, settleOutcome } from '../model/rules.ts'
import type { Market, Side } from '../model/types.ts'
import type { World } from '../model/world.ts'
import type { Random } from '../random.ts'
import {
  type AttestationShown,
  type EvidenceShown,
  type PriceShown,
  readEvidence,
  type StateShown,
} from './evidence.ts'
import { showEvidence } from './show-evidence.ts'
import { type Plan, type StepKind, someMarket } from './step.ts'

export interface ResolveStep {
  kind: 'resolve'
  market: number
  evidence: EvidenceShown
}

/** What the independent model of decisions makes of it: reasons to refuse, or what changes. */
function decisionOf(
  world: World,
  market: Market,
  evidence: EvidenceShown,
): { reasons: string[]; commit(): void } {
  const { reasons, shown } = readEvidence(world, market, evidence)
  const nothing = () => undefined
  if (market.status !== 'open') return { reasons: [...reasons, 'MarketDecided'], commit: nothing }
  if (reasons.length > 0) return { reasons, commit: nothing }
  const { metric, timing } = market.condition
  const { createdAt, closeAt, expireAt, terms } = market
  const { proofWindow, voidDelay } = terms
  const isRecorded = market.recorded !== null
  const { now } = world
  const times = { createdAt, closeAt, expireAt, proofWindow, voidDelay, now }
  const result = modelDecision({ metric, timing, isRecorded, shown, ...times })
  if ('refuse' in result) return { reasons: [result.refuse], commit: nothing }
  if ('record' in result) {
    const { asOf } = result
    return {
      reasons,
      commit() {
        market.recorded = { asOf }
      },
    }
  }
  const winner: Side = 'resolve' in result && result.resolve === 'Yes' ? 0 : 1
  const asOf = 'resolve' in result ? result.asOf : (market.recorded?.asOf ?? null)
  if (asOf !== null && isTooOld(market, asOf)) return { reasons: ['ObservationTooOld'], commit: nothing }
  return { reasons, commit: () => settleOutcome(market, winner, asOf, now) }
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
    [1, () => expireAt + 60 + near],
    [1, () => random.int(createdAt, expireAt)],
  ])()
}

function somePrice(random: Random, market: Market, now: number): PriceShown {
  const publish = someSecond(random, market, now)
  const previous = random.weighted<() => number>([
    [10, () => publish - 1],
    [3, () => market.expireAt - 1],
    [1, () => market.expireAt],
    [1, () => publish],
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
    case 'holders':
    case 'event':
      return someAttestation(random, world, market)
    default:
      return someState(random)
  }
}

export const resolve: StepKind<ResolveStep> = {
  make(random, world) {
    const market = someMarket(random, world, ({ status }) => status === 'open')
    if (!market || market.status === 'gone') return null
    return { kind: 'resolve', market: market.id, evidence: someEvidence(random, world, market) }
  },

  plan(world, { market: id, evidence }): Plan | null {
    const market = world.markets.get(id)
    if (!market || market.status === 'gone') return null
    const { reasons, commit } = decisionOf(world, market, evidence)
    const { before, attestorSet, accounts } = showEvidence(world, market, evidence)
    const resolution = call('resolveMarket', { market: market.address, attestorSet }, undefined, accounts)
    return { name: 'resolveMarket', instructions: [...before, resolution], reasons, commit }
  },
}

export interface VoidStep {
  kind: 'void'
  market: number
}

export const voidMarket: StepKind<VoidStep> = {
  make(random, world) {
    const isDue = ({ status, expireAt, terms }: Market) =>
      status === 'open' && world.now >= expireAt + terms.voidDelay - 1
    const market = someMarket(random, world, isDue)
    return market && { kind: 'void', market: market.id }
  },

  plan(world, { market: id }): Plan | null {
    const market = world.markets.get(id)
    if (!market) return null
    const reasons: string[] = []
    if (market.status === 'gone') reasons.push('missing')
    else if (market.status !== 'open') reasons.push('MarketDecided')
    if (world.now < market.expireAt + market.terms.voidDelay) reasons.push('TooEarlyToVoid')
    return {
      name: 'voidMarket',
      instructions: [call('voidMarket', { market: market.address })],
      reasons,
      commit() {
        market.status = 'void'
        market.resolvedAt = world.now
        market.asOf = null
      },
    }
  },
}
