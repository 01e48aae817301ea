import type { Fetched, Market } from '@prediction-market/sdk'
import { expect } from 'chai'
import { dueSteps } from '../../app/src/keeper/due.ts'
import { CREATED, EXPIRES, plainMarket as market } from '../helpers/sdk/market.ts'

const at = (now: bigint, holds = false) => ({ now, retention: 1_000n, holds: () => holds })
const byExpiry = { type: 'event', timing: 'byExpiry' } as const
const byState = { type: 'supply', comparison: 'above', target: '1', timing: 'byExpiry' } as const
const decided = { status: 'resolved', resolvedAt: EXPIRES } as const
const paidOut = { ...decided, openPositions: 0, feesCollected: true } as const

describe('what is due', () => {
  const cases: [string, Market, bigint, boolean, string[]][] = [
    ['nothing before expiry', market(), EXPIRES - 1n, true, []],
    ['a proof from expiry on', market(), EXPIRES, false, ['prove']],
    ['a proof until the void delay ends', market(), EXPIRES + 599n, false, ['prove']],
    ['void from then on', market(), EXPIRES + 600n, false, ['void']],
    [
      'nothing while a condition by expiry does not hold',
      market({ condition: byExpiry }),
      CREATED,
      false,
      [],
    ],
    ['a proof as soon as it does', market({ condition: byExpiry }), CREATED, true, ['prove']],
    ['a proof in the proof window', market({ condition: byExpiry }), EXPIRES + 29n, false, ['prove']],
    ['No after it', market({ condition: byExpiry }), EXPIRES + 30n, false, ['resolveNo']],
    ['void where even that did not work', market({ condition: byExpiry }), EXPIRES + 600n, true, ['void']],
    [
      'a proof by state after the window too',
      market({ condition: byState }),
      EXPIRES + 30n,
      false,
      ['prove'],
    ],
    ['fees and payouts once decided', market(decided), EXPIRES, false, ['collect', 'settle']],
    ['payouts alone', market({ ...decided, feesCollected: true }), EXPIRES, false, ['settle']],
    ['fees alone', market({ ...decided, openPositions: 0 }), EXPIRES, false, ['collect']],
    ['nothing while it is kept', market(paidOut), EXPIRES + 999n, false, []],
    ['to close it after that', market(paidOut), EXPIRES + 1_000n, false, ['close']],
  ]
  for (const [what, of, now, holds, steps] of cases) {
    it(`is ${what}`, () => {
      expect(dueSteps(of as Fetched<Market>, at(now, holds))).to.deep.equal(steps)
    })
  }

  it('is not to close a market whose nonce could still be used', () => {
    const young = market({ ...paidOut, resolvedAt: CREATED })
    const soon = { now: CREATED + 300n, retention: 0n, holds: () => false }
    expect(dueSteps(young, soon)).to.deep.equal([])
    expect(dueSteps(young, { ...soon, now: CREATED + 301n })).to.deep.equal(['close'])
  })
})
