import type { Condition, Side } from '../model/types.ts'
import type { World } from '../model/world.ts'
import type { Random } from '../random.ts'
import type { Shown } from './bet.ts'
import { latestClose, termsOf } from './create-rules.ts'
import { type CreateStep, isFact, isState, isUpOrDown, METRICS, needsToken } from './create-step.ts'
import { someAmount } from './step.ts'

function someCondition(random: Random): Condition {
  const metric = random.pick(METRICS)
  const referenceAt = 0
  const mostly = isState(metric) && !random.oneIn(20)
  const timing = mostly ? 'byExpiry' : random.pick(['atExpiry', 'byExpiry'] as const)
  if (isFact(metric) && !random.oneIn(30))
    return { metric, comparison: 1, mantissa: 1n, exponent: 0, timing, referenceAt }
  const target = {
    price: [100n, 0],
    marketCap: [10n ** 8n, 0],
    supply: [10n ** 6n, 0],
    migration: [2n, 0],
    holders: [1_000n, 0],
    event: [2n, 0],
    change: [random.oneIn(8) ? random.pick(FACTORS) : 10_000n, -4],
  }[metric] as [bigint, number]
  const exponent = random.oneIn(40) ? random.pick([-128, -31, -30, 30, 31, 127]) : target[1]
  const isLate = metric === 'change' && !random.oneIn(30)
  return {
    metric,
    comparison: random.int(0, 3),
    mantissa: target[0],
    exponent,
    timing: isLate ? 'atExpiry' : timing,
    referenceAt,
  }
}

/** Factors of a change around every limit, and a per cent. */
const FACTORS = [0n, 1n, 9_900n, 10_100n, 1_010_000n, 1_010_001n]

/** The second of the price that a change begins with. */
function someReference(random: Random, { now, settings }: World, expireAt: number): number {
  const [first, last] = [now + settings.closeMargin, expireAt - 6 * settings.closeMargin]
  return random.weighted<() => number>([
    [10, () => random.int(Math.min(first + 1, last), last)],
    [2, () => first + random.int(0, 2)],
    [2, () => last + random.int(-1, 1)],
    [1, () => expireAt + random.int(-1, 1)],
    [1, () => now - random.int(0, 3)],
  ])()
}

/** A largest ratio, mostly one that the condition may have. */
function someRatio(random: Random, condition: Condition): number {
  if (isUpOrDown(condition) ? random.oneIn(4) : !random.oneIn(40)) return 0
  return random.weighted<() => number>([
    [6, () => random.int(100, 200)],
    [2, () => random.int(100, 10_000)],
    [1, () => random.pick([1, 99, 100, 10_000, 10_001, 65_535])],
  ])()
}

/** The nonce of a market that there is or was. */
function someNonce(random: Random, world: World): bigint {
  const markets = [...world.markets.values()]
  return markets.length > 0 ? random.pick(markets).nonce : BigInt(world.now) * 1_000n
}

/** A new market, mostly one that the rules allow. */
export function someCreation(random: Random, world: World): CreateStep {
  const { now } = world
  const creator = random.pick(world.actors)
  const chosen = someCondition(random)
  const duration = random.weighted<() => number>([
    [30, () => random.int(20, 300)],
    [20, () => random.int(300, 6_000)],
    [2, () => random.int(1, 25)],
    [3, () => 16 * world.settings.shortestPeriod + random.int(-1, 1)],
    [2, () => 16 * world.settings.shortestAttestedPeriod + random.int(-1, 1)],
    [1, () => world.settings.closeMargin + random.int(-1, 1)],
    [1, () => world.settings.maxDuration + random.int(-1, 1)],
    [1, () => random.int(-1, 1)],
  ])()
  const expireAt = now + duration
  const condition =
    chosen.metric === 'change' ? { ...chosen, referenceAt: someReference(random, world, expireAt) } : chosen
  const decideReward = random.weighted<() => bigint>([
    [10, () => world.settings.decideReward],
    [4, () => random.anySize(30)],
    [1, () => 1_000_000_000n + BigInt(random.int(0, 1))],
    [1, () => world.settings.settleReward + BigInt(random.int(0, 1))],
    [1, () => 0n],
  ])()
  const isSol = random.oneIn(2)
  const rewardStake = (isSol ? random.oneIn(30) : !random.oneIn(30)) ? random.anySize(40) : 0n
  const maxRatio = someRatio(random, condition)
  const offer = { condition, expireAt, decideReward, rewardStake, maxRatio }
  const latest = latestClose(condition, termsOf(world, offer), expireAt)
  const closeAt = random.weighted<() => number>([
    [20, () => 0],
    [6, () => random.int(now + 1, Math.max(now + 1, latest))],
    [2, () => latest + random.int(-1, 1)],
    [1, () => now + random.int(-1, 1)],
  ])()
  const offset = random.oneIn(20)
    ? random.pick([-301_000, -300_000, 300_000, 300_999, 301_000])
    : random.int(0, 999)
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
    token:
      needsToken(condition.metric) !== random.oneIn(30)
        ? random.oneIn(15)
          ? random.int(3, 4)
          : random.int(0, 2)
        : null,
    isSol,
    closeAt,
    expireAt,
    condition,
    surprise: random.oneIn(25) ? random.int(0, 11) : null,
    decideReward,
    rewardStake,
    maxRatio,
    otherBump: random.oneIn(25) ? random.int(0, 2) : null,
    stake,
    shown: random.weighted<Shown>([
      [20, 'right'],
      [1, 'none'],
      [1, 'wrong'],
    ]),
  }
}
