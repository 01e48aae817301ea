import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { Registry } from 'prom-client'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import { PriceOutage } from '../../app/src/keeper/price-outage.ts'
import { serveKeeper } from '../../app/src/keeper/service.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { type PriceSource, type PriceUpdate, UnknownFeedError } from '../../app/src/prices/source.ts'
import { StreamedPrices } from '../../app/src/prices/streamed.ts'
import { closeLocalnet, openKeeper, openLocalnet } from '../helpers/keeper/harness.ts'
import { type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { holds } from '../helpers/metrics.ts'

describe('the health of a keeper', () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet({ attestors: false })
  })

  after(() => closeLocalnet(localnet))

  it('names payers with a low balance, and fails once all are low', async () => {
    const [full = expect.fail()] = LOCALNET_KEYS.keepers
    const poor = Keypair.generate()
    const { cheats } = localnet.node
    await cheats.setLamports(poor.publicKey, 999n)
    const keeper = await openKeeper(localnet, { payers: [full, poor], minBalance: 1_000, balanceMs: 500 })
    const onError = (error: Error) => expect.fail(error.message)
    const server = await serveKeeper(keeper, { host: '127.0.0.1', port: 0 }, onError)
    try {
      const health = async () => {
        const answer = await fetch(`${server.url}/health/ready`)
        return { code: answer.status, body: (await answer.json()) as { status: string; lowPayers: string[] } }
      }
      /** Waits for the next read of the balances: no request does. */
      const low = (count: number) =>
        until(`${count} low payers`, async () => {
          const answer = await health()
          return answer.body.lowPayers.length === count && answer
        })
      const lowPayers = [poor.publicKey.toBase58()]
      // It is stale until its websocket has reported the first slot.
      const first = await until('it to be up to date', async () => {
        const answer = await health()
        return answer.body.status === 'low' && answer
      })
      expect(first.code).to.equal(200)
      expect(first.body).to.deep.include({ status: 'low', lowPayers })
      for (const alert of ['PayerLow', 'PayerRunningDry']) {
        expect(await holds(alert, server.url), alert).to.equal(true)
      }

      await localnet.faucet.pay({ wallet: poor.publicKey, currency: 'SOL', amount: 1_000_000_000n })
      expect((await low(0)).body).to.deep.include({ status: 'ok', lowPayers: [] })
      for (const alert of ['PayerLow', 'PayerRunningDry']) {
        expect(await holds(alert, server.url), alert).to.equal(false)
      }

      await cheats.setLamports(poor.publicKey, 999n)
      await cheats.setLamports(full.publicKey, 999n)
      expect(await low(2)).to.deep.include({ code: 503 })
      expect((await fetch(`${server.url}/health`)).status).to.equal(503)
      expect((await fetch(`${server.url}/health/live`)).status).to.equal(200)
    } finally {
      await server.stop()
      await keeper.stop()
    }
  })

  it('is answered from memory while no node answers', async () => {
    let isHanging = false
    const proxy = await openRpcProxy({ node: localnet.node, fate: () => (isHanging ? 'hang' : 'pass') })
    const keeper = await openKeeper(localnet, { nodes: [proxy] })
    const onError = (error: Error) => expect.fail(error.message)
    const server = await serveKeeper(keeper, { host: '127.0.0.1', port: 0 }, onError)
    try {
      const ready = async () => (await fetch(`${server.url}/health/ready`)).status
      await until('it to be ready', async () => (await ready()) === 200)
      isHanging = true
      for (const path of ['/metrics', '/health', '/health/live']) {
        // A call to the node would be given up after five seconds.
        await fetch(`${server.url}${path}`, { signal: AbortSignal.timeout(4_000) })
      }
      await until('it to notice', async () => (await ready()) === 503)
    } finally {
      await server.stop()
      await keeper.stop()
      await proxy.close()
    }
  })
})

describe('attack 84: prices that cannot be read', () => {
  it('are reported after a minute, until a price is read', async () => {
    let now = 0
    const outage = new PriceOutage(() => now)
    let answer = () => Promise.reject<PriceUpdate>(new Error('down'))
    const source: PriceSource = { latest: () => answer(), updateAt: () => answer() }
    const prices = outage.watch(source)
    const read = () => prices.latest('feed').catch(() => {})
    expect(outage.isOn).to.equal(false)
    await read()
    now = 59_999
    await read()
    expect(outage.isOn).to.equal(false)
    now = 60_000
    await read()
    expect(outage.isOn).to.equal(true)
    // A feed that the source does not have says that it answers.
    answer = () => Promise.reject(new UnknownFeedError('feed'))
    await read()
    expect(outage.isOn).to.equal(false)
  })

  it('are not reported after a single failure, nor when nobody has read one for five minutes', async () => {
    let now = 0
    const outage = new PriceOutage(() => now)
    const down = () => Promise.reject<PriceUpdate>(new Error('down'))
    const source: PriceSource = { latest: down, updateAt: down }
    const prices = outage.watch(source)
    const read = () => prices.latest('feed').catch(() => {})
    await read()
    now = 120_000
    expect(outage.isOn).to.equal(false)
    await read()
    now += 299_999
    expect(outage.isOn).to.equal(true)
    now += 1
    expect(outage.isOn).to.equal(false)
    // Every read since the first has failed.
    await read()
    expect(outage.isOn).to.equal(true)
  })

  it('are reported while a stream is polled in vain, and no longer once it goes on', async () => {
    let now = 0
    const outage = new PriceOutage(() => now)
    const down = () => Promise.reject(new Error('down'))
    let send: (updates: PriceUpdate[]) => void = () => expect.fail('It is not streamed')
    let end: (reason: Error) => void = () => expect.fail('It is not streamed')
    const source: PriceSource = {
      latest: down,
      updateAt: down,
      latestOf: down,
      schedule: async () => null,
      stream: (_, onUpdates) => {
        send = onUpdates
        return new Promise((_, reject) => {
          end = reject
        })
      },
    }
    const prices = new StreamedPrices(outage.watch(source), { onError: () => {}, clock: () => now })
    const read = () => prices.latestOf(['feed']).catch(() => [])
    await read()
    send([])
    end(new Error('cut'))
    // Most reads ask nobody, since the last poll was a moment ago.
    for (; now < 61_000; now += 300) await read()
    await prices.schedule('feed')
    expect(outage.isOn).to.equal(true)
    send([])
    expect(outage.isOn).to.equal(false)
  })

  it('make a keeper not ready, and are a metric', async () => {
    const keeper = {
      chain: { state: { lag: () => 0, lagMs: () => 0, slot: 7 }, book: { size: 1 } },
      metrics: { registry: new Registry() },
      payers: () => [],
      hasNoPrices: true,
    } as unknown as Keeper
    const server = await serveKeeper(keeper, { host: '127.0.0.1', port: 0 }, () => {})
    try {
      const answer = await fetch(`${server.url}/health/ready`)
      expect([answer.status, await answer.json()]).to.deep.equal([
        503,
        { status: 'no prices', slot: 7, slotLag: 0, markets: 1, lowPayers: [] },
      ])
    } finally {
      await server.stop()
    }
  })
})
