import { expect } from 'chai'
import type { LiveMarket, Position } from '../../web/src/model/types.ts'
import { currenciesOf, profitOverTime, resultOf, summarize, toCsv } from '../../web/src/money/portfolio.ts'

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

  it('tells won from lost by what is left after the stakes', () => {
    expect([open, won, lost, refunded].map(resultOf)).to.deep.equal(['open', 'won', 'lost', 'refunded'])
  })

  it('sums up stakes, what they win at best and return for sure, profit, won and lost', () => {
    const sums = summarize([open, won, lost, refunded], new Map())
    expect(sums).to.deep.equal({
      openStake: 3_000_000_000n,
      ifAllWin: 5_000_000_000n,
      sure: 1_000_000_000n,
      profit: -2_500_000_000n,
      won: 1,
      lost: 1,
    })
    const closed = new Map([['market_1', { acceptingBets: false } as LiveMarket]])
    expect(summarize([open], closed).sure).to.equal(4_000_000_000n)
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
