import { expect } from 'chai'
import { payoutOfStake } from '../../web/src/money/amounts.ts'
import { presets, shortage } from '../../web/src/pages/market/stake.ts'

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
      presets(...of).find((preset) => preset.name === name)?.amount
    expect(named('Max', 'SOL', '10')).to.equal('9.99')
    expect(named('Half', 'SOL', '10')).to.equal('4.995')
    expect(named('Max', 'SOL', '0.005')).to.equal(undefined)
    expect(named('Max', 'SOL', undefined)).to.equal(undefined)
    expect(named('Max', 'UTILITY', '10')).to.equal('10')
  })

  it('is paid back with the losing side less the fees', () => {
    // 2 on Yes, 3 on No, 10 % fees: one that joins Yes gets 1 + 0.9 × 3 / 3.
    expect(payoutOfStake(1, { own: 2, other: 3 }, 0.1)).to.be.closeTo(1.9, 1e-12)
  })
})
