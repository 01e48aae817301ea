import { findFeed } from '@prediction-market/sdk/feeds'
import { expect } from 'chai'
import { type RestWorld, startRestWorld } from '../helpers/examples/rest-world.ts'
import { startScript, until } from '../helpers/localnet/index.ts'

describe('examples/rest-typescript/rounds.ts', () => {
  let world: RestWorld

  before(async () => {
    const feed = findFeed('SOL') ?? expect.fail()
    // As short as the localnet's margin of two seconds allows.
    world = await startRestWorld([{ number: 1, feed, length: 12, currency: 'SOL' }])
    await until('the first round', async () => {
      const series = (await (await fetch(`${world.gateway.url}/v1/rounds`)).json()) as unknown[]
      return series.length > 0
    })
  })

  after(() => world.stop())

  it('bets on the emptier side of a round, and waits for its result', async () => {
    const env = { GATEWAY_URL: world.gateway.url, ROUNDS_TO_PLAY: '1', SECONDS_BEFORE: '5' }
    const running = startScript('examples/rest-typescript/rounds.ts', [], env)
    const { code } = await running.ended
    const output = running.output()
    expect(code, output).to.equal(0)
    expect(output).to.contain('series 1: SOL/USD every 12 seconds')
    expect(output).to.match(/Will SOL be higher at .* 0 on Yes, 0 on No: Yes would pay 0\.05\n/)
    const [, id] = /^(market_\w+): (Yes|No|void)$/m.exec(output) ?? []
    const market = await (await fetch(`${world.gateway.url}/v1/markets/${id}`)).json()
    expect(market).to.deep.include({ id, totalVolume: 0.05 })
  })
})
