import { expect } from 'chai'
import { eventView } from '../../app/src/gateway/stream/views.ts'
import type { LoggedEvent } from '../../app/src/history/queries/events.ts'
import { writeJson } from '../../app/src/json/write.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

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
      referenceAt: '1000500',
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
      pools: ['100000000', '2000000000'],
      latePeriod: 0,
      late: ['0', '0'],
      unmatched: '0',
      fees: { burn: '0', developer: '0' },
      cancelled: false,
      ...details,
    },
  }
  return JSON.parse(writeJson(eventView(event, 9)))
}

describe('the event of a decision', () => {
  it('tells stakes that counted apart from late and unmatched ones, so that the formula gives the ratio', () => {
    const late: [string, string] = ['0', '400000000']
    const event = decided({ late, unmatched: '1475000000' })
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
