import { type DecidedMarket, positionDue } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import { config } from '../../web/src/api/config.ts'
import type { Market, Position } from '../../web/src/model/types.ts'
import { formatShare, formatSigned } from '../../web/src/money/amounts.ts'
import { bestReturn, countsAt, endingsOf, sureReturn } from '../../web/src/money/endings.ts'
import {
  isEmptySide,
  oddsOf,
  samplePayout,
  sampleStake,
  stakedIn,
  takesBets,
} from '../../web/src/money/pools.ts'
import { Ticket } from '../../web/src/pages/market/ticket.tsx'
import { ProfitChart } from '../../web/src/pages/wallet/summary.tsx'
import { Gain, Money } from '../../web/src/parts/money.tsx'
import { describeAnswer } from '../../web/src/text/rules.ts'
import { sidesOf } from '../../web/src/text/sides.ts'
import './english.ts'

const feePercentage = { burn: 0.05, developer: 0.05 }

describe('page: figures from the pools', () => {
  it('are no odds while a side is empty: dust says nothing about the answer', () => {
    for (const pools of [
      { Yes: '0', No: '0' },
      { Yes: '0.001', No: '0' },
      { Yes: '0', No: '900000' },
    ]) {
      expect(oddsOf(pools)).to.equal(null)
    }
  })

  it('are never 0 or 100 percent once both sides have a stake', () => {
    const odds = oddsOf({ Yes: '900000', No: '0.001' }) ?? expect.fail()
    expect(formatShare(odds.Yes)).to.equal('>99.9%')
    expect(formatShare(odds.No)).to.equal('<0.1%')
    const even = oddsOf({ Yes: '2', No: '2' }) ?? expect.fail()
    expect(formatShare(even.Yes)).to.equal('50.0%')
    // However little there is on the other side.
    expect(oddsOf({ Yes: '900000000', No: '0.000000001' })?.Yes).to.be.lessThan(1)
  })

  it('are those of the market that is shown', () => {
    const outcomes = [{ totalStake: '3' }, { totalStake: '0' }]
    const market = { outcomes, feePercentage, maxRatio: '2', currency: 'SOL' } as unknown as Market
    const staked = stakedIn(market)
    expect(staked).to.deep.equal({
      pools: { Yes: '3', No: '0' },
      feePercentage,
      maxRatio: '2',
      currency: 'SOL',
    })
    expect(isEmptySide(staked.pools, 'Yes')).to.equal(false)
    expect(isEmptySide(staked.pools, 'No')).to.equal(true)
  })

  it('pay what the program pays, however lopsided the pools are', () => {
    const staked = {
      pools: { Yes: '900000', No: '1' },
      feePercentage,
      maxRatio: null,
      currency: 'SOL' as const,
    }
    expect(sampleStake('SOL')).to.equal(100_000_000n)
    // 0.1 + 0.1 × 810,000 / 1.1, rounded down.
    expect(samplePayout(staked, 'No')).to.equal('73636.463636363')
    expect(samplePayout(staked, 'Yes')).to.equal('0.100000099')
    // Alone, a stake gets itself.
    expect(samplePayout({ ...staked, pools: { Yes: '5', No: '0' } }, 'Yes')).to.equal('0.1')
    // Up or down, 1.1 on the winning side win 1.375 of the other side at most: 0.1 + 0.1 × 1.2375 / 1.1.
    expect(samplePayout({ ...staked, maxRatio: '1.25' }, 'No')).to.equal('0.2125')
  })

  it('call the sides of a round Up and Down, whichever of them Yes is', () => {
    expect(sidesOf({ type: 'change', bps: 0, comparison: 'above' })).to.deep.equal({ Yes: 'Up', No: 'Down' })
    expect(sidesOf({ type: 'change', bps: '0', comparison: 'atMost' })).to.deep.equal({
      Yes: 'Down',
      No: 'Up',
    })
    expect(sidesOf({ type: 'change', bps: 100, comparison: 'atLeast' }).Yes).to.equal('Yes')
  })

  it('show at most four decimals', () => {
    expect(formatSigned('0.123456789', 'SOL')).to.equal('+0.1234')
    const { props } = Money({ amount: '8.95017656', currency: 'SOL' })
    expect(props).to.deep.include({ children: '8.9501 SOL', title: '8.95017656 SOL' })
    expect(Money({ amount: '8.95017656', currency: 'SOL', isBare: true }).props.children).to.equal('8.9501')
  })

  it('are green for a gain, red for a loss, and neither for nothing', () => {
    const tones = ['0.1', '-0.1', '0', '-0'].map((amount) => Gain({ amount, currency: 'SOL' }).props.class)
    expect(tones).to.deep.equal(['yes', 'no', undefined, undefined])
    const lines = [5n, -5n, 0n].map((last) => {
      const points = [3n, last].map((profit, at) => ({ at, profit }))
      return JSON.stringify(ProfitChart({ points, currency: 'SOL' }))
    })
    expect(lines.map((line) => /"class":"(yes|no)"/.exec(line)?.[1])).to.deep.equal(['yes', 'no', undefined])
    // The line starts at nothing, not at the first result.
    expect(lines[0]).to.match(/"d":"M0 39H0V16[.\d]*H100V1"/)
  })

  it('name no range of a payout whose ends look the same', () => {
    const outcomes = ['Yes', 'No'].map((name) => ({ name, totalStake: '50' }))
    const market = {
      currency: 'UTILITY',
      condition: { type: 'price' },
      outcomes,
      expireAt: '2026-12-18T00:00:00Z',
    }
    const moves = (No: string) => {
      const payoutIfMatched = { Yes: '0.222512', No }
      const quote = { currency: 'UTILITY', outcome: 'Yes', amount: '0.1', payout: '0.2225', atRisk: '0.1' }
      const shown = { ...quote, payoutIfMatched, returnedBy: [], countsFrom: market.expireAt }
      return JSON.stringify(Ticket({ market, quote: shown, isFirst: false, least: null } as never))
    }
    expect(moves('0.222599')).not.to.contain('Later bets')
    expect(moves('0.2226')).to.contain('Later bets')
  })

  it('take no bets on what is decided, ends, or that nobody answers', () => {
    const market = { status: 'open', condition: { type: 'event' } } as Market
    expect(takesBets(market, undefined)).to.equal(true)
    expect(takesBets(market, { acceptingBets: false })).to.equal(false)
    expect(takesBets({ ...market, status: 'resolved' }, undefined)).to.equal(false)
    config.value = { answersEvents: false } as typeof config.value
    expect(takesBets(market, { acceptingBets: true })).to.equal(false)
    config.value = null
  })
})

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
    const newer = { countsFrom: iso(1_000), stake: { Yes: '10', No: '30' }, returnedBy: ['Yes'] as const }
    const both = position({ stake: { Yes: '70', No: '30' }, uncounted: [older, newer] as never })
    const shown = endingsOf(both, 800).map(({ before, isLater, gets, back }) => [before, isLater, gets, back])
    // And the portfolio says so too: nothing that comes later is shown as if it were sure.
    const said = endingsOf(both, 800).map((ending) => describeAnswer(ending, ending.answer))
    expect(said.map((text) => text.replace(/[\d:]+ ?[AP]M/, 'then').replaceAll('\u202f', ''))).to.deep.equal([
      'Yes before then',
      'Yes before then',
      'Yes later',
      'No',
    ])
    expect(shown).to.deep.equal([
      [900, false, units(100), units(100)],
      [1_000, true, null, units(40)],
      [null, true, units(226), 0n],
      [null, false, 0n, 0n],
    ])
  })

  it('is not known without the pools', () => {
    const unknown = position({ potentialWinnings: null })
    expect(endingsOf(unknown, 999)).to.deep.equal([])
    expect(bestReturn(unknown)).to.equal(0n)
  })

  it('returns nothing for sure while somebody can join the empty side', () => {
    const alone = position({ potentialWinnings: { Yes: '100', No: '100' } })
    expect(sureReturn(alone, false)).to.equal(0n)
    expect(sureReturn(alone, true)).to.equal(units(100))
    const both = position({ stake: { Yes: '100', No: '30' }, potentialWinnings: { Yes: '190', No: '90' } })
    expect(sureReturn(both, false)).to.equal(units(30))
    expect(sureReturn(both, true)).to.equal(units(90))
    expect(bestReturn(both)).to.equal(units(190))
    const mostlyNo = position({ stake: { Yes: '20', No: '70' }, potentialWinnings: { Yes: '50', No: '120' } })
    expect(sureReturn(mostlyNo, false)).to.equal(units(20))
    expect(bestReturn(mostlyNo)).to.equal(units(120))
  })
})

const NONE = { Yes: 0n, No: 0n }
