import type { Market, Outcome } from '@prediction-market/sdk'
import { expect } from 'chai'
import { BookEntry } from '../../app/src/book/entry.ts'
import type { Progress } from '../../app/src/book/progress/progress.ts'
import { MarketJson } from '../../app/src/gateway/markets/routes.ts'
import { detailView } from '../../app/src/gateway/markets/views.ts'
import { eventView } from '../../app/src/gateway/stream/views.ts'
import type { LoggedEvent } from '../../app/src/history/queries/events.ts'
import { decimal, writeJson } from '../../app/src/json/json.ts'
import { market } from '../helpers/book.ts'
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

describe('JSON of a market', () => {
  const json = new MarketJson()
  let progress: { version: number; of: () => Progress | undefined }
  const detail = (entry: BookEntry, now: bigint) =>
    Buffer.from(json.detail(entry, entry.acceptsBets(now), progress)).toString()

  beforeEach(() => {
    progress = { version: 1, of: () => undefined }
  })

  it('takes bets until the second that the market closes', () => {
    const entry = new BookEntry(market({ closeAt: 100n }), 'Is it?')
    expect(JSON.parse(detail(entry, 99n)).acceptingBets).to.equal(true)
    progress.of = () => ({ currentCount: decimal('1'), target: decimal('2'), unit: 'x' })
    expect(JSON.parse(detail(entry, 100n))).to.deep.include({
      acceptingBets: false,
      conditionProgress: { currentCount: 1, target: 2, unit: 'x' },
    })
  })

  it('is written again when progress was read, and not otherwise', () => {
    const entry = new BookEntry(market({ closeAt: 100n }), 'Is it?')
    let written = 0
    progress.of = () => ({ currentCount: decimal(String(++written)), target: decimal('9'), unit: 'x' })
    const count = () => JSON.parse(detail(entry, 1n)).conditionProgress.currentCount
    expect([count(), count()]).to.deep.equal([1, 1])
    progress.version = 2
    expect([count(), count()]).to.deep.equal([2, 2])
  })

  it('writes stakes of every size to the last digit', () => {
    const entry = new BookEntry(market({ pools: { Yes: 2n ** 64n - 2n, No: 1n } }), 'Is it?')
    const text = detail(entry, 0n)
    expect(text).to.include('"totalStake":18446744073.709551614')
    expect(text).to.include('"totalVolume":18446744073.709551615')
    expect(text).to.include('"totalStake":0.000000001')
  })
})

/** The event of an up-or-down market's decision, with 0.1 SOL on Yes and 2 on No and a largest ratio of 1.25. */
function decided(details: Partial<LoggedEvent<'resolution'>['details']>) {
  const event: LoggedEvent<'resolution'> = {
    id: 7,
    kind: 'resolution',
    sequence: 4,
    slot: 1,
    time: 1_000_700,
    signature: 'signature',
    market: plainMarket().address.toBase58(),
    wallet: null,
    marketNumber: 1,
    walletNumber: 0,
    isDropped: false,
    finalized: true,
    question: 'Up?',
    currency: 'SOL',
    decimals: 9,
    burnBps: 500,
    developerBps: 500,
    maxRatio: 125,
    token: null,
    condition: {
      type: 'change',
      feed: '',
      referenceAt: 1_000_500n,
      comparison: 'above',
      bps: 0,
      timing: 'atExpiry',
    },
    createdAt: 1_000_000,
    expireAt: 1_000_600,
    details: {
      outcome: 'Yes',
      answer: 'Yes',
      observation: null,
      pools: { Yes: 100_000_000n, No: 2_000_000_000n },
      latePeriod: 0,
      late: { Yes: 0n, No: 0n },
      unmatched: 0n,
      fees: { burn: 0n, developer: 0n },
      cancelled: false,
      ...details,
    },
  }
  return JSON.parse(writeJson(eventView(event, 9)))
}

describe('the event of a decision', () => {
  it('tells stakes that counted apart from late and unmatched ones, so that the formula gives the ratio', () => {
    const late = { Yes: 0n, No: 400_000_000n }
    const event = decided({ late, unmatched: 1_475_000_000n })
    expect(event.totalStake).to.deep.equal({ Yes: 0.1, No: 0.125 })
    expect(event.refundedStake).to.deep.equal({ Yes: 0, No: 1.875 })
    expect(event.payoutRatio).to.deep.equal({ Yes: (0.1 + 0.9 * 0.125) / 0.1, No: 0 })
  })

  it('tells all stakes of a void market as staked and as refunded', () => {
    const event = decided({ outcome: null, answer: null })
    expect(event.status).to.equal('void')
    expect([event.totalStake, event.refundedStake]).to.deep.equal([
      { Yes: 0.1, No: 2 },
      { Yes: 0.1, No: 2 },
    ])
  })
})
