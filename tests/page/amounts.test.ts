import { expect } from 'chai'
import {
  CURRENCY_OPTIONS,
  describeCosts,
  formatFee,
  formatShare,
  formatShort,
  formatSigned,
  formatUnits,
  formatValue,
  payoutOfStake,
  percentOf,
  readTyped,
} from '../../web/src/money/amounts.ts'
import { describeDollars } from '../../web/src/pages/market/dollars.ts'
import { presets, shortage } from '../../web/src/pages/market/stake.ts'
import { emptyDraft } from '../../web/src/pages/new-market/draft.ts'
import { toInput } from '../../web/src/pages/new-market/input.ts'
import { setLanguage, t } from '../../web/src/text/language.ts'
import './english.ts'

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
    // Four digits are no group: the comma is the decimal one.
    expect(read('1500,000')).to.equal('1,500')
    expect(read('0.123456789')).to.equal('0.123456789')
  })

  it('asks which of two amounts is meant: neither is staked by mistake', () => {
    expect(read('1,000')).to.equal('“1,000” can be read in two ways: write 1000 or 1.000.')
    expect(read('12,500')).to.contain('write 12500 or 12.500')
  })

  it('refuses groups that are none', () => {
    for (const typed of ['1,00,0', '1.000,5', '1,000,5', ',5,', '1e3', '-1', '1.5x', '']) {
      expect(read(typed), typed).to.equal('Must be a plain decimal number, such as 1.5.')
    }
  })

  it('refuses digits that the currency does not have', () => {
    expect(read('0.1234567891')).to.equal('Must have at most 9 decimals, got 10.')
  })

  it('refuses them in the language of the page', async () => {
    await setLanguage('es')
    try {
      const { notPlain, tooPrecise } = t().common.amounts
      for (const typed of ['1e3', '-1', '1.5x']) expect(read(typed), typed).to.equal(`${notPlain}.`)
      expect(read('0.1234567891')).to.equal(`${tooPrecise('9', '10')}.`)
    } finally {
      await setLanguage('en')
    }
  })

  it('gives what is wrong, and an amount only if nothing is', () => {
    expect(readTyped('1,50', 'SOL')).to.deep.equal({ units: 1_500_000_000n, text: '1.5', error: '' })
    expect(readTyped('2', 'SOL', (units) => `${units} is too much`).error).to.equal('2000000000 is too much')
    expect(readTyped('x', 'SOL')).to.include({ units: 0n, text: '' })
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

describe('page: amounts as they are shown', () => {
  it('are rounded down to four decimals, or to as many as are asked for', () => {
    expect(formatShort('12500.98769', 'SOL')).to.equal('12,500.9876')
    expect(formatShort('0.98769', 'SOL', 2)).to.equal('0.98')
    expect(formatShort('0.123456789', 'SOL', 12)).to.equal('0.123456789')
    // Less than the last of them is still not nothing.
    expect(formatShort('0.000012345', 'SOL')).to.equal('0.000012345')
  })

  it('are shares that are 0 or 100 percent only if they are', () => {
    const shares = [0, 0.0009, 0.001, 0.643, 0.999, 0.9995, 1]
    expect(shares.map(formatShare)).to.deep.equal(['0%', '<0.1%', '0.1%', '64.3%', '99.9%', '>99.9%', '100%'])
  })

  it('are fees with the digits that they have', () => {
    expect(['0.05', '0.0125', '0'].map(formatFee)).to.deep.equal(['5%', '1.25%', '0%'])
  })

  it('are values with six digits, eight from a thousand on, and whole ones with all', () => {
    const values = ['0.123456789', '12.3456789', '-1234.56789', '1234.56789', '123456789']
    expect(values.map(formatValue)).to.deep.equal([
      '0.123457',
      '12.3457',
      '-1,234.5679',
      '1,234.5679',
      '123,456,789',
    ])
  })

  it('are what a signer pays besides the stake, in SOL', () => {
    expect(describeCosts({ deposit: '0.0025', reward: '0.01' }, 'opening it')).to.match(
      /0\.0025 SOL.*0\.01 SOL.*opening it/,
    )
  })

  it('are worth dollars at the price of a feed, however thousands are typed', () => {
    const dollars = ['0.1', '12,500.25', '0,5', '1,000', '', 'x'].map((text) =>
      describeDollars(text, 'SOL', 150.2),
    )
    expect(dollars).to.deep.equal(['≈ $15.02', '≈ $1,877,537.55', '≈ $75.1', '', '', ''])
    expect(describeDollars('1', 'SOL', Number.NaN)).to.equal('')
  })

  it('are in one of two currencies, SOL first', () => {
    expect(CURRENCY_OPTIONS).to.deep.equal([
      ['SOL', 'SOL'],
      ['UTILITY', 'UTILITY'],
    ])
  })
})

describe('page: the stake', () => {
  it('is never offered above the balance', () => {
    expect(shortage('500', 'SOL', '10', 'wallet')).to.equal('Your wallet holds 10 SOL.')
    expect(shortage('10', 'SOL', '10', 'wallet')).to.equal('')
    expect(shortage('10.000000001', 'SOL', '10', 'bankroll')).to.equal('Your bankroll holds 10 SOL.')
    expect(shortage('500', 'SOL', undefined, 'wallet')).to.equal('')
    expect(shortage('', 'SOL', '10', 'wallet')).to.equal('')
  })

  it('can be half or all of what is there, but for what fees and deposits take', () => {
    const named = (name: string, ...of: Parameters<typeof presets>) =>
      presets(...of).find((preset) => preset.text === name)?.amount
    expect(named('Max', 'SOL', '10')).to.equal('9.99')
    expect(named('Half', 'SOL', '10')).to.equal('4.995')
    expect(named('Max', 'SOL', '0.005')).to.equal(undefined)
    expect(named('Max', 'SOL', undefined)).to.equal(undefined)
    expect(named('Max', 'UTILITY', '10')).to.equal('10')
  })

  it('is a part of what is there, rounded down', () => {
    expect([percentOf(999n, 50), percentOf(999n, 100)]).to.deep.equal([499n, 999n])
  })

  it('is paid back with the losing side less the fees', () => {
    // 2 on Yes, 3 on No, 10 % fees: one that joins Yes gets 1 + 0.9 × 3 / 3.
    expect(payoutOfStake(1, { own: 2, other: 3 }, 0.1)).to.be.closeTo(1.9, 1e-12)
  })
})
