import { expect } from 'chai'
import { SCENARIOS } from '../../research/burn/scenarios.ts'
import { simulate as simulateBurn } from '../../research/burn/simulate.ts'
import { splitSaving } from '../../research/economy/auction.ts'
import { FORMATS } from '../../research/economy/formats.ts'
import type { Result } from '../../research/economy/market.ts'
import { simulate, type Totals } from '../../research/economy/simulate.ts'
import { STRATEGIES } from '../../research/economy/strategies.ts'
import { playWaiting } from '../../research/economy/waiting.ts'

describe('the simulated economy', () => {
  const run = (name: string): Totals => {
    const strategy = STRATEGIES.find((one) => one.name === name) ?? expect.fail(`no strategy ${name}`)
    return simulate(strategy, 150, 1)
  }
  const profit = ({ strategy: { staked, payout, refund } }: Totals) => payout + refund - staked

  for (const strategy of STRATEGIES.filter(({ earnsNothing }) => earnsNothing)) {
    it(`pays back to the base unit: ${strategy.name}`, () => {
      const totals = simulate(strategy, 150, 1)
      expect(totals.strategy.staked > 0n).to.equal(true)
      expect(totals.profits.filter((one) => one !== 0)).to.deep.equal([])
      // Nor does it cost the honest bettors anything.
      expect(totals.honest).to.deep.equal(run('none: honest bettors alone').honest)
    })
  }

  it('lets a crossing pay that nobody submits for three periods, as documented', () => {
    const totals = run('late, and nobody submits the crossing for three periods')
    expect(profit(totals) > 0n).to.equal(true)
  })

  it('pays parts no more than the whole', () => {
    const [parts, whole] = [
      run('dust: 200 wallets with the smallest stake each'),
      run('the same sum in two wallets'),
    ]
    expect(parts.strategy.staked).to.equal(whole.strategy.staked)
    const difference = profit(whole) - profit(parts)
    expect(difference >= 0n && difference < 150n * 200n, `${difference}`).to.equal(true)
    for (const totals of [parts, whole]) expect(totals.splitGain <= 0n).to.equal(true)
  })

  it('pays out no more than was staked, and takes from both sides at once', () => {
    expect(run('none: honest bettors alone').kept > 0n).to.equal(true)
    expect(profit(run('colluding: equal stakes on both sides')) < 0n).to.equal(true)
  })

  describe('with bots that wait for the end of betting', () => {
    const play = (name: string, multiple: number) => {
      const format = FORMATS.find((one) => one.name === name) ?? expect.fail(`no format ${name}`)
      return playWaiting(format, 300, multiple, 1)
    }
    const share = ({ staked, payout, refund }: Result) => Number(payout + refund - staked) / Number(staked)

    it('costs early bettors more where the target is known than where it is not', () => {
      const known = play('price above a target at expiry', 10)
      const unknown = play('change: up or down', 10)
      expect(share(known.bots)).to.be.above(0)
      expect(share(known.early)).to.be.below(share(unknown.early) - 0.05)
    })

    it('pays back most of what comes just before an answer with a known date', () => {
      const { later } = play('event with a known date, within 6 hours', 0)
      expect(Number(later.refund) / Number(later.staked)).to.be.above(0.5)
    })

    for (const { name } of FORMATS) {
      it(`pays out no more than was staked: ${name}`, () => {
        const { early, later, bots } = play(name, 1)
        const [staked, paid] = [early, later, bots].reduce(
          ([sum, back], { staked, payout, refund }) => [sum + staked, back + payout + refund],
          [0n, 0n],
        )
        expect(paid <= staked, `${paid} of ${staked}`).to.equal(true)
        expect(bots.staked > 0n).to.equal(true)
      })
    }
  })

  it('saves nothing by splitting a purchase in the auction', () => {
    const { most, mean } = splitSaving(300, 1)
    expect(most <= 0n, `${most}`).to.equal(true)
    expect(mean).to.be.below(0)
  })
})

describe('the simulated burn auction (attack 35)', () => {
  const shares = (market: string) => {
    const found = SCENARIOS.filter((scenario) => scenario.market === market)
    expect(found).to.have.length(3)
    return found.map((scenario) => simulateBurn(scenario))
  }

  it('burns 99.6 % of the fair value with a single attentive bidder, however SOL comes in', () => {
    for (const { share, sold, left } of shares('a single bidder')) {
      expect(share).to.be.above(0.996).and.below(1)
      expect(left / (sold + left)).to.be.below(0.05)
    }
  })

  it('sells above the fair price to somebody who delays it with dust purchases', () => {
    for (const { share, sold, left } of shares('dust purchases to delay the sale')) {
      expect(share).to.be.above(1)
      expect(left / (sold + left)).to.be.below(0.1)
    }
  })
})
