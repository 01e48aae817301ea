import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { freePorts, type Running, until } from '../helpers/localnet/index.ts'
import { type InstalledRelease, installRelease } from '../helpers/release/installed.ts'

describe('a release with production dependencies only', () => {
  const running: Running[] = []
  let release: InstalledRelease
  let ports: number
  let cluster: Record<string, string>

  before(async () => {
    release = await installRelease()
    ports = await freePorts(16)
    const [rpc, ws, prices, attestors] = [ports, ports + 1, ports + 2, ports + 3].map(String)
    await started('localnet', {
      LOCALNET_PORT: `${rpc}`,
      LOCALNET_WS_PORT: `${ws}`,
      LOCALNET_PRICES_PORT: `${prices}`,
      LOCALNET_ATTESTORS_PORT: `${attestors}`,
    })
    cluster = {
      RPC_URL: `http://127.0.0.1:${rpc}`,
      WS_URL: `ws://127.0.0.1:${ws}`,
      CLUSTER: 'localnet',
      HERMES_URL: `http://127.0.0.1:${prices}`,
      ATTESTOR_URLS: [0, 1, 2, 3].map((index) => `http://127.0.0.1:${ports + 3 + index}`).join(),
    }
  })

  after(async () => {
    for (const { child, ended } of running.reverse()) {
      child.kill('SIGTERM')
      await ended
    }
    await release?.remove()
  })

  /** Starts a service and waits for the text that it prints when it is ready. */
  async function started(command: string, env: Record<string, string>): Promise<Running> {
    const service = release.start(command, [], env)
    running.push(service)
    const isReady = () => {
      if (service.child.exitCode !== null) throw new Error(`${command} has ended: ${service.output()}`)
      return service.output().includes('Ctrl-C') || service.output().includes('The gateway serves')
    }
    await until(`${command} to be ready`, isReady)
    return service
  }

  async function keypairFile(name: string, secretKey: Uint8Array): Promise<string> {
    await mkdir(join(release.folder, 'keys'), { recursive: true })
    const file = join(release.folder, 'keys', `${name}.json`)
    await writeFile(file, JSON.stringify([...secretKey]))
    return file
  }

  /** Runs a command to its end. */
  async function output(command: string, env: Record<string, string>, ...args: string[]) {
    const run = release.start(command, args, env)
    const { code } = await run.ended
    return { code, text: run.output() }
  }

  const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`)

  it('has no development dependency', () => {
    const dependencies = join(release.folder, 'node_modules')
    const found = ['tsx', 'esbuild', 'vite', 'mocha', '@biomejs/biome', 'drizzle-kit'].filter((name) =>
      existsSync(join(dependencies, name)),
    )
    expect(found).to.deep.equal([])
    expect(existsSync(join(dependencies, 'hono'))).to.equal(true)
  })

  it('deploys', async () => {
    const KEYPAIR = await keypairFile('admin', LOCALNET_KEYS.admin.secretKey)
    const deployed = await output('deploy', { RPC_URL: `${cluster.RPC_URL}`, KEYPAIR })
    expect(deployed.text).to.contain('Nothing to do: everything was set up already.')
    expect(deployed.code).to.equal(0)
  })

  it('refuses to serve a cluster from a store that nobody has named', async () => {
    const refused = await output('start', cluster)
    expect(refused.text).to.contain('DATABASE_URL: in production, name a Postgres; or set STORE_PATH')
    expect(refused.code).to.equal(1)
  })

  it('serves the interface, its page and its documentation', async () => {
    const port = ports + 8
    const STORE_PATH = join(release.folder, 'data', 'store')
    await started('start', { ...cluster, PORT: `${port}`, STORE_PATH, KEEPER: '0' })
    const markets = await get(port, '/v1/markets?limit=100')
    expect(markets.status).to.equal(200)
    expect(await markets.json())
      .to.be.an('array')
      .that.has.length.above(5)
    expect(await (await get(port, '/')).text()).to.contain('<script')
    for (const path of ['/docs', '/v1/openapi.json', '/metrics']) {
      expect((await get(port, path)).status, path).to.equal(200)
    }
  })

  it('runs a keeper', async () => {
    const port = ports + 9
    const [payer] = LOCALNET_KEYS.keepers
    const KEEPER_KEYPAIRS = await keypairFile('keeper', payer?.secretKey ?? new Uint8Array())
    await started('keeper', { ...cluster, KEEPER_PORT: `${port}`, KEEPER_KEYPAIRS })
    await until('the keeper to be healthy', async () => (await get(port, '/health')).status === 200)
    expect(await (await get(port, '/metrics')).text()).to.contain('keeper_payer_lamports')
  })

  it('runs an attestor', async () => {
    const port = ports + 10
    const [key] = LOCALNET_KEYS.attestors
    const ATTESTOR_KEYPAIR = await keypairFile('attestor', key?.secretKey ?? new Uint8Array())
    const ATTESTOR_STATE = join(release.folder, 'data', 'signed')
    await started('attestor', { ...cluster, ATTESTOR_PORT: `${port}`, ATTESTOR_KEYPAIR, ATTESTOR_STATE })
    await until('the attestor to be healthy', async () => (await get(port, '/health')).status === 200)
    expect(await (await get(port, '/metrics')).text()).to.contain('attestor_missed_total')
  })
})
