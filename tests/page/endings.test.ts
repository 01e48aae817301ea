import { type DecidedMarket, positionDue } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import type { Position } from '../../web/src/model/types.ts'
import { bestReturn, countsAt, endingsOf, sureReturn } from '../../web/src/money/endings.ts'

const iso = (second: number) => new Date(second * 1_000).toISOString()

/** A position of 100 on Yes in a pool of 100 against 140 on No, of which 100 count from second 1,000 on. */
function position(fields: Partial<Position> = {}): Position {
  return {
    currency: 'UTILITY',
    stake: { Yes: '100', No: '0' },
    potentialWinnings: { Yes: '226', No: '0' },
    uncounted: [{ countsFrom: iso(1_000), stake: { Yes: '100', No: '0' }, returnedBy: ['Yes'] }],
    ...fields,
  } as Position
}

const units = (whole: number) => BigInt(whole) * 1_000_000_000n

describe('page: how a position can end', () => {
  it('pays the stake back for an answer before the stake counts, and the winnings later', () => {
    const endings = endingsOf(position(), 999)
    expect(endings).to.deep.equal([
      { answer: 'Yes', before: 1_000, isLater: false, gets: units(100), back: units(100) },
      { answer: 'Yes', before: null, isLater: true, gets: units(226), back: 0n },
      { answer: 'No', before: null, isLater: false, gets: 0n, back: 0n },
    ])
    expect(countsAt(position(), 999)).to.equal(1_000)
  })

  it('pays the winnings from the second on in which the stake counts', () => {
    expect(endingsOf(position(), 1_000).map(({ before }) => before)).to.deep.equal([null, null])
    expect(countsAt(position(), 1_000)).to.equal(null)
  })

  it('is what the program pays, for an answer right before and right after that second', () => {
    const shares = { burnBps: 500, developerBps: 500 }
    // The stake is of period 4, so that it is late for an answer of period 5.
    const recent = { period: 4n, stakes: [{ Yes: units(100), No: 0n }, NONE, NONE] as const }
    const market: DecidedMarket = {
      pools: { Yes: units(100) + units(50), No: units(140) },
      late: { Yes: units(100), No: 0n },
      latePeriod: 5n,
      outcome: 'Yes',
      terms: { ...shares, maxRatio: 0 },
    }
    const stakes = { Yes: units(100), No: 0n }
    const late = positionDue(market, { stakes, recent })
    const [early] = endingsOf(position(), 999)
    expect(early?.gets).to.equal(late.payout + late.refund)
  })

  it('knows of a part that is late only that it comes back', () => {
    const older = { countsFrom: iso(900), stake: { Yes: '60', No: '0' }, returnedBy: ['Yes'] as const }
    const newer = { countsFrom: iso(1_000), stake: { Yes: '40', No: '0' }, returnedBy: ['Yes'] as const }
    const both = position({ uncounted: [older, newer] as never })
    expect(endingsOf(both, 800).map(({ before, gets, back }) => [before, gets, back])).to.deep.equal([
      [900, units(100), units(100)],
      [1_000, null, units(40)],
      [null, units(226), 0n],
      [null, 0n, 0n],
    ])
  })

  it('returns nothing for sure while somebody can join the empty side', () => {
    const alone = position({ potentialWinnings: { Yes: '100', No: '100' } })
    expect(sureReturn(alone, false)).to.equal(0n)
    expect(sureReturn(alone, true)).to.equal(units(100))
    const both = position({ stake: { Yes: '100', No: '30' }, potentialWinnings: { Yes: '190', No: '90' } })
    expect(sureReturn(both, false)).to.equal(units(30))
    expect(sureReturn(both, true)).to.equal(units(90))
    expect(bestReturn(both)).to.equal(units(190))
  })
})

const NONE = { Yes: 0n, No: 0n }
