import { FeedRefusedError, PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { Feeds } from '../../app/src/prices/feeds.ts'
import { act, openGateway, paidWallet, refused, request } from '../helpers/gateway/harness.ts'
import { closeConnection, openConnection, until } from '../helpers/localnet/index.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()

/** Closed at all times. */
const CLOSED = 'America/New_York;C,C,C,C,C,C,C;'

describe('gateway: feeds that pause', () => {
  const alice = Keypair.generate()
  let localnet: Localnet
  let gateway: Awaited<ReturnType<typeof openGateway>>['gateway']
  let client: PredictionMarketClient
  let url: string

  before(async () => {
    const options = { rpcPort: 0, slotTimeMs: 100, seed: 'feeds', demo: false, attestors: false }
    localnet = await startLocalnet(options)
    const nodes = { nodes: [localnet.node], localnet, prices: localnet.prices, reconcileMs: 500 } as const
    gateway = (await openGateway(nodes)).gateway
    url = gateway.url
    const signer = localnet.node.payer
    client = new PredictionMarketClient(openConnection(localnet.node), { signer, prices: localnet.prices })
    await paidWallet(url, alice, { SOL: '20' })
  })

  beforeEach(() => set({ price: 150 }))

  after(async () => {
    if (client) await closeConnection(client.connection)
    await gateway?.stop()
    await localnet?.stop()
  })

  const now = () => localnet.node.clock.now.unixSecond

  async function set(change: object) {
    const answer = await request(url, 'POST', '/v1/localnet/prices', { body: { feed: 'SOL/USD', ...change } })
    expect(answer.status, answer.text).to.equal(200)
    return answer.body
  }

  const market = () => ({
    question: 'Will SOL be above $100?',
    outcomes: ['Yes', 'No'],
    expireAt: new Date((now() + 600) * 1_000).toISOString(),
    currency: 'SOL',
  })
  const build = () => request(url, 'POST', '/v1/markets', { body: market(), wallet: alice })
  const open = async () => (await act(url, '/v1/markets', market(), alice)).sent.body.id as string
  const bet = (id: string) =>
    request(url, 'POST', `/v1/markets/${id}/bets`, { body: { outcome: 'Yes', amount: 1 }, wallet: alice })
  const quote = (id: string) => request(url, 'GET', `/v1/markets/${id}/quote?outcome=Yes&amount=1`)

  /** Expects the gateway to refuse, and the client of the SDK to do so without sending anything. */
  async function refusedWith(answer: Awaited<ReturnType<typeof request>>, code: string, why: string) {
    refused(answer, 409, why)
    expect(answer.headers.get('x-error-code')).to.equal(code)
  }

  async function clientRefuses(sending: Promise<unknown>, code: string, why: string) {
    const error = await sending.then(
      () => expect.fail('It was sent'),
      (reason: unknown) => reason as FeedRefusedError,
    )
    expect(error).to.be.instanceOf(FeedRefusedError)
    expect(error.code).to.equal(code)
    expect(error.message).to.include(why)
  }

  const create = () =>
    client.markets.create({
      question: 'Will SOL be above $100?',
      expireAt: BigInt(now() + 600),
      currency: 'SOL',
    })

  it('opens no market whose feed is scheduled to be closed when it is decided', async () => {
    await set({ schedule: CLOSED })
    const why = 'SOL/USD is scheduled to be closed at'
    await refusedWith(await build(), 'FeedClosed', why)
    const { outcomes: _, currency: __, ...question } = market()
    await refusedWith(await request(url, 'POST', '/v1/questions', { body: question }), 'FeedClosed', why)
    await clientRefuses(create(), 'FeedClosed', why)
    await set({})
    expect((await build()).status).to.equal(202)
  })

  it('opens no market while the feed is too uncertain', async () => {
    const { price, publishTime } = await set({ confidence: 1.51 })
    expect(price).to.equal(150)
    const [update] = await localnet.prices.history([SOL_FEED], publishTime, publishTime)
    expect(update?.conf).to.equal(151_000_000n)
    const why = 'The price of SOL/USD is too uncertain now'
    await until('the gateway to read the price', async () => (await build()).status === 409)
    await refusedWith(await build(), 'FeedUncertain', why)
    await clientRefuses(create(), 'FeedUncertain', why)
    await set({ confidence: '1.5' })
    await until('the gateway to read the price', async () => (await build()).status === 202)
  })

  it('builds and quotes no bet while the feed pauses', async () => {
    const id = await open()
    expect((await bet(id)).status).to.equal(202)
    const { publishTime } = await set({ price: 160, asleep: true })
    const asleep = await localnet.prices.latest(SOL_FEED)
    expect(asleep).to.deep.include({ publishTime, price: 15_000_000_000n })
    await localnet.node.cheats.timeTravel(publishTime + 40)
    await until('the gateway to see the time', () => gateway.chain.state.now() > BigInt(publishTime) + 30n)
    const why = 'more than a betting period of 9 seconds: bets are refused until it publishes again'
    await refusedWith(await bet(id), 'FeedStale', why)
    await refusedWith(await quote(id), 'FeedStale', why)
    await clientRefuses(
      client.bets.place({ market: id, outcome: 'Yes', amount: 1_000_000n }),
      'FeedStale',
      why,
    )
    expect((await client.markets.get(id))?.pools).to.deep.equal({ Yes: 0n, No: 0n })
    const action = await fetch(`${url}/actions/markets/${id}?outcome=Yes&amount=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: alice.publicKey.toBase58() }),
    })
    expect(action.status).to.equal(409)

    const woken = await set({})
    expect(woken.price).to.equal(160)
    const update = await localnet.prices.updateAt(SOL_FEED, publishTime + 20)
    expect(update).to.deep.include({ publishTime: woken.publishTime, prevPublishTime: publishTime })
    await until('the gateway to read the price', async () => (await bet(id)).status === 202)
    expect((await quote(id)).status).to.equal(200)
    await client.bets.place({ market: id, outcome: 'Yes', amount: 1_000_000n })
  })

  it('builds no bet on a market whose feed is scheduled to be closed at the expiry', async () => {
    const id = await open()
    await set({ schedule: CLOSED })
    const why = 'SOL/USD is scheduled to be closed at the expiry'
    await refusedWith(await bet(id), 'FeedClosed', why)
    await refusedWith(await quote(id), 'FeedClosed', why)
    await clientRefuses(
      client.bets.place({ market: id, outcome: 'Yes', amount: 1_000_000n }),
      'FeedClosed',
      why,
    )
  })

  it('lists the assets of this deployment with their prices, read once for all who ask', async () => {
    await set({ price: '161.5' })
    const sol = await until('the new price', async () => {
      const { body } = await request(url, 'GET', '/v1/assets')
      const [first] = body as { symbol: string; price: { dollars: number } | null }[]
      return first?.price?.dollars === 161.5 && first
    })
    expect(sol).to.include({ symbol: 'SOL', name: 'Solana', feed: SOL_FEED, tokenAddress: null })

    let reads = 0
    const source = {
      latest: () => expect.fail('All are read together'),
      updateAt: async () => null,
      latestOf: (ids: readonly string[]) => {
        reads += 1
        return reads === 1 ? localnet.prices.latestOf(ids) : Promise.reject(new Error('too many requests'))
      },
    }
    const feeds = new Feeds(source, ({ message }) => expect.fail(message))
    const [one, other] = await Promise.all([feeds.current([SOL_FEED]), feeds.current([SOL_FEED])])
    expect([...one.keys()]).to.deep.equal([SOL_FEED])
    expect(other).to.equal(one)
    expect(reads).to.equal(1)
  })

  it('refuses invalid states of a simulated feed', async () => {
    const attempt = (change: object) =>
      request(url, 'POST', '/v1/localnet/prices', { body: { feed: 'SOL/USD', ...change } })
    refused(await attempt({ schedule: 'weekdays' }), 400, 'schedule: must be a time zone')
    refused(await attempt({ price: 0 }), 400, 'price: must be above zero')
    refused(await attempt({ confidence: '0.0000000001' }), 400, 'confidence:')
    refused(await attempt({ asleep: 'yes' }), 400, 'asleep: must be a boolean')
  })
})
