import { readFileSync } from 'node:fs'
import {
  InvalidInputError,
  MAX_U64,
  type Outcome,
  odds,
  payoutRatio,
  positionDue,
  quote,
  SOL_DECIMALS,
  type Stakes,
} from '@prediction-market/sdk'
import { IDL } from '@prediction-market/sdk/idl'
import {
  BASIS_POINTS,
  fees,
  isVoid,
  NO_RECENT_STAKES,
  oddsBps,
  type PayoutTerms,
  payout,
  refundedStakes,
  unmatchedRefund,
  unmatchedStake,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'
import type { PayoutCase } from '../../tools/vectors/payout-case.ts'
import { payoutVectors } from '../../tools/vectors/payout-vectors.ts'

const text = readFileSync(new URL('../vectors/payouts.json', import.meta.url), 'utf8')
const { cases } = JSON.parse(text) as { cases: PayoutCase[] }
const USUAL = { burnBps: 500, developerBps: 500, maxRatio: 0 }
const LIMITED = { ...USUAL, maxRatio: 125 }

const anyPools = fc
  .tuple(fc.bigInt(0n, MAX_U64), fc.bigInt(0n, MAX_U64))
  .map(([a, b]): Stakes => (a < b ? { Yes: a, No: b - a } : { Yes: b, No: a - b }))

/** A market without late stakes, as it was decided. */
function decided(pools: Stakes, outcome: Outcome | null, terms = USUAL) {
  return { pools, late: { Yes: 0n, No: 0n }, latePeriod: 0n, outcome, terms }
}

const anyTerms: fc.Arbitrary<PayoutTerms> = fc.record({
  burnBps: fc.integer({ min: 0, max: 1_000 }),
  developerBps: fc.integer({ min: 0, max: 1_000 }),
  maxRatio: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 10_000 })),
})

/** What a position is paid in all. */
function paidTo(stakes: Stakes, market: ReturnType<typeof decided>): bigint {
  const due = positionDue(market, { stakes, recent: NO_RECENT_STAKES })
  return due.payout + due.refund
}

function stakes([yes, no]: [string, string]): Stakes {
  return { Yes: BigInt(yes), No: BigInt(no) }
}

describe('payout vectors', () => {
  it('are what their generator writes', () => {
    expect(payoutVectors()).to.equal(text)
  })

  it('cover void, dust, the top of u64 and bettors on both sides', () => {
    expect(cases).to.have.length.of.at.least(200)
    expect(cases.some((one) => one.void && one.positions.length > 0)).to.equal(true)
    expect(cases.some((one) => BigInt(one.dust) > 1n)).to.equal(true)
    expect(cases.some((one) => BigInt(one.pools[0]) + BigInt(one.pools[1]) === MAX_U64)).to.equal(true)
    expect(
      cases.some((one) => one.positions.some((p) => p.stakes[0] !== '0' && p.stakes[1] !== '0')),
    ).to.equal(true)
  })

  for (const one of cases) {
    it(one.name, () => {
      const pools = stakes(one.pools)
      const { burnBps, developerBps, maxRatio } = one
      const winner = one.winner === 'yes' ? 'Yes' : 'No'
      const market = decided(pools, winner, { burnBps, developerBps, maxRatio })
      expect(isVoid(market, winner)).to.equal(one.void)

      const loser = winner === 'Yes' ? 'No' : 'Yes'
      const unmatched = one.void ? 0n : unmatchedStake(pools[winner], pools[loser], { maxRatio })
      expect(unmatched).to.equal(BigInt(one.unmatched))
      const taken = fees(one.void ? 0n : pools[loser] - unmatched, burnBps, developerBps)
      expect(taken).to.deep.equal({
        burn: BigInt(one.burn),
        developer: BigInt(one.developer),
        distributable: BigInt(one.distributable),
      })

      let left = pools.Yes + pools.No - taken.burn - taken.developer
      for (const position of one.positions) {
        const due = positionDue(market, { stakes: stakes(position.stakes), recent: NO_RECENT_STAKES })
        expect(due).to.deep.equal({ payout: BigInt(position.payout), refund: BigInt(position.refund) })
        left -= due.payout + due.refund
      }
      expect(left).to.equal(BigInt(one.dust))
    })
  }
})

describe('constants', () => {
  it('are those that the program exports', () => {
    const exported = (name: string) => Number(IDL.constants.find((constant) => constant.name === name)?.value)
    expect(BASIS_POINTS).to.equal(exported('bpsDenominator'))
    expect(SOL_DECIMALS).to.equal(exported('solDecimals'))
  })
})

describe('odds', () => {
  it('are the parts of all stakes, to 4 decimals', () => {
    expect(odds({ Yes: 150n, No: 60n })).to.deep.equal({ Yes: 0.7143, No: 0.2857 })
    expect(odds({ Yes: 0n, No: 0n })).to.deep.equal({ Yes: 0.5, No: 0.5 })
    expect(odds({ Yes: 1n, No: 0n })).to.deep.equal({ Yes: 1, No: 0 })
    expect(odds({ Yes: 0n, No: 1n })).to.deep.equal({ Yes: 0, No: 1 })
    expect(odds({ Yes: 1n, No: MAX_U64 - 1n })).to.deep.equal({ Yes: 0, No: 1 })
  })

  it('round yes half up and leave the rest to no', () => {
    expect(oddsBps({ Yes: 1n, No: 19_999n })).to.deep.equal({ Yes: 1, No: 9_999 })
    expect(oddsBps({ Yes: 1n, No: 20_000n })).to.deep.equal({ Yes: 0, No: 10_000 })
    expect(oddsBps({ Yes: 19_999n, No: 1n })).to.deep.equal({ Yes: 10_000, No: 0 })
    expect(oddsBps({ Yes: 1n, No: 2n })).to.deep.equal({ Yes: 3_333, No: 6_667 })
    expect(oddsBps({ Yes: 2n, No: 1n })).to.deep.equal({ Yes: 6_667, No: 3_333 })
  })

  it('add up to exactly 1 and lie within half a basis point', () => {
    fc.assert(
      fc.property(anyPools, (pools) => {
        const shown = odds(pools)
        expect(shown.Yes + shown.No).to.equal(1)
        const total = pools.Yes + pools.No
        if (total === 0n) return
        const twiceError = 2n * (BigInt(oddsBps(pools).Yes) * total - pools.Yes * 10_000n)
        expect(twiceError <= total && twiceError > -total).to.equal(true)
      }),
    )
  })

  it('refuse pools that no market can hold', () => {
    expect(() => odds({ Yes: MAX_U64, No: 1n })).to.throw(InvalidInputError, 'pools')
    expect(() => odds({ Yes: -1n, No: 1n })).to.throw(InvalidInputError, 'pools.Yes')
    expect(() => odds({ Yes: 1n, No: 2 as unknown as bigint })).to.throw(InvalidInputError, 'pools.No')
  })
})

describe('payouts', () => {
  it('never pay out more than was staked, and leave less than a unit for each share', () => {
    const side = fc.bigInt(0n, 2n ** 50n)
    const bets = fc.array(fc.record({ Yes: side, No: side }), { maxLength: 20 })
    fc.assert(
      fc.property(bets, fc.constantFrom<Outcome>('Yes', 'No'), anyTerms, (positions, winner, terms) => {
        const pools: Stakes = {
          Yes: sum(positions.map(({ Yes }) => Yes)),
          No: sum(positions.map(({ No }) => No)),
        }
        const market = decided(pools, winner, terms)
        const paid = sum(positions.map((position) => paidTo(position, market)))
        const total = pools.Yes + pools.No
        if (isVoid(market, winner)) {
          expect(paid).to.equal(total)
          return
        }
        const loser = winner === 'Yes' ? 'No' : 'Yes'
        const unmatched = unmatchedStake(pools[winner], pools[loser], terms)
        const { burn, developer } = fees(pools[loser] - unmatched, terms.burnBps, terms.developerBps)
        const dust = total - burn - developer - paid
        // Winners share one amount, losers another one.
        const count = (side: Outcome) => BigInt(positions.filter((stake) => stake[side] > 0n).length)
        const most = count(winner) + (unmatched > 0n ? count(loser) : 0n)
        expect(dust >= 0n && dust < most).to.equal(true)
      }),
    )
  })

  it('are nothing for no stake, also where nobody has one', () => {
    expect(payout(0n, 0n, 5n, USUAL)).to.equal(0n)
    expect(payout(0n, 7n, 5n, USUAL)).to.equal(0n)
  })

  it('refund everything in a void market', () => {
    const position = { stakes: { Yes: 3n, No: 4n }, recent: NO_RECENT_STAKES }
    expect(positionDue(decided({ Yes: 10n, No: 20n }, null), position)).to.deep.equal({
      payout: 0n,
      refund: 7n,
    })
    expect(payoutRatio(decided({ Yes: 10n, No: 20n }, null))).to.deep.equal({ Yes: 10_000n, No: 10_000n })
    expect(payoutRatio(decided({ Yes: 10n, No: 0n }, 'No'))).to.deep.equal({ Yes: 10_000n, No: 10_000n })
  })

  it('have a ratio in ten-thousandths, rounded down', () => {
    expect(payoutRatio(decided({ Yes: 150n, No: 60n }, 'Yes'))).to.deep.equal({ Yes: 13_600n, No: 0n })
    expect(payoutRatio(decided({ Yes: 3n, No: 100n }, 'Yes'))).to.deep.equal({ Yes: 310_000n, No: 0n })
    const free = { burnBps: 0, developerBps: 0, maxRatio: 0 }
    expect(payoutRatio(decided({ Yes: 7n, No: 10n }, 'No', free))).to.deep.equal({ Yes: 0n, No: 17_000n })
    expect(payoutRatio(decided({ Yes: 3n, No: 1n }, 'Yes'))).to.deep.equal({ Yes: 13_333n, No: 0n })
    expect(payoutRatio(decided({ Yes: 5n, No: 0n }, 'Yes'))).to.deep.equal({ Yes: 10_000n, No: 0n })
  })

  it('return what finds no opponent, which is no part of the ratio', () => {
    // 125 of 1,000 are lost, of which 12 are fees.
    const market = decided({ Yes: 100n, No: 1_000n }, 'Yes', LIMITED)
    expect(unmatchedStake(100n, 1_000n, LIMITED)).to.equal(875n)
    expect(refundedStakes({ ...market, unmatched: 875n })).to.deep.equal({ Yes: 0n, No: 875n })
    const lateNo = { ...market, outcome: 'No', late: { Yes: 1n, No: 2n }, unmatched: 5n } as const
    expect(refundedStakes(lateNo)).to.deep.equal({ Yes: 6n, No: 2n })
    expect(refundedStakes({ ...market, outcome: null, unmatched: 0n })).to.deep.equal(market.pools)
    expect(payoutRatio(market)).to.deep.equal({ Yes: 21_300n, No: 0n })
    const lost = { stakes: { Yes: 0n, No: 10n }, recent: NO_RECENT_STAKES }
    expect(positionDue(market, lost)).to.deep.equal({ payout: 0n, refund: 8n })
    // The heavier side wins as without it.
    expect(unmatchedStake(1_000n, 100n, LIMITED)).to.equal(0n)
  })

  it('take at most the ratio of any loser, and never less from the light side', () => {
    fc.assert(
      fc.property(anyPools, fc.integer({ min: 100, max: 10_000 }), (pools, maxRatio) => {
        fc.pre(pools.Yes > 0n && pools.No > 0n)
        const lost = pools.No - unmatchedStake(pools.Yes, pools.No, { maxRatio })
        expect(lost * 100n <= pools.Yes * BigInt(maxRatio)).to.equal(true)
        // What staking for a reward burns is at least the share of the smaller pool.
        expect(lost >= pools.Yes || lost >= pools.No).to.equal(true)
        expect(pools.No - unmatchedRefund(pools.No, pools.Yes, pools.No, { maxRatio })).to.equal(lost)
      }),
    )
  })

  it('attack 91: leave nothing but dust of ten thousand positions, and take of each loser the same part', () => {
    const positions = Array.from({ length: 10_000 }, (_, index) => {
      const stake = BigInt((index * 7_919) % 10_007) ** 3n + 1n
      return index % 50 === 0 ? { Yes: stake, No: 0n } : { Yes: 0n, No: stake }
    })
    const sum = (parts: bigint[]) => parts.reduce((total, part) => total + part, 0n)
    const [Yes, No] = [sum(positions.map((own) => own.Yes)), sum(positions.map((own) => own.No))]
    const market = decided({ Yes, No }, 'Yes', LIMITED)
    const lost = (Yes * 125n) / 100n
    const due = positions.map((stakes) => positionDue(market, { stakes, recent: NO_RECENT_STAKES }))
    expect(due.map(({ refund }) => refund)).to.deep.equal(positions.map((own) => (own.No * (No - lost)) / No))
    const { burn, developer } = fees(lost, LIMITED.burnBps, LIMITED.developerBps)
    const dust = Yes + No - burn - developer - sum(due.map(({ payout, refund }) => payout + refund))
    expect(dust >= 0n && dust < 10_000n).to.equal(true)
  })

  it('refuse what no market can hold', () => {
    expect(() => payout(1n, 1n, 1n, { ...USUAL, maxRatio: 99 })).to.throw(InvalidInputError, 'maxRatio')
    expect(() => payout(1n, 1n, 1n, { ...USUAL, maxRatio: 10_001 })).to.throw(InvalidInputError, 'maxRatio')
    expect(() => unmatchedRefund(2n, 1n, 1n, USUAL)).to.throw(InvalidInputError, 'stake')
    expect(() => payout(2n, 1n, 1n, USUAL)).to.throw(InvalidInputError, 'stake')
    expect(() => payout(1n, MAX_U64, 1n, USUAL)).to.throw(InvalidInputError, 'pools')
    expect(() => fees(1n, 1_001, 0)).to.throw(InvalidInputError, 'burnBps')
    expect(() => fees(1n, 0, 0.5)).to.throw(InvalidInputError, 'developerBps')
    expect(() => fees(1n, -1, 0)).to.throw(InvalidInputError, 'burnBps')
    expect(() => fees(MAX_U64 + 1n, 0, 0)).to.throw(InvalidInputError, 'lost')
    expect(() => fees(-1n, 0, 0)).to.throw(InvalidInputError, 'lost')
    expect(() => isVoid(decided({ Yes: 1n, No: 1n }, null), 'maybe' as Outcome)).to.throw(
      InvalidInputError,
      'outcome',
    )
  })
})

describe('quotes', () => {
  it('contain odds, payout and price impact of a bet', () => {
    expect(
      quote({ pools: { Yes: 100n, No: 60n }, outcome: 'Yes', amount: 50n, shares: USUAL }),
    ).to.deep.equal({
      odds: { Yes: 0.625, No: 0.375 },
      newOdds: { Yes: 0.7143, No: 0.2857 },
      newTotalStake: { Yes: 150n, No: 60n },
      payout: 68n,
      payoutRatio: 13_600n,
      atRisk: 50n,
      // 54 are shared by 200 on Yes, or 99 by 150.
      payoutIfMatched: { Yes: 63n, No: 83n },
      priceImpact: 0.0893,
    })
    const no = quote({ pools: { Yes: 100n, No: 60n }, outcome: 'No', amount: 40n, shares: USUAL })
    expect(no.newTotalStake).to.deep.equal({ Yes: 100n, No: 100n })
    expect(no.payout).to.equal(76n)
    expect(no.payoutRatio).to.equal(19_000n)
    expect(no.payoutIfMatched).to.deep.equal({ Yes: 90n, No: 65n })
    expect(no.priceImpact).to.equal(0.125)
  })

  it('pay the first bet itself, and nothing more', () => {
    const first = quote({ pools: { Yes: 0n, No: 0n }, outcome: 'No', amount: 9n, shares: USUAL })
    expect(first.payout).to.equal(9n)
    expect(first.payoutRatio).to.equal(10_000n)
    expect(first.atRisk).to.equal(0n)
    expect(first.newOdds).to.deep.equal({ Yes: 0, No: 1 })
    expect(first.priceImpact).to.equal(0.5)
  })

  it('reckon with the largest ratio', () => {
    const bet = { pools: { Yes: 100n, No: 1_000n }, amount: 100n, shares: LIMITED }
    // 250 of 1,000 would be lost to 200 on Yes, of which 24 are fees.
    const light = quote({ ...bet, outcome: 'Yes' })
    expect([light.payout, light.atRisk]).to.deep.equal([213n, 100n])
    // Of 1,100 on No 125 can be lost.
    const heavy = quote({ ...bet, outcome: 'No' })
    expect([heavy.payout, heavy.atRisk]).to.deep.equal([108n, 12n])
  })

  it('agree with the payout of the position that the bet becomes', () => {
    fc.assert(
      fc.property(
        anyPools,
        fc.constantFrom<Outcome>('Yes', 'No'),
        fc.bigInt(1n, 2n ** 64n),
        anyTerms,
        (pools, outcome, any, shares) => {
          const room = MAX_U64 - pools.Yes - pools.No
          fc.pre(room > 0n)
          const amount = (any % room) + 1n
          const quoted = quote({ pools, outcome, amount, shares })
          const position: Stakes = { Yes: 0n, No: 0n, [outcome]: amount }
          const paid = (winner: Outcome) => paidTo(position, decided(quoted.newTotalStake, winner, shares))
          expect(quoted.payout).to.equal(paid(outcome))
          expect(quoted.atRisk).to.equal(amount - paid(outcome === 'Yes' ? 'No' : 'Yes'))
          expect(quoted.priceImpact).to.be.at.least(0)
        },
      ),
    )
  })

  it('agree with a second quote on what the same amount on either side would change', () => {
    const pools = fc.record({ Yes: fc.bigInt(0n, 2n ** 60n), No: fc.bigInt(0n, 2n ** 60n) })
    const side = fc.constantFrom<Outcome>('Yes', 'No')
    fc.assert(
      fc.property(
        pools,
        side,
        side,
        fc.bigInt(1n, 2n ** 60n),
        anyTerms,
        (before, outcome, other, amount, shares) => {
          const first = quote({ pools: before, outcome, amount, shares })
          const second = quote({ pools: first.newTotalStake, outcome: other, amount, shares })
          const { Yes, No } = second.newTotalStake
          const paid = outcome === 'Yes' ? payout(amount, Yes, No, shares) : payout(amount, No, Yes, shares)
          expect(first.payoutIfMatched[other]).to.equal(paid)
        },
      ),
    )
  })

  it('refuse a bet of nothing, of too much, or on no side', () => {
    const bet = { pools: { Yes: 1n, No: 1n }, outcome: 'Yes' as const, shares: USUAL }
    expect(() => quote({ ...bet, amount: 0n })).to.throw(InvalidInputError, 'amount')
    expect(() => quote({ ...bet, amount: MAX_U64 })).to.throw(InvalidInputError, 'pools')
    expect(() => quote({ ...bet, amount: 1n, outcome: 'maybe' as Outcome })).to.throw(
      InvalidInputError,
      'outcome',
    )
  })
})

function sum(values: bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
