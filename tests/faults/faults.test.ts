import { expect } from 'chai'
import { hasPostgres } from './postgres/server.ts'
import { runFaults } from './run.ts'

/** The seed of the run; others by SEED. */
const SEED = Number(process.env.SEED ?? 20_260_101)

describe('faults', () => {
  it('of nodes and Postgres together leave every market’s history complete', async function () {
    if (!(await hasPostgres())) {
      console.warn('Skipped: the PostgreSQL server is not installed (Debian: apt-get install postgresql)')
      return this.skip()
    }
    this.timeout(900_000)
    const seconds = Number(process.env.FAULT_SECONDS ?? 60)
    const result = await runFaults({ seed: SEED, seconds, markets: 20, postgres: true, report: () => {} })
    expect(result.violations).to.deep.equal([])
    expect(result.bets).to.be.greaterThan(0)
  })

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
