import { expect } from 'chai'
import { splitSaving } from '../../research/economy/auction.ts'
import type { Totals } from '../../research/economy/simulate.ts'
import { simulate } from '../../research/economy/simulate.ts'
import { STRATEGIES } from '../../research/economy/strategies.ts'

describe('the simulated economy', function () {
  this.timeout(120_000)

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

  it('lets a crossing that nobody shows for three periods pay, as the documents say', () => {
    const totals = run('late, and nobody shows the crossing for three periods')
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

  it('saves nothing by splitting a purchase in the auction', () => {
    const { most, mean } = splitSaving(300, 1)
    expect(most <= 0n, `${most}`).to.equal(true)
    expect(mean).to.be.below(0)
  })
})
