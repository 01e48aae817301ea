import { readFileSync } from 'node:fs'
import type { Outcome, Stakes } from '@prediction-market/sdk'
import type { RecentStakes } from '@prediction-market/sdk/accounts'
import {
  addRecentStake,
  closeReward,
  coversPeriod,
  creationReward,
  curveReward,
  type DecidedMarket,
  decisionReward,
  fullRewardStake,
  isVoid,
  lateStakes,
  NO_RECENT_STAKES,
  positionDue,
  proposeRewardStake,
  recordReward,
  referenceReward,
  rewardCap,
  voidReward,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'
import { rewardVectors } from '../../tools/vectors/reward-vectors.ts'
import { EXPIRES, plainMarket } from '../helpers/sdk/market.ts'

type Pair = [yes: string, no: string]
type Case = [
  currency: 'SOL' | 'UTILITY',
  burnBps: number,
  decideReward: string,
  settleReward: string,
  rewardStake: string,
  pools: Pair,
  late: Pair,
  recent: Pair,
  recorded: string,
  rewards: Record<'decide' | 'void' | 'recordNotMet' | 'recordReference' | 'recordCurve', string>,
]

const text = readFileSync(new URL('../vectors/rewards.json', import.meta.url), 'utf8')
const { cases } = JSON.parse(text) as { cases: Case[] }
const NONE: Stakes = { Yes: 0n, No: 0n }
const UTILITY = plainMarket().address
const { terms: USUAL } = plainMarket()

function stakes([yes, no]: Pair): Stakes {
  return { Yes: BigInt(yes), No: BigInt(no) }
}

function less(one: Stakes, other: Stakes): Stakes {
  return { Yes: one.Yes - other.Yes, No: one.No - other.No }
}

/** A record with these stakes in its last period, which is the market's last. */
function recentOf(last: Stakes): RecentStakes {
  return { period: 20n, stakes: [last, NONE, NONE] }
}

describe('reward vectors', () => {
  it('are what their generator writes', () => {
    expect(rewardVectors()).to.equal(text)
  })

  it('are paid alike', () => {
    expect(cases).to.have.length.of.at.least(700)
    for (const one of cases) {
      const [currency, burnBps, decideReward, settleReward, rewardStake, all, late, recent, recorded] = one
      const market = plainMarket({
        mint: currency === 'SOL' ? null : UTILITY,
        pools: stakes(all),
        recent: recentOf(stakes(recent)),
        recordedReward: BigInt(recorded),
        terms: {
          ...USUAL,
          burnBps,
          decideReward: BigInt(decideReward),
          settleReward: BigInt(settleReward),
          rewardStake: BigInt(rewardStake),
        },
      })
      const asOfNow = { ...market, recent: recentOf(stakes(late)) }
      const rewards = {
        decide: decisionReward(market, less(market.pools, stakes(late))),
        void: voidReward(market),
        recordNotMet: recordReward(market),
        recordReference: referenceReward(market),
        recordCurve: curveReward(asOfNow, EXPIRES - 1n),
      }
      const written = Object.fromEntries(Object.entries(rewards).map(([name, value]) => [name, `${value}`]))
      expect(written, JSON.stringify(one)).to.deep.equal(one[9])
    }
  })
})

describe('rewards', () => {
  it('are paid in by the creator for deciding, collecting and closing', () => {
    expect(creationReward(USUAL)).to.equal(310_000n)
    expect(closeReward(USUAL, { Yes: 1n, No: 0n })).to.equal(10_000n)
    expect(closeReward(USUAL, NONE)).to.equal(0n)
  })

  it('are the whole one from 20 times the reward on at 5 % burned', () => {
    const sol = (smaller: bigint) => decisionReward(plainMarket({ pools: { Yes: 10n ** 9n, No: smaller } }))
    expect([sol(6_000_000n), sol(5_999_999n), sol(100_000n), sol(0n)]).to.deep.equal([
      300_000n,
      299_999n,
      5_000n,
      5_000n,
    ])
  })

  it('are the whole one from a stake on that is rounded up, in UTILITY from the stake of the terms', () => {
    const terms = { burnBps: 300, decideReward: 1_000_001n, rewardStake: 7n }
    const stake = fullRewardStake(terms, true) ?? expect.fail()
    expect(stake).to.equal(33_333_367n)
    const earned = (smaller: bigint) =>
      decisionReward(plainMarket({ pools: { Yes: smaller, No: smaller }, terms: { ...USUAL, ...terms } }))
    expect([earned(stake), earned(stake - 1n)]).to.deep.equal([1_000_001n, 1_000_000n])
    expect(fullRewardStake({ ...terms, burnBps: 500, decideReward: 1_000n }, true)).to.equal(20_000n)
    expect(fullRewardStake(terms, false)).to.equal(7n)
    expect(fullRewardStake({ ...terms, burnBps: 0 }, true)).to.equal(null)
    expect(rewardCap({ mint: UTILITY, terms: { ...USUAL, rewardStake: 0n } }, stakes(['9', '9']))).to.equal(
      0n,
    )
  })

  it('propose a stake in UTILITY whose burn share is worth the reward at the last price, or the first', () => {
    const price = { value: 250n << 32n, floor: 0n }
    const propose = (decideReward: bigint, burnBps = 500, last: bigint | null = null) =>
      proposeRewardStake(
        decideReward,
        { burnBps },
        { price, last: last === null ? null : { price: last << 32n, slot: 1n } },
      )
    // 5 % of 20 SOL are 1 SOL.
    expect(propose(10n ** 9n)).to.equal(5_000n)
    expect(propose(10n ** 9n, 500, 500n)).to.equal(10_000n)
    // At least one unit, and what the program can hold.
    expect(propose(1n)).to.equal(1n)
    expect(propose(10n ** 9n, 0)).to.equal(1n)
    expect(propose(2n ** 63n, 500, 10n ** 9n)).to.equal(2n ** 64n - 1n)
  })

  it('say what deciding earns now, less what recording has earned', () => {
    const pools = { Yes: 10n ** 9n, No: 10n ** 9n }
    expect(decisionReward(plainMarket({ pools }))).to.equal(300_000n)
    expect(decisionReward(plainMarket({ pools, recordedReward: 150_000n }))).to.equal(150_000n)
    expect(decisionReward(plainMarket({ pools: NONE }))).to.equal(0n)
  })
})

/** A stake of a farmer or of somebody else, and the period that it is placed in. */
interface Placed {
  isFarmer: boolean
  outcome: Outcome
  amount: bigint
  period: bigint
}

const LAST = 20n

/** How a market ends: the answer, the period as of which stakes are late, and whether "not met" was recorded before. */
interface Ending {
  answer: Outcome | 'void'
  latePeriod: bigint
  wasRecorded: boolean
}

const anyStake = fc.record({
  isFarmer: fc.boolean(),
  outcome: fc.constantFrom<Outcome>('Yes', 'No'),
  amount: fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 12n)),
  period: fc.bigInt(1n, LAST),
})
const anyTerms = fc.record({
  burnBps: fc.integer({ min: 0, max: 1_000 }),
  developerBps: fc.integer({ min: 0, max: 1_000 }),
  decideReward: fc.oneof(fc.bigInt(0n, 10n ** 9n), fc.constant(300_000n)),
  settleReward: fc.bigInt(0n, 50_000n),
  maxRatio: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 10_000 })),
  rewardStake: fc.oneof(fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 10n ** 13n)),
})
const anyEnding: fc.Arbitrary<Ending> = fc.record({
  answer: fc.constantFrom<Ending['answer']>('Yes', 'No', 'void'),
  latePeriod: fc.oneof(fc.constant(0n), fc.bigInt(1n, LAST)),
  wasRecorded: fc.boolean(),
})

type AnyTerms = typeof anyTerms extends fc.Arbitrary<infer T> ? T : never

/** Base units gained by stakes, and lamports by deciding. */
interface Gain {
  gained: bigint
  reward: bigint
}

/**
 * What a farmer gains by stakes, in base units, and by deciding, in lamports, who also owns the treasury and is the only
 * keeper. Settle rewards are not counted. `null` if the ending is not possible.
 */
function gainOf(placed: readonly Placed[], terms: AnyTerms, isSol: boolean, ending: Ending): Gain | null {
  const market = plainMarket({ mint: isSol ? null : UTILITY, terms: { ...USUAL, ...terms } })
  const farmer = { stakes: NONE, recent: NO_RECENT_STAKES }
  let { pools, recent } = { pools: NONE, recent: NO_RECENT_STAKES }
  for (const { isFarmer, outcome, amount, period } of placed) {
    pools = { ...pools, [outcome]: pools[outcome] + amount }
    recent = addRecentStake(recent, period, outcome, amount)
    if (!isFarmer) continue
    farmer.stakes = { ...farmer.stakes, [outcome]: farmer.stakes[outcome] + amount }
    farmer.recent = addRecentStake(farmer.recent, period, outcome, amount)
  }
  const { answer, latePeriod, wasRecorded } = ending
  if (latePeriod > 0n && !coversPeriod(recent, latePeriod)) return null
  // A recorded "not met" is never voided, and decides No without late stakes unless an early Yes is shown.
  if (wasRecorded && (answer === 'void' || (answer === 'No' && latePeriod > 0n))) return null
  const undecided = { ...market, pools, recent }
  const recorded = wasRecorded ? recordReward(undecided) : 0n
  const late = latePeriod === 0n ? NONE : lateStakes(recent, latePeriod)
  const counted = less(pools, late)
  const rewarded = { ...undecided, recordedReward: recorded }
  const ended = answer === 'void' ? voidReward(rewarded) : decisionReward(rewarded, counted)
  const earned = recorded + ended
  // The least that any decision earns is one settle reward.
  const reward = earned - least(earned, terms.settleReward)
  const outcome = answer === 'void' || isVoid({ pools, late }, answer) ? null : answer
  const decided: DecidedMarket = { pools, late, latePeriod, outcome, terms }
  const due = positionDue(decided, farmer)
  const losing = outcome === null ? 0n : counted[outcome === 'Yes' ? 'No' : 'Yes']
  const winning = outcome === null ? 0n : counted[outcome]
  const most = (winning * BigInt(terms.maxRatio)) / 100n
  const lost = terms.maxRatio === 0 || losing < most ? losing : most
  const developer = (lost * BigInt(terms.developerBps)) / 10_000n
  const staked = farmer.stakes.Yes + farmer.stakes.No
  const gained = due.payout + due.refund + developer - staked
  return { gained, reward }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/**
 * Gains and rewards in base units, rounded up. At the price that its term stands for, the decide reward of a UTILITY
 * market is worth what `rewardStake` burns; where nothing is burned there is no such price, and any reward is a gain.
 */
function worthOf({ gained, reward }: Gain, { burnBps, decideReward, rewardStake }: AnyTerms, isSol: boolean) {
  if (isSol || decideReward === 0n || burnBps === 0) return gained + reward
  const whole = 10_000n * decideReward
  return gained + (reward * BigInt(burnBps) * rewardStake + whole - 1n) / whole
}

const RUNS = 5_000

describe('staking for a reward', () => {
  const anyPlaced = fc
    .array(anyStake, { minLength: 1, maxLength: 8 })
    .map((list) => list.sort((one, other) => Number(one.period - other.period)))

  it('never gains anything where only the farmer stakes, by any ending', () => {
    fc.assert(
      fc.property(anyPlaced, anyTerms, fc.boolean(), anyEnding, (placed, terms, isSol, ending) => {
        const alone = placed.map((one) => ({ ...one, isFarmer: true }))
        const found = gainOf(alone, terms, isSol, ending)
        fc.pre(found !== null)
        // A burn share of UTILITY is rounded down to a base unit, its worth in lamports is not.
        expect(worthOf(found, terms, isSol) <= (isSol ? 0n : 1n)).to.equal(true)
      }),
      { numRuns: RUNS },
    )
  })

  it('is no riskless gain beside the stakes of others, whose reward there was before', () => {
    fc.assert(
      fc.property(anyPlaced, anyTerms, fc.boolean(), anyEnding, (placed, terms, isSol, ending) => {
        const others = placed.filter(({ isFarmer }) => !isFarmer)
        const values = (['Yes', 'No'] as const).flatMap((answer) => {
          const [found, before] = [placed, others].map((list) =>
            gainOf(list, terms, isSol, { ...ending, answer }),
          )
          // What is earned without the stakes is earned by no stake: the developer share, and the reward itself.
          return found && before ? [worthOf(found, terms, isSol) - worthOf(before, terms, isSol)] : []
        })
        fc.pre(values.length === 2)
        const [yes = 0n, no = 0n] = values
        // A base unit and a lamport by which roundings can differ.
        const slack = 1n + worthOf({ gained: 0n, reward: 1n }, terms, isSol)
        expect(yes > slack && no > slack, `${yes} and ${no}`).to.equal(false)
      }),
      { numRuns: RUNS },
    )
  })
})
