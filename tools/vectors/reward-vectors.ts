// Computes tests/vectors/rewards.json.

import { Fraction, type Pair } from './payout-case.ts'
import { Random } from './random.ts'

const DESCRIPTION = [
  'What each step of a market earns whoever takes it, in lamports, computed with exact fractions; the tests of the',
  'program and of the SDK read them. Amounts are decimal strings, pairs are [yes, no]. Each case: [currency, burnBps,',
  'decideReward, settleReward, rewardStake, pools, late, recent, recorded, rewards]. The decision counts pools less late,',
  'recording "not met" pools less recent, recording a reference pools, recording a curve pools less late. recorded:',
  'lamports that recording has earned. Regenerate with: npx tsx tools/vectors/write.ts',
].join(' ')

const TOP = 2n ** 64n - 1n
const SOL = 1_000_000_000n
const NONE: Pair = [0n, 0n]
const RANDOM_CASES = 400
const SEED = 20_260_102n

const USUAL: RewardSituation = {
  isSol: true,
  burnBps: 500,
  decideReward: 300_000n,
  settleReward: 5_000n,
  rewardStake: 0n,
  pools: [SOL, SOL],
  late: NONE,
  recent: NONE,
  recorded: 0n,
}
const UTILITY: RewardSituation = { ...USUAL, isSol: false, rewardStake: 6_000_000n }

/** The edges of the formulas: where the cap begins to hold, empty and one-sided pools, no fees, nothing left. */
const CHOSEN: RewardSituation[] = [USUAL, UTILITY].flatMap((base) => {
  const enough = base.isSol ? 6_000_000n : base.rewardStake
  const pools: Pair[] = [
    NONE,
    [SOL, 0n],
    [0n, 1n],
    [1n, 1n],
    [SOL, enough / 60n - 1n],
    [SOL, enough / 60n],
    [enough - 1n, SOL],
    [enough, SOL],
    [enough + 1n, enough],
    [TOP / 2n, TOP / 2n],
    [TOP - 1n, 1n],
  ]
  const terms: Partial<RewardSituation>[] = [
    {},
    { burnBps: 0 },
    { burnBps: 1 },
    { burnBps: 1_000 },
    { decideReward: 0n },
    { decideReward: 4_999n },
    { decideReward: 5_000n },
    { decideReward: SOL },
    { settleReward: 0n },
    { settleReward: 50_000n },
    { recorded: 150_000n },
    { recorded: 299_999n },
    { recorded: 300_000n },
    ...(base.isSol ? [] : [{ rewardStake: 1n }, { rewardStake: 7n }, { rewardStake: TOP }]),
  ]
  const returned: Partial<RewardSituation>[] = [{ late: [enough, 0n] }, { recent: [enough, enough] }]
  return [
    ...pools.flatMap((pool) => terms.map((term) => ({ ...base, pools: pool, ...term }))),
    ...returned.map((some) => ({ ...base, pools: [enough, enough + 1n] as Pair, ...some })),
  ]
})

function randomSituation(random: Random): RewardSituation {
  const isSol = random.between(0n, 1n) === 0n
  const pools: Pair = [random.ofAnySize(63n), random.ofAnySize(63n)]
  const part = (): Pair => [random.between(0n, pools[0]), random.between(0n, pools[1])]
  const decideReward = random.ofAnySize(29n)
  return {
    isSol,
    burnBps: Number(random.between(0n, 1_000n)),
    decideReward,
    settleReward: random.between(0n, 50_000n),
    rewardStake: isSol ? 0n : random.ofAnySize(64n),
    pools,
    late: part(),
    recent: part(),
    recorded: random.between(0n, 2n) === 0n ? random.between(0n, decideReward) : 0n,
  }
}

/** The text of `tests/vectors/rewards.json`: one case per line. */
export function rewardVectors(): string {
  const random = new Random(SEED)
  const drawn = Array.from({ length: RANDOM_CASES }, () => randomSituation(random))
  const cases = [...CHOSEN, ...drawn].map(
    (one) =>
      `    ${JSON.stringify(caseOf(one), (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`,
  )
  return `{\n  "description": ${JSON.stringify(DESCRIPTION)},\n  "cases": [\n${cases.join(',\n')}\n  ]\n}\n`
}

function caseOf(situation: RewardSituation): unknown[] {
  const { isSol, burnBps, decideReward, settleReward, rewardStake, pools, late, recent, recorded } = situation
  const terms = [burnBps, decideReward, settleReward, rewardStake]
  return [isSol ? 'SOL' : 'UTILITY', ...terms, pools, late, recent, recorded, rewardsOf(situation)]
}

/** An undecided market, and which of its stakes would not count. */
interface RewardSituation {
  isSol: boolean
  burnBps: number
  /** Lamports. */
  decideReward: bigint
  settleReward: bigint
  /** UTILITY: base units that earn the whole decide reward. */
  rewardStake: bigint
  pools: Pair
  /** Stakes that the decision makes late, or that would be late as of now. */
  late: Pair
  /** All recent stakes. */
  recent: Pair
  /** Lamports that recording has earned. */
  recorded: bigint
}

/** What each step earns, in lamports. */
interface RewardAmounts {
  /** By the stakes that are not late. */
  decide: bigint
  void: bigint
  /** By the stakes that are not recent. */
  recordNotMet: bigint
  /** By all stakes. */
  recordReference: bigint
  /** By the stakes that are not late. */
  recordCurve: bigint
}

/** The rewards of every step that a market could come to next. */
function rewardsOf(situation: RewardSituation): RewardAmounts {
  const { decideReward, settleReward, pools, late, recent, recorded } = situation
  const least = smaller(settleReward, decideReward)
  const [worth, atPools, settled] = [less(pools, late), pools, less(pools, recent)].map((counted) =>
    smaller(decideReward, capOf(situation, counted)),
  ) as [bigint, bigint, bigint]
  const hasStakes = pools[0] + pools[1] > 0n
  return {
    decide: hasStakes ? larger(larger(worth, least) - recorded, 0n) : 0n,
    void: hasStakes ? smaller(settleReward, decideReward - recorded) : 0n,
    recordNotMet: new Fraction(settled, 2n).floor(),
    recordReference: smaller(settleReward, atPools),
    recordCurve: smaller(settleReward, worth),
  }
}

/** The most that staking for a reward could be worth: what it costs. */
function capOf({ isSol, burnBps, decideReward, rewardStake }: RewardSituation, counted: Pair): bigint {
  const stake = smaller(...counted)
  if (isSol) return new Fraction(stake * BigInt(burnBps), 10_000n).floor()
  if (burnBps === 0) return 0n
  return new Fraction(smaller(stake, rewardStake), rewardStake).times(new Fraction(decideReward)).floor()
}

function less(one: Pair, other: Pair): Pair {
  return [one[0] - other[0], one[1] - other[1]]
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
