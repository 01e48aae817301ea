import { expect } from 'chai'
import { formatSigned, formatUnits, readTyped } from '../../web/src/money/amounts.ts'
import { emptyDraft } from '../../web/src/pages/new-market/draft.ts'
import { toInput } from '../../web/src/pages/new-market/input.ts'

describe('page: amounts that people type', () => {
  const read = (typed: string) => {
    const { units, error } = readTyped(typed, 'SOL')
    return error || formatUnits(units, 'SOL')
  }

  it('reads decimals with a point or a comma, and thousands in groups', () => {
    expect(read('1.5')).to.equal('1.5')
    expect(read(' 1,5 ')).to.equal('1.5')
    expect(read('0,001')).to.equal('0.001')
    expect(read('1000,25')).to.equal('1,000.25')
    expect(read('12,500.25')).to.equal('12,500.25')
    expect(read('1,000,000')).to.equal('1,000,000')
  })

  it('asks which of two amounts is meant: neither is staked by mistake', () => {
    expect(read('1,000')).to.equal('“1,000” can be read in two ways: write 1000 or 1.000.')
    expect(read('12,500')).to.contain('write 12500 or 12.500')
  })

  it('refuses groups that are none', () => {
    for (const typed of ['1,00,0', '1.000,5', '1,000,5', ',5,', '1e3']) {
      expect(read(typed), typed).to.contain('Must be a plain decimal number')
    }
  })

  it('reads the first stake of a market in the same way', () => {
    const draft = { ...emptyDraft(), question: 'Will SOL be above $250?' }
    expect(toInput({ ...draft, stake: '1,5' }, [], undefined).initialStake?.amount).to.equal('1.5')
    expect(() => toInput({ ...draft, stake: '1,000' }, [], undefined)).to.throw(
      /^initialStake\.amount: .*two ways/,
    )
  })

  it('shows the sign of a profit', () => {
    expect(['1.5', '-0.25', '0'].map((profit) => formatSigned(profit, 'SOL'))).to.deep.equal([
      '+1.5',
      '−0.25',
      '0',
    ])
  })
})
