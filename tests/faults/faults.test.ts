import { expect } from 'chai'
import { SEED } from '../helpers/run/seed.ts'
import { hasPostgres } from './postgres/server.ts'
import { type RunResult, runFaults } from './run.ts'

/** Checks that there was something to go wrong. */
function expectWork({ bets, payouts, answers, events, processes }: RunResult): void {
  for (const count of [bets, payouts, answers, events]) expect(count).to.be.greaterThan(0)
  expect(processes.some(({ kills }) => kills > 0)).to.equal(true)
}

describe('faults', () => {
  it('of nodes and Postgres together leave every market’s history complete', async function () {
    if (!(await hasPostgres())) {
      console.warn('Skipped: the PostgreSQL server is not installed (Debian: apt-get install postgresql)')
      return this.skip()
    }
    this.timeout(1_800_000)
    const result = await runFaults({ seed: SEED, seconds: 60, markets: 20, postgres: true, report: () => {} })
    expect(result.violations).to.deep.equal([])
    expectWork(result)
    expect(result.history.complete).to.equal(result.history.markets)
    expect(Object.keys(result.database?.faults ?? {})).to.have.length(6)
  })

  it('cause no lost money, no double payment, and no answer that differs from the chain', async function () {
    this.timeout(1_800_000)
    const result = await runFaults({ seed: SEED, seconds: 15, markets: 5, report: () => {} })
    expect(result.violations).to.deep.equal([])
    expectWork(result)
  })
})
