import { expect } from 'chai'
import type { LiveMarket, Position } from '../../web/src/model/types.ts'
import {
  currenciesOf,
  profitOverTime,
  resultOf,
  summarize,
  toCsv,
  valueNow,
} from '../../web/src/money/portfolio.ts'

describe('page: a portfolio', () => {
  const position = (fields: Partial<Position>) =>
    ({
      marketId: 'market_1',
      question: 'Will SOL reach $155?',
      currency: 'SOL',
      stake: { Yes: '2', No: '1' },
      potentialWinnings: { Yes: '5', No: '4' },
      winnings: null,
      refund: null,
      openedAt: '2026-11-17T00:00:00Z',
      expireAt: '2026-11-18T00:00:00Z',
      settledAt: null,
      transactionId: null,
      ...fields,
    }) as Position
  const open = position({})
  const won = position({ winnings: '3.5', refund: '0', settledAt: '2026-11-17T00:00:20Z' })
  const lost = position({ winnings: '0', refund: '0', settledAt: '2026-11-17T00:00:10Z' })
  const refunded = position({ winnings: '0', refund: '3', settledAt: '2026-11-17T00:00:30Z' })

  const live = (currentCount: string) =>
    ({
      condition: { type: 'price', comparison: 'atLeast', timing: 'byExpiry' },
      conditionProgress: { currentCount, target: '155', unit: 'USD' },
    }) as LiveMarket

  it('tells won from lost by what is left after the stakes', () => {
    expect([open, won, lost, refunded].map(resultOf)).to.deep.equal(['open', 'won', 'lost', 'refunded'])
  })

  it('values an open position by what is measured now, or at its stake', () => {
    expect(valueNow(open, live('155'))).to.equal(5_000_000_000n)
    expect(valueNow(open, live('154.99'))).to.equal(4_000_000_000n)
    expect(valueNow(open, undefined)).to.equal(3_000_000_000n)
  })

  it('sums up stakes, value, profit, won and lost', () => {
    const sums = summarize([open, won, lost, refunded], new Map([['market_1', live('160')]]))
    expect(sums).to.deep.equal({
      openStake: 3_000_000_000n,
      valueNow: 5_000_000_000n,
      profit: -2_500_000_000n,
      won: 1,
      lost: 1,
    })
  })

  it('adds profits up in the order in which they were paid', () => {
    const points = profitOverTime([open, won, lost]).map(({ profit }) => profit)
    expect(points).to.deep.equal([-3_000_000_000n, -2_500_000_000n])
  })

  it('is a table for spreadsheets, in which no question is a formula', () => {
    const asked = position({ question: '=1+1, or "two"?' })
    const [head, row] = toCsv([asked]).split('\r\n')
    expect(head).to.match(/^market,question,currency,stakeYes,stakeNo,result,/)
    expect(row).to.equal(`market_1,"'=1+1, or ""two""?",SOL,2,1,open,,,2026-11-17T00:00:00Z,,`)
  })

  it('shows the currency first that has the most positions', () => {
    const tokens = position({ currency: 'UTILITY' })
    expect(currenciesOf([open, tokens, tokens])).to.deep.equal(['UTILITY', 'SOL'])
    expect(currenciesOf([])).to.deep.equal([])
  })
})
