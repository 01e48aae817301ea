// Computes tests/vectors/payouts.json.

import { type Pair, payoutCase, type Situation } from './payout-case.ts'
import { Random } from './random.ts'

const TOP = 2n ** 64n - 1n
const SOL = 1_000_000_000n
const USUAL = { burnBps: 500, developerBps: 500 }
const NO_FEES = { burnBps: 0, developerBps: 0 }
const MOST_FEES = { burnBps: 1_000, developerBps: 1_000 }

const RANDOM_CASES = 200
const SEED = 20_260_101n

/** The largest ratio that fits the usual fees. */
const RATIO = { maxRatio: 125 }

/** Chosen situations: edge cases of rounding, fees, empty sides, the largest ratio and the range of u64. */
const CHOSEN: Situation[] = [
  { name: 'ordinary', positions: [yes(100n * SOL), yes(50n * SOL), no(60n * SOL)], winner: 'yes', ...USUAL },
  { name: 'ordinary, no wins', positions: [yes(150n * SOL), no(60n * SOL)], winner: 'no', ...USUAL },
  { name: 'stakes of 150 and 60', positions: [yes(150n), no(60n)], winner: 'yes', ...USUAL },
  { name: 'uneven thirds', positions: [yes(1n), yes(1n), yes(1n), no(101n)], winner: 'yes', ...USUAL },
  { name: 'uneven primes', positions: [yes(7n), yes(11n), yes(13n), no(101n)], winner: 'yes', ...USUAL },
  {
    name: 'fees round down apart',
    positions: [yes(1n), no(39n)],
    winner: 'yes',
    burnBps: 500,
    developerBps: 300,
  },
  { name: 'fees too small to take', positions: [yes(19n), no(19n)], winner: 'yes', ...USUAL },
  { name: 'fees of one unit', positions: [yes(20n), no(20n)], winner: 'yes', ...USUAL },
  { name: 'one base unit against one', positions: [yes(1n), no(1n)], winner: 'yes', ...USUAL },
  { name: 'one base unit alone', positions: [no(1n)], winner: 'no', ...USUAL },
  { name: 'one base unit against much', positions: [yes(1n), no(10n ** 15n)], winner: 'yes', ...USUAL },
  { name: 'much against one base unit', positions: [yes(10n ** 15n), no(1n)], winner: 'yes', ...USUAL },
  { name: 'one-sided, it wins', positions: [yes(5n * SOL), yes(3n)], winner: 'yes', ...USUAL },
  { name: 'one-sided, it loses: void', positions: [yes(5n * SOL), yes(3n)], winner: 'no', ...USUAL },
  { name: 'no winner: void', positions: [no(7n), no(SOL), no(1n)], winner: 'yes', ...MOST_FEES },
  { name: 'nobody: void', positions: [], winner: 'yes', ...USUAL },
  { name: 'zero fees', positions: [yes(3n), yes(4n), no(1_000n)], winner: 'yes', ...NO_FEES },
  { name: 'most fees', positions: [yes(3n), yes(4n), no(1_000n)], winner: 'yes', ...MOST_FEES },
  { name: 'burn only', positions: [yes(3n), no(1_000n)], winner: 'yes', burnBps: 1_000, developerBps: 0 },
  {
    name: 'developer only',
    positions: [yes(3n), no(1_000n)],
    winner: 'yes',
    burnBps: 0,
    developerBps: 1_000,
  },
  { name: 'smallest shares', positions: [yes(3n), no(19_999n)], winner: 'yes', burnBps: 1, developerBps: 1 },
  { name: 'top of u64, one unit wins', positions: [yes(1n), no(TOP - 1n)], winner: 'yes', ...USUAL },
  { name: 'top of u64, one unit loses', positions: [yes(1n), no(TOP - 1n)], winner: 'no', ...USUAL },
  { name: 'top of u64, halves', positions: [yes(TOP / 2n), no(TOP / 2n + 1n)], winner: 'yes', ...MOST_FEES },
  {
    name: 'top of u64, many winners, no fees',
    positions: [yes(1n), yes(2n), yes(TOP / 3n), yes(TOP / 5n), no(TOP - 3n - TOP / 3n - TOP / 5n)],
    winner: 'yes',
    ...NO_FEES,
  },
  { name: 'top of u64, alone', positions: [yes(TOP)], winner: 'yes', ...USUAL },
  { name: 'top of u64, void', positions: [yes(TOP)], winner: 'no', ...USUAL },
  { name: 'one-unit bets win', positions: [...units(300), no(1_000_003n)], winner: 'yes', ...USUAL },
  {
    name: 'one-unit bets win less than one each',
    positions: [...units(300), no(299n)],
    winner: 'yes',
    ...USUAL,
  },
  { name: 'one-unit bets lose', positions: [...units(300), no(7n), no(3n)], winner: 'no', ...USUAL },
  { name: 'both sides held', positions: [[10n, 20n], [30n, 5n], yes(1n)], winner: 'yes', ...USUAL },
  { name: 'both sides held, no wins', positions: [[10n, 20n], [30n, 5n], yes(1n)], winner: 'no', ...USUAL },
  { name: 'both sides held by one alone', positions: [[8n * SOL, 3n * SOL]], winner: 'yes', ...USUAL },
  { name: 'ratio, dust wins', positions: [yes(SOL / 1_000n), no(SOL)], winner: 'yes', ...USUAL, ...RATIO },
  { name: 'ratio, dust loses', positions: [yes(SOL / 1_000n), no(SOL)], winner: 'no', ...USUAL, ...RATIO },
  { name: 'ratio, just within', positions: [yes(80n), no(100n)], winner: 'yes', ...USUAL, ...RATIO },
  { name: 'ratio, one unit above', positions: [yes(80n), no(101n)], winner: 'yes', ...USUAL, ...RATIO },
  { name: 'ratio, rounded down', positions: [yes(3n), no(5n)], winner: 'yes', ...NO_FEES, ...RATIO },
  { name: 'ratio, equal pools', positions: [yes(7n), no(7n)], winner: 'yes', ...USUAL, maxRatio: 100 },
  {
    name: 'ratio, the heavier side wins',
    positions: [yes(9n), no(1n)],
    winner: 'yes',
    ...USUAL,
    maxRatio: 100,
  },
  {
    name: 'ratio, losers of all sizes',
    positions: [yes(100n), no(1n), no(2n), no(33n), no(1_000n), [7n, 11n]],
    winner: 'yes',
    ...USUAL,
    ...RATIO,
  },
  { name: 'ratio, one-unit losers', positions: [...units(300), no(100n)], winner: 'no', ...USUAL, ...RATIO },
  { name: 'ratio, one-sided, it wins', positions: [yes(5n), yes(3n)], winner: 'yes', ...USUAL, ...RATIO },
  { name: 'ratio, one-sided, it loses: void', positions: [yes(5n)], winner: 'no', ...USUAL, ...RATIO },
  {
    name: 'ratio, the largest',
    positions: [yes(3n), no(301n), no(11n)],
    winner: 'yes',
    ...MOST_FEES,
    maxRatio: 10_000,
  },
  {
    name: 'ratio, top of u64, one unit wins',
    positions: [yes(1n), no(TOP - 1n)],
    winner: 'yes',
    ...USUAL,
    ...RATIO,
  },
  {
    name: 'ratio, top of u64, halves',
    positions: [yes(TOP / 2n - 7n), no(TOP / 3n), no(TOP / 2n - TOP / 3n + 7n)],
    winner: 'yes',
    ...USUAL,
    maxRatio: 100,
  },
  {
    name: 'ratio, top of u64, the ratio is far away',
    positions: [yes(TOP / 2n), no(TOP / 2n)],
    winner: 'yes',
    ...USUAL,
    maxRatio: 10_000,
  },
  { name: 'ratio, both sides held by one alone', positions: [[3n, 8n]], winner: 'yes', ...USUAL, ...RATIO },
]

/** All situations: the chosen ones, then random ones from a fixed seed. */
function payoutSituations(): Situation[] {
  const random = new Random(SEED)
  const drawn = Array.from({ length: RANDOM_CASES }, (_, index) => randomSituation(random, index + 1))
  return [...CHOSEN, ...drawn]
}

function randomSituation(random: Random, number: number): Situation {
  const count = Number(random.between(1n, 10n))
  // Ten positions of two stakes below 2^59 each stay below 2^64 together.
  const positions = Array.from({ length: count }, () => {
    const stake = random.ofAnySize(59n)
    const kind = random.between(0n, 4n)
    if (kind === 0n) return [stake, random.ofAnySize(59n)] as const
    return kind <= 2n ? yes(stake) : no(stake)
  })
  return {
    name: `random ${number}`,
    positions,
    winner: random.between(0n, 1n) === 0n ? 'yes' : 'no',
    burnBps: Number(random.between(0n, 1_000n)),
    developerBps: Number(random.between(0n, 1_000n)),
    ...(number % 2 === 0 && { maxRatio: Number(random.between(100n, number % 4 === 0 ? 200n : 10_000n)) }),
  }
}

function yes(stake: bigint): Pair {
  return [stake, 0n]
}

function no(stake: bigint): Pair {
  return [0n, stake]
}

function units(count: number): Pair[] {
  return Array.from({ length: count }, () => yes(1n))
}

const DESCRIPTION = [
  'Payouts of every position of a decided market, computed with exact fractions; the tests of the program and of',
  'the SDK read them. Amounts are decimal strings of base units, pairs are [yes, no]. A market decided for a side',
  "that nobody holds is void: 'burn', 'developer' and 'distributable' are 0 and every stake is refunded.",
  "'maxRatio' is in hundredths, 0 for none: of the losing pool 'unmatched' is refunded, and fees are of the rest.",
  "'dust' is the rest of all stakes after payouts, refunds and fees.",
  'Regenerate with: npx tsx tools/vectors/write.ts',
].join(' ')

/** The text of `tests/vectors/payouts.json`, with one case per line so that diffs stay readable. */
export function payoutVectors(): string {
  const cases = payoutSituations().map((situation) => `    ${JSON.stringify(payoutCase(situation))}`)
  return `{\n  "description": ${JSON.stringify(DESCRIPTION)},\n  "cases": [\n${cases.join(',\n')}\n  ]\n}\n`
}
