import type { Market, Outcome } from '@prediction-market/sdk'
import { expect } from 'chai'
import { detailView } from '../../app/src/gateway/markets/views.ts'
import { writeJson } from '../../app/src/json/write.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

const SOL = 1_000_000_000n
const condition = {
  type: 'change',
  feed: '',
  referenceAt: 1_000_500n,
  comparison: 'above',
  bps: 0,
  timing: 'atExpiry',
} as const

/** The answer about an up-or-down market with a largest ratio of 1.25, as a client reads it. */
function answered(change: Partial<Market>) {
  const { terms } = plainMarket()
  const market = plainMarket({ condition, terms: { ...terms, maxRatio: 125 }, ...change })
  return JSON.parse(writeJson(detailView('market_1', 'Up?', market, true)))
}

/** The documented formula: what one unit on the winning side is paid, from the stakes that counted. */
function ratioOf(outcomes: { name: Outcome; totalStake: number }[], winner: Outcome): number {
  const stake = (isWinner: boolean) =>
    outcomes.find(({ name }) => (name === winner) === isWinner)?.totalStake ?? 0
  return (stake(true) + 0.9 * stake(false)) / stake(true)
}

describe('the answer about an up-or-down market', () => {
  const pools = { Yes: SOL / 10n, No: 2n * SOL }
  const resolved = { status: 'resolved', resolvedAt: 1_000_700n } as const

  it('tells its largest ratio, its rewards and what deciding it earns now', () => {
    const open = answered({ pools })
    expect(open.maxRatio).to.equal(1.25)
    expect(open.rewards).to.deep.equal({ decide: 0.0003, settle: 0.000005, stake: 0.006 })
    expect(open.decisionReward).to.equal(0.0003)
    expect(answered({ pools: { Yes: 2_000_000n, No: SOL } }).decisionReward).to.equal(0.0001)
    expect(answered({ pools, recordedReward: 5_000n }).decisionReward).to.equal(0.000295)
    expect(answered({ pools: { Yes: 0n, No: 0n } }).decisionReward).to.equal(0)
  })

  it('counts what finds no opponent as refunded, so that the documented formula gives the ratio', () => {
    const unmatched = 2n * SOL - SOL / 8n
    const decided = answered({ ...resolved, pools, outcome: 'Yes', answer: 'Yes', unmatched })
    expect(decided.outcomes).to.deep.equal([
      { name: 'Yes', totalStake: 0.1, refundedStake: 0 },
      { name: 'No', totalStake: 0.125, refundedStake: 1.875 },
    ])
    expect(decided.totalVolume).to.equal(2.1)
    expect(decided.payoutRatio).to.deep.equal({ Yes: 2.125, No: 0 })
    expect(ratioOf(decided.outcomes, 'Yes')).to.equal(2.125)
  })

  it('has nothing unmatched if the heavier side wins, and refunds all of a void one', () => {
    const decided = answered({ ...resolved, pools, outcome: 'No', answer: 'No' })
    expect(
      decided.outcomes.map(({ refundedStake }: { refundedStake: number }) => refundedStake),
    ).to.deep.equal([0, 0])
    expect(decided.payoutRatio).to.deep.equal({ Yes: 0, No: 1.045 })
    const voided = answered({ status: 'void', resolvedAt: 1_000_700n, pools })
    expect(voided.outcomes).to.deep.equal([
      { name: 'Yes', totalStake: 0.1, refundedStake: 0.1 },
      { name: 'No', totalStake: 2, refundedStake: 2 },
    ])
  })
})
