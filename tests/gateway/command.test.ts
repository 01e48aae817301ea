import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { request } from '../helpers/gateway/harness.ts'
import {
  freePorts,
  isGroupRunning,
  isListening,
  type Running,
  sharedLocalnet,
  start,
  until,
} from '../helpers/localnet/index.ts'
import { runBundled, startBundled } from '../helpers/run/bundle.ts'

/** Ports: node, websocket, prices and four attestors; then the gateway. */
const PORTS = 8

/** A world takes 11 s of processor time to start, and the page's build some more: minutes, on a machine with much to do. */
const READY_MS = 400_000

const ready = (running: Running) =>
  until(
    'the gateway to say that it is ready',
    () =>
      running.output().includes('The gateway serves') ||
      (running.child.exitCode !== null && expect.fail(running.output())),
    READY_MS,
  ).catch((error: Error) => {
    throw new Error(`${error.message}; it has printed:\n${running.output()}`)
  })

describe('npm start', () => {
  let group = 0

  // A world that a failed test left would go on, and take the processor from all tests after it.
  afterEach(() => {
    if (group > 0 && isGroupRunning(group)) process.kill(-group, 'SIGKILL')
  })

  it('starts all services; Ctrl-C ends them within seconds and leaves nothing behind', async () => {
    const port = await freePorts(PORTS)
    const gatewayPort = port + PORTS - 1
    const env = { LOCALNET_PORT: `${port}`, PORT: `${gatewayPort}` }
    const world = start('npm', ['start'], env, { detached: true })
    group = world.child.pid ?? expect.fail('It did not start')
    await ready(world)

    // Everything that it prints exists, and the command to try works.
    const printed = world.output()
    const base = `http://127.0.0.1:${gatewayPort}`
    // What it prepares comes first, and then a short banner that begins with the page.
    const steps = ['Starting a Solana node', 'Starting the gateway', `Open ${base} in a browser.`]
    const places = steps.map((step) => printed.indexOf(step))
    expect(places).to.deep.equal([...places].sort((a, b) => a - b))
    expect(places).not.to.include(-1)
    const banner = printed.slice(places.at(-1), printed.indexOf('Try it'))
    expect(banner.split('\n')).to.have.length.below(20)
    for (const name of ['JSON-RPC', 'websocket', 'prices', 'attestors']) expect(banner).to.contain(name)
    expect((await request(base, 'GET', '/')).text).to.contain('<title>Prediction market</title>')
    for (const path of ['/v1', '/docs', '/health', '/metrics']) expect(printed).to.contain(`${base}${path}\n`)
    const [, command = ''] = /Try it: (curl '[^']+')\s*$/.exec(printed.trim()) ?? []
    const tried = start('sh', ['-c', command.replace('curl', 'curl --silent')])
    expect((await tried.ended).code).to.equal(0)
    const markets = JSON.parse(tried.output())
    expect(markets).to.have.length(3)
    const { body: config } = await request(base, 'GET', '/v1/config')
    expect(config).to.include({ cluster: 'localnet', rpcUrl: `http://127.0.0.1:${port}` })
    expect((await request(base, 'GET', `/v1/markets/${markets[0].id}`)).status).to.equal(200)

    // When somebody presses Ctrl-C while a client keeps a connection open.
    const client = connect({ host: '127.0.0.1', port: gatewayPort })
    await once(client, 'connect')
    client.on('error', () => {})
    const cut = new Promise((resolve) => client.once('close', resolve))
    process.kill(-group, 'SIGINT')

    // Then all of its processes end by themselves, without a complaint, and the ports are free.
    await world.ended
    await cut
    await until('all of its processes to end', () => !isGroupRunning(group))
    expect(world.output())
      .to.contain('Stopping')
      .and.not.to.match(/"level":[56]0/)
    for (let offset = 0; offset < PORTS; offset++) {
      expect(await isListening(port + offset), `${port + offset}`).to.equal(false)
    }
  })
})

describe('npm start on a port that is taken', () => {
  it('names the port and the setting that changes it, and leaves nothing behind', async () => {
    const port = await freePorts(PORTS)
    const taken = createServer().listen(port + PORTS - 1, '127.0.0.1')
    await once(taken, 'listening')
    const env = { LOCALNET_PORT: `${port}`, PORT: `${port + PORTS - 1}`, DEMO: '0' }
    const world = await startBundled('app/src/main.ts', [], env)
    expect((await world.ended).code).to.equal(1)
    taken.close()
    expect(world.output()).to.contain(
      `Cannot listen on 127.0.0.1:${port + PORTS - 1} (gateway): it is already in use; choose another port with PORT\n`,
    )
    for (let offset = 0; offset < PORTS - 1; offset++) {
      expect(await isListening(port + offset), `${port + offset}`).to.equal(false)
    }
  })
})

describe('the gateway on a cluster', () => {
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  })

  after(() => rm(folder, { recursive: true }))

  it('starts with RPC_URL, answers from its nodes and has nothing of a localnet', async () => {
    // Given a cluster, of whose nodes the first is down.
    const { node } = await sharedLocalnet()
    const port = await freePorts(1)
    const gateway = await startBundled('app/src/main.ts', [], {
      STORE_PATH: join(folder, 'a', 'store'),
      RPC_URL: `http://127.0.0.1:9,${node.rpcUrl}`,
      WS_URL: `ws://127.0.0.1:9,${node.wsUrl}`,
      CLUSTER: 'devnet',
      PORT: `${port}`,
    })
    try {
      await ready(gateway)
      const base = `http://127.0.0.1:${port}`
      const { body: config } = await request(base, 'GET', '/v1/config')
      expect(config).to.include({ cluster: 'devnet' }).and.not.to.have.property('rpcUrl')
      expect((await request(base, 'GET', '/v1/markets')).status).to.equal(200)
      const faucet = await request(base, 'POST', '/v1/localnet/faucet', { body: {} })
      expect([faucet.status, faucet.body]).to.deep.equal([
        404,
        { error: 'Route not found: POST /v1/localnet/faucet' },
      ])
    } finally {
      gateway.child.kill('SIGTERM')
    }
    // Pressed twice, or passed on by npm: it is stopped once, in order.
    gateway.child.kill('SIGINT')
    expect(await gateway.ended).to.deep.equal({ code: 0, signal: null })
    expect(gateway.output().match(/Stopping/g)).to.have.length(1)
  })

  it('says what is wrong when no node answers, or the settings make no sense', async () => {
    const failing = async (env: Record<string, string>) => {
      const gateway = await startBundled('app/src/main.ts', [], env)
      const { code } = await gateway.ended
      expect(code).to.equal(1)
      return gateway.output()
    }
    expect(
      await failing({ RPC_URL: 'http://127.0.0.1:9', PORT: '0', STORE_PATH: join(folder, 'b') }),
    ).to.contain('No RPC node answers')
    expect(await failing({ RPC_URL: 'devnet' })).to.contain('RPC_URL: must be one URL or several')
  })

  it('prints its help, and refuses what it does not know', async () => {
    for (const args of [['--help'], ['keeper', '--help']]) {
      const { code, output } = await runBundled('app/src/main.ts', args)
      expect(code).to.equal(0)
      expect(output).to.contain('npm run keeper ')
    }
    const unknown = await runBundled('app/src/main.ts', ['keeper', '--force'])
    expect(unknown).to.deep.equal({ code: 1, output: 'Unknown arguments: keeper --force; see --help\n' })
  })
})

describe('npm run history:rebuild', () => {
  const rebuild = (args: string[], env: Record<string, string> = {}) =>
    runBundled('app/src/history/rebuild.ts', args, env)

  it('prints its help, and refuses what it does not know or has no store', async () => {
    expect((await rebuild(['--help'])).output).to.contain('npm run history:rebuild')
    expect(await rebuild(['--force'])).to.deep.equal({
      code: 1,
      output: 'Unknown arguments: --force; see --help\n',
    })
    const { code, output } = await rebuild([])
    expect(code).to.equal(1)
    expect(output).to.contain('DATABASE_URL: is missing')
  })
})
