import { PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { HISTORY_VERSION } from '../../app/src/store/migrate.ts'
import { SseClient } from '../helpers/gateway/sse-client.ts'
import { newPlace } from '../helpers/gateway/store.ts'
import { fundedWallet, type Running, sharedLocalnet, start, until } from '../helpers/localnet/index.ts'
import { type BundledApp, bundleApp } from '../helpers/run/bundle.ts'

/** A gateway of one of the releases, as a process of its own. */
interface Release {
  url: string
  stop(): Promise<void>
}

describe('gateway: two releases with different histories on one Postgres', () => {
  const bundles: BundledApp[] = []
  const running: Running[] = []
  let databaseUrl: string
  let remove = async () => {}
  let bettor: Keypair
  let client: PredictionMarketClient
  let market: PublicKey
  let bets = 0

  before(async function () {
    if (!process.env.DATABASE_URL) return this.skip()
    const place = await newPlace()
    databaseUrl = place.databaseUrl as string
    remove = place.remove
    const { connection, node } = await sharedLocalnet()
    bettor = await fundedWallet(connection)
    client = new PredictionMarketClient(connection, { signer: bettor })
    const expireAt = BigInt(node.clock.now.unixSecond + 3_600)
    const condition = { type: 'event', timing: 'atExpiry' } as const
    const opened = await client.markets.create({ question: 'Goes on?', currency: 'SOL', expireAt, condition })
    market = opened.market
    for (const version of [HISTORY_VERSION - 1, HISTORY_VERSION]) bundles.push(await bundleVersion(version))
  })

  after(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL')
      await ended
    }
    for (const bundle of bundles) await bundle.remove()
    await remove()
  })

  /** Builds the app with another version of the history's rules. */
  async function bundleVersion(version: number): Promise<BundledApp> {
    let found = 0
    const bundle = await bundleApp('app/src/main.ts', (_, text) =>
      text.replace(/(?<=const HISTORY_VERSION = )\d+/, () => {
        found += 1
        return String(version)
      }),
    )
    expect(found).to.equal(1)
    return bundle
  }

  async function startRelease(which: 'old' | 'new'): Promise<Release> {
    const { node } = await sharedLocalnet()
    const { file } = bundles[which === 'old' ? 0 : 1] as BundledApp
    const started = start(process.execPath, [file], {
      RPC_URL: node.rpcUrl,
      WS_URL: node.wsUrl,
      CLUSTER: 'localnet',
      DATABASE_URL: databaseUrl,
      KEEPER: '0',
      PORT: '0',
      LOG_LEVEL: 'warn',
    })
    running.push(started)
    const url = await until('its address', () => {
      if (started.child.exitCode !== null) expect.fail(started.output())
      return /Open (http:\S+) in a browser/.exec(started.output())?.[1]
    })
    return {
      url,
      async stop() {
        started.child.kill('SIGTERM')
        expect(await started.ended, started.output()).to.deep.equal({ code: 0, signal: null })
      },
    }
  }

  async function bet(): Promise<void> {
    await client.bets.place({ market, outcome: bets % 2 ? 'Yes' : 'No', amount: 1_000_000n + BigInt(bets) })
    bets += 1
  }

  const get = async (url: string, path: string) => {
    const answer = await fetch(`${url}${path}`)
    // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const listBets = ({ url }: Release) => get(url, `/v1/markets/${toMarketId(market)}/bets?limit=100`)
  const positions = ({ url }: Release) => get(url, `/v1/wallets/${bettor.publicKey.toBase58()}/positions`)

  /** Waits until a release has so many bets; until then it has no others, or says that it does not know. */
  const hasAll = (release: Release) =>
    until(`${bets} bets`, async () => {
      const { status, body } = await listBets(release)
      if (status === 503) return false
      expect(status).to.equal(200)
      return body.length === bets
    })

  /** The ids of the market's events, by which streams go on. */
  async function idsOf(release: Release): Promise<number[]> {
    const query = `?market=${toMarketId(market)}&lastEventId=0`
    const stream = new SseClient(release.url, query)
    await stream.open()
    await until('all events', () => stream.events.length === bets + 1)
    stream.close()
    await stream.ended()
    return stream.events.map(({ id }) => id)
  }

  it('attacks 83 and 106: loses no history and gives no wrong answer when it is upgraded and goes back', async () => {
    // Given the old release with a history.
    const old = await startRelease('old')
    for (let count = 0; count < 3; count += 1) await bet()
    await hasAll(old)
    const before = await idsOf(old)

    // When the new one builds its own beside it, the old one goes on, and neither answers with less than there is.
    let isOver = false
    const asked = (async () => {
      while (!isOver) {
        const seen = bets
        const [listed, held] = [await listBets(old), await positions(old)]
        expect([listed.status, held.status]).to.deep.equal([200, 200])
        expect(held.body).to.have.length(1)
        expect(listed.body.length).to.be.at.least(Math.min(3, seen))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    const next = await startRelease('new')
    await until('it to be ready', async () => (await get(next.url, '/health/ready')).status === 200)
    await hasAll(next)
    isOver = true
    await asked
    expect(await idsOf(next)).to.deep.equal(before)

    // Then both follow the chain, with the same ids, so that streams can move between them.
    for (let count = 0; count < 5; count += 1) await bet()
    await Promise.all([hasAll(old), hasAll(next)])
    const both = await idsOf(old)
    expect(await idsOf(next)).to.deep.equal(both)
    expect(both.slice(0, before.length)).to.deep.equal(before)

    // And going back finds what was there, and what came meanwhile.
    await old.stop()
    await bet()
    await hasAll(next)
    await next.stop()
    await bet()
    const back = await startRelease('old')
    await hasAll(back)
    const ids = await idsOf(back)
    expect(ids.slice(0, both.length)).to.deep.equal(both)
    const again = await startRelease('new')
    await hasAll(again)
    expect(await idsOf(again)).to.deep.equal(ids)
    for (const release of [back, again]) {
      expect((await positions(release)).body[0]).to.include({ marketId: toMarketId(market) })
      await release.stop()
    }
  })
})
