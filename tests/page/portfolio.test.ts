import { expect } from 'chai'
import type { LiveMarket, Position } from '../../web/src/model/types.ts'
import {
  currenciesOf,
  profitOf,
  profitOverTime,
  resultOf,
  summarize,
  toCsv,
} from '../../web/src/money/portfolio.ts'
import './english.ts'

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
  const even = position({ winnings: '2.5', refund: '0.5' })
  const refunded = position({ winnings: '0', refund: '3', settledAt: '2026-11-17T00:00:30Z' })

  it('tells won from lost by what is left after the stakes', () => {
    expect([open, won, lost, refunded].map(resultOf)).to.deep.equal(['open', 'won', 'lost', 'refunded'])
    // Break even is won, as in the SDK and on the leaderboard: the stakes that counted are paid themselves.
    expect(resultOf(even)).to.equal('won')
    expect(summarize([even], new Map())).to.include({ profit: 0n, won: 1, lost: 0 })
    expect(resultOf(position({ winnings: '2.499999999', refund: '0.5' }))).to.equal('lost')
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
    expect(head).to.equal(
      'market,question,currency,stakeYes,stakeNo,result,winnings,refund,openedAt,settledAt,transactionId',
    )
    expect(row).to.equal(`market_1,"'=1+1, or ""two""?",SOL,2,1,open,,,2026-11-17T00:00:00Z,,`)
    for (const first of ['=', '+', '-', '@', '\t']) {
      const [, cells] = toCsv([position({ question: `${first}1` })]).split('\r\n')
      expect(cells).to.contain(`market_1,'${first}1,SOL`)
    }
    // Only what comes first makes a formula.
    expect(toCsv([position({ question: '1=1+@-' })])).to.contain('market_1,1=1+@-,SOL')
    // A line in a question is no row.
    expect(toCsv([position({ question: 'a\nb' })])).to.contain('market_1,"a\nb",SOL')
  })

  it('shows the currency first that has the most positions', () => {
    const tokens = position({ currency: 'UTILITY' })
    expect(currenciesOf([open, tokens, tokens])).to.deep.equal(['UTILITY', 'SOL'])
    expect(currenciesOf([])).to.deep.equal([])
  })
})

describe('page: the profit of a position', () => {
  const position = (fields: Partial<Position>) =>
    ({ currency: 'SOL', stake: { Yes: '2', No: '1' }, winnings: null, refund: null, ...fields }) as Position

  it('is what came back less what was staked, on both sides', () => {
    expect(profitOf(position({ winnings: '3.8', refund: '0' }))).to.equal('0.8')
    expect(profitOf(position({ winnings: '0', refund: '0' }))).to.equal('-3')
    expect(profitOf(position({ winnings: '0', refund: '3' }))).to.equal('0')
    expect(profitOf(position({ winnings: '1', refund: '1.999999999' }))).to.equal('-0.000000001')
  })

  it('is unknown until the market is decided', () => {
    expect(profitOf(position({}))).to.equal(null)
    expect(profitOf(position({ winnings: '3' }))).to.equal(null)
    expect(profitOf(position({ refund: '3' }))).to.equal(null)
  })
})
