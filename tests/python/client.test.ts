import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import root from '../../package.json' with { type: 'json' }
import {
  expectStory,
  followExample,
  guideExample,
  type RestWorld,
  startRestWorld,
} from '../helpers/examples/rest-world.ts'
import { sharedGateway } from '../helpers/gateway/harness.ts'
import { ROOT, start } from '../helpers/localnet/index.ts'
import { prepareVenv } from '../helpers/python/venv.ts'

const CLIENT = join(ROOT, 'clients/python')

describe('the client in Python', () => {
  let commands: string

  before(() => {
    commands = prepareVenv()
  })

  /** Runs a command of the virtual environment to its end, in the folder of the client. */
  async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
    const { ended, output } = start('env', ['-C', CLIENT, join(commands, command), ...args], {
      ...env,
      PYTHONDONTWRITEBYTECODE: '1',
    })
    expect((await ended).code, output()).to.equal(0)
  }

  it('type-checks strictly, with its tests and the example', async () => {
    const cache = join(ROOT, 'target/mypy')
    await run('mypy', ['--cache-dir', cache, 'src', 'tests', '../../examples/rest-python/main.py'])
  })

  it('lists, quotes, bets, reads positions and events, and raises refusals by name', async () => {
    const { gateway } = await sharedGateway()
    const env = { GATEWAY_URL: gateway.url, REQUEST_VECTORS: join(ROOT, 'sdk/vectors/requests.json') }
    await run('pytest', ['-q', '-p', 'no:cacheprovider', 'tests'], { ...env, PYTHONPATH: 'src' })
  })

  it('installs as a package, with its types, licence and version', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'python-client-'))
    try {
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps']
      await run('pip', ['install', ...quiet, '--target', folder, CLIENT])
      const files = readdirSync(folder, { recursive: true }).map(String)
      expect(files).to.include.members([
        'prediction_market/py.typed',
        'prediction_market/models.py',
        `prediction_market_client-${root.version}.dist-info/licenses/LICENSE`,
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('Python', () => {
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
