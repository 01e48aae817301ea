import { type Address, ours, SYSTEM } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call, reads } from '../chain/instruction.ts'
import { rent } from '../chain/runtime.ts'
import type { Meta } from '../chain/transaction.ts'
import type { Condition, Market, Metric, Settings, Side, Terms } from '../model/types.ts'
import { NOBODY, SPACE, type World } from '../model/world.ts'
import type { Random } from '../random.ts'
import {
  addBet,
  currencyAccounts,
  paymentReasons,
  payStake,
  type Shown,
  watchedAccounts,
  watchReasons,
} from './bet.ts'
import { canPay, type Plan, type StepKind, someAmount } from './step.ts'

export const FEED = new Uint8Array(32).fill(0xfe)

export interface CreateStep {
  kind: 'create'
  id: number
  creator: Address
  nonce: bigint
  questionBytes: number
  token: number | null
  isSol: boolean
  /** 0: as late as the rules allow. */
  closeAt: number
  expireAt: number
  condition: Condition
  /** The term that the creator expects otherwise, if any. */
  surprise: number | null
  stake: { side: Side; amount: bigint } | null
  shown: Shown
}

const METRICS: readonly Metric[] = ['price', 'marketCap', 'supply', 'migration', 'holders', 'event']
const isState = (metric: Metric) => metric === 'supply' || metric === 'migration'
const isAttested = (metric: Metric) => metric === 'holders' || metric === 'event'
const isFact = (metric: Metric) => metric === 'migration' || metric === 'event'

/** The latest second at which betting may end. */
function latestClose(metric: Metric, createdAt: number, expireAt: number): number {
  if (isState(metric)) return expireAt
  return expireAt - Math.min(10, Math.max(1, Math.floor((expireAt - createdAt) / 64)))
}

function termsOf(world: World, metric: Metric, duration: number): Terms {
  const { settings } = world
  const shortest = shortestPeriod(settings, metric)
  const longest = isAttested(metric) ? 3_600 : 300
  return {
    receiver: settings.receiver,
    proofWindow: settings.proofWindow,
    voidDelay: settings.voidDelay,
    period: Math.max(shortest, Math.min(longest, Math.floor(duration / 64))),
    burnBps: settings.burnBps,
    developerBps: settings.developerBps,
    confidenceBps: settings.confidenceBps,
    attestorSet: world.currentSet(),
  }
}

function shortestPeriod(settings: Settings, metric: Metric): number {
  return isAttested(metric) ? settings.shortestAttestedPeriod : settings.shortestPeriod
}

function conditionReasons({ condition, token }: CreateStep, world: World): string[] {
  const { metric, exponent, comparison, mantissa } = condition
  const reasons: string[] = []
  if (token === null && metric !== 'price' && metric !== 'event') reasons.push('TokenRequired')
  if (exponent < -30 || exponent > 30) reasons.push('ConditionInvalid')
  if (isFact(metric) && !(comparison === 1 && mantissa === 1n && exponent === 0))
    reasons.push('ConditionInvalid')
  if (isAttested(metric) && world.sets.length === 0) reasons.push('NoAttestorSet')
  return reasons
}

function timeReasons(step: CreateStep, world: World): string[] {
  const { now, settings } = world
  const { expireAt, condition } = step
  if (expireAt <= now) return ['CloseTimeInvalid']
  const reasons: string[] = []
  const latest = latestClose(condition.metric, now, expireAt)
  const closeAt = step.closeAt === 0 ? latest : step.closeAt
  if (closeAt <= now || closeAt > latest) reasons.push('CloseTimeInvalid')
  const duration = expireAt - now
  if (duration > settings.maxDuration) reasons.push('DurationTooLong')
  const canBeEarly = condition.timing === 'byExpiry' || condition.metric === 'event'
  if (canBeEarly && duration < 3 * termsOf(world, condition.metric, duration).period)
    reasons.push('DurationTooShort')
  return reasons
}

/** Why the supply of the token cannot be part of a condition. */
function supplyReasons(step: CreateStep, world: World): string[] {
  const { metric } = step.condition
  const subject = step.token === null ? undefined : world.subjects[step.token]
  if (metric !== 'supply' && metric !== 'marketCap') return []
  if (step.shown === 'none') return ['EvidenceMissing']
  if (step.shown === 'wrong' || !subject?.isMint) return ['TokenMintInvalid']
  return subject.canClose || (metric === 'marketCap' && subject.hasAuthority) ? ['UnreliableSupply'] : []
}

function reasonsOf(step: CreateStep, world: World, market: Market): string[] {
  const { settings, now } = world
  const reasons = [
    ...conditionReasons(step, world),
    ...timeReasons(step, world),
    ...supplyReasons(step, world),
    ...watchReasons(world, step.condition, step.token, step.shown),
  ]
  if (settings.paused) reasons.push('Paused')
  if (step.surprise !== null) reasons.push('TermsChanged')
  if (step.questionBytes < 1 || step.questionBytes > 280) reasons.push('QuestionLength')
  if (Math.abs(Number(step.nonce / 1_000n) - now) > 300) reasons.push('NonceOutOfRange')
  if (world.marketAt.has(market.address)) reasons.push('AccountExists')
  const rents = rent(SPACE.market) + rent(61 + step.questionBytes) + rent(step.isSol ? 0 : SPACE.tokens)
  if (!canPay(world, step.creator, rents)) reasons.push('funds')
  if (step.stake) {
    const { amount } = step.stake
    if (amount < (step.isSol ? settings.minimumSol : settings.minimumUtility)) reasons.push('StakeTooSmall')
    if (amount > 2n ** 63n) reasons.push('ArithmeticOverflow')
    reasons.push(...paymentReasons(world, market, step.creator, amount, rents))
  }
  return reasons
}

/** What the creator expects; the term with index `surprise` is another one. */
function expected(world: World, step: CreateStep): Uint8Array {
  const { settings } = world
  const off = (index: number) => (step.surprise === index ? 1 : 0)
  return new Bytes()
    .key(off(0) ? world.stranger : settings.treasury)
    .u64((step.isSol ? settings.minimumSol : settings.minimumUtility) + BigInt(off(1)))
    .key(off(2) ? world.stranger : settings.receiver)
    .u32(settings.proofWindow + off(3))
    .u32(settings.voidDelay + off(4))
    .u32(shortestPeriod(settings, step.condition.metric) + off(5))
    .u16(settings.burnBps + off(6))
    .u16(settings.developerBps + off(7))
    .u16(settings.confidenceBps + off(8))
    .u16(world.currentSet() + off(9))
    .done()
}

function encode(world: World, step: CreateStep): Bytes {
  const { condition, stake } = step
  const data = new Bytes()
    .u64(step.nonce)
    .u32(step.questionBytes)
    .raw(new Uint8Array(step.questionBytes).fill(63))
    .key(step.token === null ? NOBODY : (world.subjects[step.token]?.mint ?? NOBODY))
    .u64(step.closeAt)
    .u64(step.expireAt)
    .u8(METRICS.indexOf(condition.metric))
  if (condition.metric === 'price' || condition.metric === 'marketCap') data.raw(FEED)
  if (condition.metric === 'holders') data.u64(1)
  data.u8(condition.comparison).u64(condition.mantissa).u8(condition.exponent)
  data.u8(condition.timing === 'byExpiry').raw(expected(world, step))
  return stake ? data.u8(1).u8(stake.side).u64(stake.amount) : data.u8(0)
}

function newMarket(world: World, step: CreateStep): Market {
  const { creator, nonce, condition, expireAt } = step
  const address = ours(`market ${step.id}`, 'market', creator.bytes, new Bytes().u64(nonce).done())
  const closeAt = step.closeAt === 0 ? latestClose(condition.metric, world.now, expireAt) : step.closeAt
  return {
    id: step.id,
    creator,
    nonce,
    address,
    question: ours(`question ${step.id}`, 'question', address.bytes),
    questionBytes: step.questionBytes,
    escrow: ours(`escrow ${step.id}`, 'escrow', address.bytes),
    isSol: step.isSol,
    token: step.token,
    condition,
    createdAt: world.now,
    closeAt,
    expireAt,
    terms: termsOf(world, condition.metric, expireAt - world.now),
    bets: [],
    open: new Set(),
    status: 'open',
    answer: null,
    recorded: null,
    asOf: null,
    resolvedAt: 0,
    fees: { burn: 0n, developer: 0n },
    due: { burn: 0n, developer: 0n },
    paid: 0n,
    payouts: new Map(),
  }
}

function someCondition(random: Random): Condition {
  const metric = random.pick(METRICS)
  const timing = random.pick(['atExpiry', 'byExpiry'] as const)
  if (isFact(metric) && !random.oneIn(30)) return { metric, comparison: 1, mantissa: 1n, exponent: 0, timing }
  const target = {
    price: [100n, 0],
    marketCap: [10n ** 8n, 0],
    supply: [10n ** 6n, 0],
    migration: [2n, 0],
    holders: [1_000n, 0],
    event: [2n, 0],
  }[metric] as [bigint, number]
  const exponent = random.oneIn(40) ? random.pick([-128, -31, -30, 30, 31, 127]) : target[1]
  return { metric, comparison: random.int(0, 3), mantissa: target[0], exponent, timing }
}

/** Adds evidence for the supply of a market cap, which bets on it do not need. */
function evidence(world: World, step: CreateStep): Meta[] {
  if (step.condition.metric !== 'marketCap')
    return watchedAccounts(world, step.condition, step.token, step.shown)
  if (step.shown === 'none' || step.token === null) return []
  const subject = world.subjects[step.shown === 'right' ? step.token : (step.token + 1) % 3]
  return subject ? [reads(subject.mint)] : []
}

export const create: StepKind<CreateStep> = {
  make(random, world) {
    const { now } = world
    const creator = random.pick(world.actors)
    const condition = someCondition(random)
    const needsToken = condition.metric !== 'price' && condition.metric !== 'event'
    const duration = random.weighted<() => number>([
      [30, () => random.int(20, 300)],
      [20, () => random.int(300, 6_000)],
      [2, () => random.int(1, 25)],
      [1, () => world.settings.maxDuration + random.int(-1, 1)],
      [1, () => random.int(-1, 1)],
    ])()
    const expireAt = now + duration
    const latest = latestClose(condition.metric, now, expireAt)
    const closeAt = random.weighted<() => number>([
      [20, () => 0],
      [6, () => random.int(now + 1, Math.max(now + 1, latest))],
      [2, () => latest + random.int(-1, 1)],
      [1, () => now + random.int(-1, 1)],
    ])()
    const offset = random.oneIn(20)
      ? random.pick([-301_000, -300_000, 300_000, 300_999, 301_000])
      : random.int(0, 999)
    const isSol = random.oneIn(2)
    const balance = isSol ? world.balance(creator) : world.tokensIn(world.tokensOf(creator))
    const minimum = isSol ? world.settings.minimumSol : world.settings.minimumUtility
    const stake = random.oneIn(3)
      ? { side: random.int(0, 1) as Side, amount: someAmount(random, balance, minimum) }
      : null
    return {
      kind: 'create',
      id: random.next(),
      creator,
      nonce: random.oneIn(30) ? someNonce(random, world) : BigInt(now) * 1_000n + BigInt(offset),
      questionBytes: random.oneIn(20) ? random.pick([0, 1, 280, 281]) : random.int(2, 40),
      token: needsToken !== random.oneIn(30) ? random.int(0, 2) : null,
      isSol,
      closeAt,
      expireAt,
      condition,
      surprise: random.oneIn(25) ? random.int(0, 9) : null,
      stake,
      shown: random.weighted<Shown>([
        [20, 'right'],
        [1, 'none'],
        [1, 'wrong'],
      ]),
    }
  },

  plan(world, step): Plan | null {
    if (world.markets.has(step.id)) return null
    const market = newMarket(world, step)
    const { creator, stake, isSol } = step
    const hasTokens = stake !== null && !isSol
    const accounts = {
      creator,
      config: world.config,
      market: market.address,
      question: market.question,
      escrow: market.escrow,
      position: stake ? world.position(market, creator) : null,
      creatorToken: hasTokens ? world.tokensOf(creator) : null,
      ...currencyAccounts(world, isSol),
      systemProgram: SYSTEM,
    }
    return {
      name: 'createMarket',
      instructions: [call('createMarket', accounts, encode(world, step), evidence(world, step))],
      reasons: reasonsOf(step, world, market),
      commit() {
        world.markets.set(market.id, market)
        world.marketAt.set(market.address, market)
        world.move(creator, market.address, rent(SPACE.market))
        world.move(creator, market.question, rent(61 + step.questionBytes))
        world.move(creator, market.escrow, rent(isSol ? 0 : SPACE.tokens))
        if (!isSol) world.tokens.set(market.escrow, { owner: market.escrow, amount: 0n, state: 'open' })
        if (!stake) return
        payStake(world, market, creator, stake.amount)
        addBet(world, market, creator, stake.side, stake.amount)
      },
    }
  },
}

/** The nonce of a market that there is or was. */
function someNonce(random: Random, world: World): bigint {
  const markets = [...world.markets.values()]
  return markets.length > 0 ? random.pick(markets).nonce : BigInt(world.now) * 1_000n
}
