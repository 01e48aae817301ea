import { expectStory, followExample, type RestWorld, startRestWorld } from '../helpers/examples/rest-world.ts'
import { startScript } from '../helpers/localnet/index.ts'

describe('examples/rest-typescript', () => {
  let world: RestWorld

  before(async () => {
    world = await startRestWorld()
  })

  after(() => world.stop())

  it('opens a market, bets by signing and in one call, and is paid', async () => {
    const env = { GATEWAY_URL: world.gateway.url, MARKET_SECONDS: '600' }
    expectStory(await followExample(world, startScript('examples/rest-typescript/main.ts', [], env)))
  })
})
