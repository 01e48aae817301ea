import { join } from 'node:path'
import { expect } from 'chai'
import {
  expectStory,
  followExample,
  guideExample,
  type RestWorld,
  startRestWorld,
} from '../helpers/examples/rest-world.ts'
import { start } from '../helpers/localnet/index.ts'
import { prepareVenv } from '../helpers/python/venv.ts'

describe('Python', function () {
  this.timeout(600_000)

  let world: RestWorld
  let python: string

  before(async () => {
    python = join(prepareVenv(), 'python')
    world = await startRestWorld()
  })

  after(() => world.stop())

  it('opens a market, bets by signing and in one call, and is paid', async () => {
    const env = {
      GATEWAY_URL: world.gateway.url,
      MARKET_SECONDS: '600',
      PYTHONPATH: 'clients/python/src',
      PYTHONDONTWRITEBYTECODE: '1',
    }
    const running = start(python, ['-u', 'examples/rest-python/main.py'], env)
    expectStory(await followExample(world, running))
  })

  it('signs a request as /docs shows', async () => {
    const { ended, output } = start(python, ['-c', await guideExample(world, 'python')])
    expect((await ended).code, output()).to.equal(0)
    expect(output()).to.include("'balances': {'SOL': 0, 'UTILITY': 0}")
  })
})
