import { expect } from 'chai'
import { loadAddon, surfpoolPackage } from '../../app/src/localnet/addon.ts'
import { localnetOptions } from '../../app/src/localnet/settings.ts'

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
