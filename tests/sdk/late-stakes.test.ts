import {
  MAX_U64,
  type Market,
  type Outcome,
  payoutRatio,
  positionDue,
  type Stakes,
} from '@prediction-market/sdk'
import type { RecentStakes } from '@prediction-market/sdk/accounts'
import {
  addRecentStake,
  countedPools,
  coversPeriod,
  type DecidedMarket,
  fees,
  isVoid,
  lateStakes,
  NO_RECENT_STAKES,
  periodOf,
  stakeCounts,
  unmatchedStake,
  valueHolding,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'
import { CREATED, EXPIRES, plainMarket } from '../helpers/sdk/market.ts'

const USUAL = { burnBps: 500, developerBps: 500, maxRatio: 0 }

interface Staked {
  stakes: Stakes
  recent: RecentStakes
}

interface Bet {
  owner: number
  period: bigint
  outcome: Outcome
  amount: bigint
}

const NOTHING: Staked = { stakes: { Yes: 0n, No: 0n }, recent: NO_RECENT_STAKES }

function stake({ stakes, recent }: Staked, { period, outcome, amount }: Bet): Staked {
  return {
    stakes: { ...stakes, [outcome]: stakes[outcome] + amount },
    recent: addRecentStake(recent, period, outcome, amount),
  }
}

/** Bets of a few owners in the order of time, most of them close together. */
const anyBets: fc.Arbitrary<Bet[]> = fc
  .array(
    fc.record({
      owner: fc.nat(5),
      wait: fc.oneof(fc.constantFrom(0n, 0n, 1n), fc.bigInt(0n, 5n)),
      outcome: fc.constantFrom<Outcome>('Yes', 'No'),
      amount: fc.bigInt(1n, 2n ** 55n),
    }),
    { maxLength: 40 },
  )
  .map((bets) => {
    let period = 1n
    return bets.map(({ wait, ...bet }) => {
      period += wait
      return { ...bet, period }
    })
  })

/** The pools, the record of the market, and the positions after some bets. */
function placed(bets: Bet[]) {
  const positions = new Map<number, Staked>()
  for (const bet of bets) positions.set(bet.owner, stake(positions.get(bet.owner) ?? NOTHING, bet))
  return { market: bets.reduce(stake, NOTHING), positions: [...positions.values()] }
}

/** Which stakes the design calls late, read from the bets themselves. */
function lateBets(bets: Bet[], period: bigint): Stakes {
  const late = bets.filter((bet) => bet.period >= period - 1n)
  const of = (outcome: Outcome) =>
    sum(late.filter((bet) => bet.outcome === outcome).map(({ amount }) => amount))
  return { Yes: of('Yes'), No: of('No') }
}

const anyWinner = fc.constantFrom<Outcome>('Yes', 'No')

describe('late stakes', () => {
  it('are those that the bets themselves say, as long as the record covers the period', () => {
    fc.assert(
      fc.property(anyBets, fc.bigInt(1n, 40n), (bets, period) => {
        const { market } = placed(bets)
        fc.pre(coversPeriod(market.recent, period))
        expect(lateStakes(market.recent, period)).to.deep.equal(lateBets(bets, period))
      }),
    )
  })

  it('of the positions add up to those of the market', () => {
    fc.assert(
      fc.property(anyBets, fc.bigInt(1n, 40n), (bets, period) => {
        const { market, positions } = placed(bets)
        fc.pre(coversPeriod(market.recent, period))
        const late = positions.map(({ recent }) => lateStakes(recent, period))
        const total: Stakes = { Yes: sum(late.map(({ Yes }) => Yes)), No: sum(late.map(({ No }) => No)) }
        expect(total).to.deep.equal(lateStakes(market.recent, period))
      }),
    )
  })

  it('are covered up to the period after that of the news', () => {
    const recent = { ...NO_RECENT_STAKES, period: 7n }
    expect([5n, 6n, 7n, 8n].map((period) => coversPeriod(recent, period))).to.deep.equal([
      false,
      true,
      true,
      true,
    ])
  })

  it('are those from the period before the news on, on both sides', () => {
    const recent: RecentStakes = {
      period: 7n,
      stakes: [
        { Yes: 1n, No: 10n },
        { Yes: 2n, No: 20n },
        { Yes: 4n, No: 40n },
      ],
    }
    expect(lateStakes(recent, 6n)).to.deep.equal({ Yes: 7n, No: 70n })
    expect(lateStakes(recent, 7n)).to.deep.equal({ Yes: 3n, No: 30n })
    expect(lateStakes(recent, 8n)).to.deep.equal({ Yes: 1n, No: 10n })
    expect(lateStakes(recent, 9n)).to.deep.equal({ Yes: 0n, No: 0n })
  })

  it('never go back to an earlier period', () => {
    const recent = addRecentStake(NO_RECENT_STAKES, 5n, 'Yes', 1n)
    expect(addRecentStake(recent, 4n, 'No', 2n)).to.deep.equal({
      period: 5n,
      stakes: [{ Yes: 1n, No: 2n }, NO_RECENT_STAKES.stakes[1], NO_RECENT_STAKES.stakes[2]],
    })
  })

  it('belong to periods that are counted from 1, the last of which ends at expiry', () => {
    const market = plainMarket()
    const last = (EXPIRES - CREATED) / 30n
    expect(periodOf(market, CREATED)).to.equal(1n)
    expect(periodOf(market, CREATED + 29n)).to.equal(1n)
    expect(periodOf(market, CREATED + 30n)).to.equal(2n)
    expect(periodOf(market, EXPIRES - 31n)).to.equal(last - 1n)
    expect(periodOf(market, EXPIRES - 30n)).to.equal(last)
    expect(periodOf(market, EXPIRES - 1n)).to.equal(last)
    expect(periodOf(market, EXPIRES + 500n)).to.equal(last)
    expect(periodOf(market, CREATED - 500n)).to.equal(0n)
  })

  it('belong to a first period that is shorter where the duration is no multiple', () => {
    const market = plainMarket({ createdAt: CREATED + 20n })
    expect(periodOf(market, CREATED + 20n)).to.equal(1n)
    expect(periodOf(market, CREATED + 29n)).to.equal(1n)
    expect(periodOf(market, CREATED + 30n)).to.equal(2n)
  })
})

describe('a stake', () => {
  const byExpiry = { type: 'price', timing: 'byExpiry' } as const
  const early = { ...plainMarket(), condition: byExpiry }

  it('counts once one whole period has passed after its own', () => {
    for (let second = CREATED; second < EXPIRES - 120n; second += 7n) {
      const { from } = stakeCounts(early, second)
      const recent = addRecentStake(NO_RECENT_STAKES, periodOf(early, second), 'Yes', 1n)
      expect(lateStakes(recent, periodOf(early, from - 1n))).to.deep.equal({ Yes: 1n, No: 0n })
      expect(lateStakes(recent, periodOf(early, from))).to.deep.equal({ Yes: 0n, No: 0n })
    }
  })

  it('can come back by an early Yes, of an event by either answer, and at expiry by none', () => {
    expect(stakeCounts(early, CREATED)).to.deep.equal({ from: CREATED + 60n, returnedBy: ['Yes'] })
    const event = { ...early, condition: { type: 'event', timing: 'atExpiry' } as const }
    expect(stakeCounts(event, CREATED).returnedBy).to.deep.equal(['Yes', 'No'])
    const atExpiry = { ...early, condition: { ...byExpiry, timing: 'atExpiry' as const } }
    expect(stakeCounts(atExpiry, CREATED)).to.deep.equal({ from: CREATED, returnedBy: [] })
  })
})

describe('the payouts of a market with late stakes', () => {
  it('add up to the stakes, with less than a unit of dust for each winner', () => {
    const anyTerms = fc.record({
      burnBps: fc.integer({ min: 0, max: 1_000 }),
      developerBps: fc.integer({ min: 0, max: 1_000 }),
      maxRatio: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 300 })),
    })
    fc.assert(
      fc.property(anyBets, fc.bigInt(1n, 40n), anyWinner, anyTerms, (bets, latePeriod, outcome, terms) => {
        const { market, positions } = placed(bets)
        fc.pre(coversPeriod(market.recent, latePeriod))
        const late = lateStakes(market.recent, latePeriod)
        const decided: DecidedMarket = { pools: market.stakes, late, latePeriod, outcome, terms }
        const dues = positions.map((position) => positionDue(decided, position))
        const total = market.stakes.Yes + market.stakes.No
        const refunds = sum(dues.map(({ refund }) => refund))
        const payouts = sum(dues.map(({ payout }) => payout))
        if (isVoid(decided, outcome)) {
          expect([payouts, refunds]).to.deep.equal([0n, total])
          return
        }
        const counted = countedPools(decided)
        const [winning, losing] = outcome === 'Yes' ? [counted.Yes, counted.No] : [counted.No, counted.Yes]
        const unmatched = unmatchedStake(winning, losing, terms)
        const { burn, developer } = fees(losing - unmatched, terms.burnBps, terms.developerBps)
        const missing = late.Yes + late.No + unmatched - refunds
        expect(missing >= 0n && missing <= (unmatched > 0n ? BigInt(dues.length) : 0n)).to.equal(true)
        const dust = total - late.Yes - late.No - unmatched - payouts - burn - developer
        const winners = dues.filter(({ payout }) => payout > 0n).length
        expect(dust >= 0n && dust < BigInt(winners)).to.equal(true)
      }),
    )
  })

  const decided: DecidedMarket = {
    pools: { Yes: 150n, No: 110n },
    late: { Yes: 50n, No: 10n },
    latePeriod: 5n,
    outcome: 'Yes',
    terms: USUAL,
  }

  it('go to the stakes that counted, and late ones come back', () => {
    // 100 counted on Yes and 100 on No, of which 90 are shared out.
    const recent: RecentStakes = {
      period: 6n,
      stakes: [
        { Yes: 0n, No: 3n },
        { Yes: 30n, No: 0n },
        { Yes: 0n, No: 0n },
      ],
    }
    expect(positionDue(decided, { stakes: { Yes: 40n, No: 5n }, recent })).to.deep.equal({
      payout: 19n,
      refund: 33n,
    })
    expect(payoutRatio(decided)).to.deep.equal({ Yes: 19_000n, No: 0n })
    expect(
      positionDue(
        { ...decided, late: { Yes: 0n, No: 0n }, latePeriod: 0n },
        { stakes: { Yes: 40n, No: 5n }, recent },
      ),
    ).to.deep.equal({
      payout: 66n,
      refund: 0n,
    })
  })

  it('are none in a market where nobody counted on the answer', () => {
    const all = { ...decided, late: { Yes: 150n, No: 10n } }
    expect(isVoid(all, 'Yes')).to.equal(true)
    expect(payoutRatio(all)).to.deep.equal({ Yes: 10_000n, No: 10_000n })
    expect(positionDue(all, { stakes: { Yes: 40n, No: 5n }, recent: NO_RECENT_STAKES })).to.deep.equal({
      payout: 0n,
      refund: 45n,
    })
  })

  it('are refused where more is late than there is', () => {
    expect(() => countedPools({ pools: { Yes: 1n, No: MAX_U64 - 1n }, late: { Yes: 2n, No: 0n } })).to.throw(
      'late: has more late stakes',
    )
    expect(() => countedPools({ pools: { Yes: 9n, No: 1n }, late: { Yes: 0n, No: 2n } })).to.throw(
      'late: has more late stakes',
    )
  })
})

function sum(values: bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

describe('the value of a position', () => {
  const NO_STAKES: Stakes = { Yes: 0n, No: 0n }
  const terms = { ...plainMarket().terms, burnBps: 500, developerBps: 500 }
  const resolved = plainMarket({ status: 'resolved', outcome: 'Yes', answer: 'Yes', terms })
  const value = (stakes: Stakes, market: Partial<Market> = {}, recent = NO_RECENT_STAKES) => {
    const {
      result,
      winnings,
      refund,
      value: worth,
    } = valueHolding({ ...resolved, ...market }, { stakes, recent })
    return [result, winnings, refund, worth]
  }

  it('is what it won, lost or gets back once the market is decided', () => {
    const pools = { Yes: 100n, No: 200n }
    expect(value({ Yes: 100n, No: 0n }, { pools })).to.deep.equal(['won', 280n, 0n, 280n])
    expect(value({ Yes: 0n, No: 200n }, { pools })).to.deep.equal(['lost', 0n, 0n, 0n])
    // Break even is won, and less than that lost: stakes on both sides, of which one was right.
    expect(value({ Yes: 50n, No: 90n }, { pools })).to.deep.equal(['won', 140n, 0n, 140n])
    expect(value({ Yes: 50n, No: 91n }, { pools })).to.deep.equal(['lost', 140n, 0n, 140n])
    expect(value({ Yes: 1n, No: 200n }, { pools })).to.deep.equal(['lost', 2n, 0n, 2n])
    // A winner without an opponent is paid its stake.
    expect(value({ Yes: 7n, No: 0n }, { pools: { Yes: 100n, No: 0n } })).to.deep.equal(['won', 7n, 0n, 7n])
    // A void market refunds all of it.
    const isVoid = { status: 'void', outcome: null, answer: null, pools } as const
    expect(value({ Yes: 3n, No: 4n }, isVoid)).to.deep.equal(['refunded', 0n, 7n, 7n])
  })

  it('is a refund if all of it was late or found no opponent, and lost if only a part was', () => {
    const recent: RecentStakes = { period: 5n, stakes: [{ Yes: 0n, No: 40n }, NO_STAKES, NO_STAKES] }
    const late = { pools: { Yes: 100n, No: 140n }, late: { Yes: 0n, No: 40n }, latePeriod: 5n }
    expect(value({ Yes: 0n, No: 40n }, late, recent)).to.deep.equal(['refunded', 0n, 40n, 40n])
    expect(value({ Yes: 0n, No: 41n }, late, recent)).to.deep.equal(['lost', 0n, 40n, 40n])
    const matched = { pools: { Yes: 100n, No: 400n }, unmatched: 250n, terms: { ...terms, maxRatio: 150 } }
    expect(value({ Yes: 0n, No: 40n }, matched)).to.deep.equal(['lost', 0n, 25n, 25n])
  })

  it('is what each answer would pay, weighed by its odds, while the market is open', () => {
    const open = { status: 'open', outcome: null, answer: null, pools: { Yes: 300n, No: 100n } } as const
    expect(
      valueHolding({ ...resolved, ...open }, { stakes: { Yes: 150n, No: 0n }, recent: NO_RECENT_STAKES }),
    ).to.deep.equal({
      stake: { Yes: 150n, No: 0n },
      result: 'open',
      potentialWinnings: { Yes: 195n, No: 0n },
      winnings: null,
      refund: null,
      // Three quarters of 195.
      value: 146n,
    })
    // No pays 25 and its share of 125 less fees; what finds no opponent comes back if it is wrong.
    const bounded = { ...open, terms: { ...terms, maxRatio: 125 } }
    expect(value({ Yes: 300n, No: 0n }, bounded)).to.deep.equal(['open', null, null, (390n * 3n + 175n) / 4n])
  })
})
