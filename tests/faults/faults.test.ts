import { expect } from 'chai'
import { runFaults } from './run.ts'

/** The seed of the run; others by SEED. */
const SEED = Number(process.env.SEED ?? 20_260_101)

describe('faults', () => {
  it('cause no lost money, no double payment, and no answer that differs from the chain', async function () {
    this.timeout(600_000)
    const result = await runFaults({ seed: SEED, seconds: 15, markets: 5, report: () => {} })
    expect(result.violations).to.deep.equal([])
    // And there was something to go wrong.
    expect(result.bets).to.be.greaterThan(0)
    expect(result.payouts).to.be.greaterThan(0)
    expect(result.answers).to.be.greaterThan(0)
    expect(result.events).to.be.greaterThan(0)
    expect(result.processes.some(({ kills }) => kills > 0)).to.equal(true)
  })
})
