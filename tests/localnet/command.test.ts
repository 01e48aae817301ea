import { once } from 'node:events'
import { connect } from 'node:net'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { Connection } from '@solana/web3.js'
import { expect } from 'chai'
import { loadAddon, surfpoolPackage } from '../../app/src/localnet/addon.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { localnetOptions } from '../../app/src/localnet/settings.ts'
import {
  freePorts,
  isGroupRunning,
  isListening,
  type Running,
  start,
  until,
} from '../helpers/localnet/index.ts'
import { startBundled } from '../helpers/run/bundle.ts'

/** The options of a localnet without any setting. */
const DEFAULTS = {
  rpcPort: undefined,
  wsPort: undefined,
  pricesPort: undefined,
  attestorsPort: undefined,
  host: undefined,
  seed: undefined,
  demo: undefined,
  slotTimeMs: undefined,
  settings: { proofWindow: 30, voidDelay: 600, feedVoidDelay: 900 },
}

describe('the settings of the localnet', () => {
  it('are defaults unless set', () => {
    expect(localnetOptions({})).to.deep.equal(DEFAULTS)
    expect(localnetOptions({ LOCALNET_PORT: '' })).to.deep.equal(DEFAULTS)
  })

  it('choose ports, host, seed, slot time, times and whether there are demonstration markets', () => {
    const environment = {
      LOCALNET_PORT: '18899',
      LOCALNET_WS_PORT: '18800',
      LOCALNET_PRICES_PORT: '0',
      LOCALNET_ATTESTORS_PORT: '18910',
      LOCALNET_HOST: '0.0.0.0',
      LOCALNET_SLOT_MS: '200',
      LOCALNET_SEED: 'demo',
      DEMO: '0',
      PROOF_WINDOW: '10',
      VOID_DELAY: '20',
      FEED_VOID_DELAY: '25',
    }
    expect(localnetOptions(environment)).to.deep.equal({
      rpcPort: 18899,
      wsPort: 18800,
      pricesPort: 0,
      attestorsPort: 18910,
      host: '0.0.0.0',
      slotTimeMs: 200,
      seed: 'demo',
      demo: false,
      settings: { proofWindow: 10, voidDelay: 20, feedVoidDelay: 25 },
    })
    expect(localnetOptions({ DEMO: '1' })).to.deep.equal({ ...DEFAULTS, demo: true })
    expect(() => localnetOptions({ DEMO: 'no' })).to.throw('DEMO: must be 1 or 0')
  })

  it('keep the void delays at twice the proof window or more, as the program asks for', () => {
    const { settings } = localnetOptions({ PROOF_WINDOW: '500' })
    expect(settings).to.deep.equal({ proofWindow: 500, voidDelay: 1_000, feedVoidDelay: 1_000 })
    for (const name of ['VOID_DELAY', 'FEED_VOID_DELAY']) {
      expect(() => localnetOptions({ [name]: '59' })).to.throw(
        `${name}: must be at least twice PROOF_WINDOW, 60, got 59`,
      )
    }
  })

  for (const text of ['65536', '-1', '8899.5', 'http', '0x10', ' 1']) {
    it(`refuse ${JSON.stringify(text)} as a port, by name`, () => {
      expect(() => localnetOptions({ LOCALNET_WS_PORT: text })).to.throw(
        `LOCALNET_WS_PORT: must be a whole number from 0 to 65535, got ${text}`,
      )
    })
  }
})

describe('the embedded node', () => {
  it('is a package of its own for each platform', () => {
    expect(surfpoolPackage('linux', 'x64')).to.equal('@solana/surfpool-linux-x64-gnu')
    expect(surfpoolPackage('darwin', 'arm64')).to.equal('@solana/surfpool-darwin-arm64')
    expect(surfpoolPackage('darwin', 'x64')).to.equal('@solana/surfpool-darwin-x64')
  })

  it('says what to do where there is none', () => {
    expect(() => surfpoolPackage('win32', 'x64')).to.throw(/win32-x64.*RPC_URL/)
    expect(() => loadAddon('@solana/surfpool-nowhere')).to.throw(/surfpool-nowhere failed to load.*RPC_URL/)
  })
})

const OFFSETS = [0, 1, 2, 3, 4, 5, 6] as const

const ready = (running: Running) =>
  until(
    'the localnet to say that it is ready',
    () =>
      running.output().includes('Try it') ||
      (running.child.exitCode !== null && expect.fail(running.output())),
  )

describe('npm run localnet', () => {
  let group: number | undefined

  afterEach(() => {
    if (group !== undefined && isGroupRunning(group)) process.kill(-group, 'SIGKILL')
  })

  it('prints its addresses; Ctrl-C ends it and leaves nothing behind', async () => {
    const port = await freePorts(OFFSETS.length)
    const localnet = start('npm', ['run', 'localnet'], { LOCALNET_PORT: `${port}` }, { detached: true })
    const own = localnet.child.pid ?? expect.fail('It did not start')
    group = own
    await ready(localnet)

    // Everything that it prints exists.
    const printed = localnet.output()
    for (const text of [`http://127.0.0.1:${port}\n`, `ws://127.0.0.1:${port + 1}\n`, `${PROGRAM_ID}`]) {
      expect(printed).to.contain(text)
    }
    for (const key of [LOCALNET_KEYS.mint, LOCALNET_KEYS.treasury, ...LOCALNET_KEYS.attestors]) {
      expect(printed).to.contain(key.publicKey.toBase58())
    }
    const ids = [...printed.matchAll(/market_(\w+)/g)].map(([, address]) => address)
    expect(ids).to.have.length(18)
    const markets = await new Connection(`http://127.0.0.1:${port}`, 'confirmed').getProgramAccounts(
      PROGRAM_ID,
    )
    expect(markets.map(({ pubkey }) => pubkey.toBase58())).to.include.members(ids)
    const url = /curl '([^']+)'/.exec(printed)?.[1] ?? expect.fail('Nothing to try')
    expect((await fetch(url)).status).to.equal(200)

    // When somebody presses Ctrl-C, which goes to all processes of the terminal.
    process.kill(-own, 'SIGINT')

    // Then all of them end by themselves, without a complaint, and the ports are free.
    await localnet.ended
    await until('all of its processes to end', () => !isGroupRunning(own))
    expect(localnet.output()).to.contain('Stopping.').and.not.to.match(/error/i)
    for (const offset of OFFSETS) expect(await isListening(port + offset)).to.equal(false)
  })
})

describe('the localnet as a process', () => {
  let localnet: Running

  afterEach(() => {
    localnet.child.kill('SIGKILL')
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends by ${signal} while a client is connected, and without demonstration markets`, async () => {
      const port = await freePorts(OFFSETS.length)
      const env = { LOCALNET_PORT: `${port}`, DEMO: '0' }
      localnet = await startBundled('app/src/main.ts', ['localnet'], env)
      await ready(localnet)
      expect(localnet.output()).not.to.contain('market_')

      const client = connect({ host: '127.0.0.1', port: port + 1 })
      await once(client, 'connect')
      // Whether it is told goodbye or cut off.
      const cut = new Promise((resolve) => client.on('error', () => {}).once('close', resolve))
      localnet.child.kill(signal)

      const ended = await localnet.ended
      await cut
      expect(ended, localnet.output()).to.deep.equal({ code: 0, signal: null })
      for (const offset of OFFSETS) expect(await isListening(port + offset)).to.equal(false)
    })
  }

  it('that cannot start says why and ends', async () => {
    localnet = await startBundled('app/src/main.ts', ['localnet'], { LOCALNET_PORT: 'http' })
    expect(await localnet.ended).to.deep.equal({ code: 1, signal: null })
    expect(localnet.output()).to.equal(
      'Invalid settings:\n  LOCALNET_PORT: must be a whole number from 0 to 65535, got http\n',
    )
  })
})
