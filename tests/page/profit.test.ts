import { expect } from 'chai'
import type { Position } from '../../web/src/model/types.ts'
import { profitOf } from '../../web/src/money/portfolio.ts'

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
  })
})
