import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { verifyDecision } from '@prediction-market/sdk/proof'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { act, openGateway, paidWallet, refused, request } from '../helpers/gateway/harness.ts'
import { SseClient } from '../helpers/gateway/sse-client.ts'
import { closeConnection, openConnection, until } from '../helpers/localnet/index.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()

describe('gateway: markets about a change', () => {
  const [alice, bob] = [Keypair.generate(), Keypair.generate()]
  let localnet: Localnet
  let gateway: Awaited<ReturnType<typeof openGateway>>['gateway']
  let client: PredictionMarketClient
  let url: string

  before(async () => {
    localnet = await startLocalnet({
      rpcPort: 0,
      slotTimeMs: 100,
      seed: 'change',
      demo: false,
      attestors: false,
    })
    const { node, prices } = localnet
    gateway = (await openGateway({ nodes: [node], localnet, prices, reconcileMs: 500 })).gateway
    url = gateway.url
    client = new PredictionMarketClient(openConnection(node), { signer: node.payer })
    for (const wallet of [alice, bob]) await paidWallet(url, wallet, { SOL: '20' })
    await prices.set('SOL', '150')
  })

  after(async () => {
    if (client) await closeConnection(client.connection)
    await gateway?.stop()
    await localnet?.stop()
  })

  const now = () => localnet.node.clock.now.unixSecond
  const iso = (second: number) => new Date(second * 1_000).toISOString().replace('.000Z', 'Z')

  /** A market about SOL going up from one second to another. */
  const body = (referenceAt: number, expireAt: number, condition: object = {}) => ({
    question: 'Will SOL go up?',
    outcomes: ['Yes', 'No'],
    expireAt: iso(expireAt),
    currency: 'SOL',
    condition: {
      type: 'change',
      feed: 'SOL/USD',
      comparison: 'above',
      referenceAt: iso(referenceAt),
      ...condition,
    },
  })

  const build = (sent: object) => request(url, 'POST', '/v1/markets', { body: sent, wallet: alice })

  /** The account of the price at a second, once the clock is there. */
  async function priceAt(second: number) {
    await localnet.node.cheats.timeTravel(second)
    const update = await until('the price', () => localnet.prices.updateAt(FEED, second))
    return localnet.prices.post(update)
  }

  it('are refused if betting or the change would be too short, or the times do not form a change', async () => {
    const [soon, later] = [now() + 100, now() + 200]
    refused(
      await build(body(now(), later)),
      400,
      /condition\.referenceAt: must be .* or later: betting ends 2 seconds/,
    )
    refused(
      await build(body(soon, soon + 11)),
      400,
      /expireAt: must be .* or later: a change is measured over at/,
    )
    refused(await build(body(soon, later, { timing: 'byExpiry' })), 400, 'condition.timing: must be atExpiry')
    refused(
      await build(body(soon, later, { bps: -10_000 })),
      400,
      'condition.bps: must be a whole number above',
    )
    refused(
      await build(body(soon, later, { bps: 0.5 })),
      400,
      'condition.bps: must be a whole number of basis',
    )
    refused(await build(body(soon, later, { target: 5 })), 400, 'condition')
    const { condition, ...others } = body(soon, later)
    const { referenceAt: _, ...without } = condition
    refused(await build({ ...others, condition: without }), 400, 'condition.referenceAt')
  })

  it('are opened, record their first price, are decided by the second, and proven', async () => {
    // Given a market with bets on both sides.
    const stream = await new SseClient(url).open()
    const [referenceAt, expireAt] = [now() + 60, now() + 120]
    const { built, sent } = await act(url, '/v1/markets', body(referenceAt, expireAt, { bps: 100 }), alice)
    const condition = {
      type: 'change',
      feed: FEED,
      symbol: 'SOL/USD',
      comparison: 'above',
      bps: 100,
      referenceAt: iso(referenceAt),
      reference: null,
      timing: 'atExpiry',
    }
    expect(built.body.condition).to.deep.equal(condition)
    expect(built.body.closeAt).to.equal(iso(referenceAt - 2))
    expect(built.body.details).to.include('SOL/USD is above 101 % of its price at')
    const { id } = sent.body
    expect(sent.body.condition).to.deep.equal(condition)
    const bet = (outcome: string, wallet: Keypair) =>
      act(url, `/v1/markets/${id}/bets`, { outcome, amount: 1 }, wallet)
    await bet('Yes', alice)
    await bet('No', bob)
    const read = async () => (await request(url, 'GET', `/v1/markets/${id}`)).body
    expect(await read()).to.not.have.property('conditionProgress')
    const quote = await request(url, 'GET', `/v1/markets/${id}/quote?outcome=Yes&amount=1`)
    expect(quote.status).to.equal(200)

    // When the price that it begins with is recorded.
    await client.decisions.resolve({ market: id, referencePrice: await priceAt(referenceAt) })
    const begun = await until('the reference', async () => {
      const market = await read()
      return market.condition.reference && market.conditionProgress ? market : null
    })
    const price = begun.condition.reference.price
    expect(price).to.be.above(0)
    expect(Date.parse(begun.condition.reference.publishedAt)).to.be.at.least(referenceAt * 1_000)
    expect(begun.acceptingBets).to.equal(false)
    expect(begun.conditionProgress.target).to.be.closeTo(price * 1.01, 1e-6)
    const late = await request(url, 'POST', `/v1/markets/${id}/bets`, {
      body: { outcome: 'Yes', amount: 1 },
      wallet: bob,
    })
    refused(late, 409, 'The market no longer takes bets')

    // And the one at its expiry decides.
    await localnet.prices.set('SOL', '300')
    await client.decisions.resolve({ market: id, price: await priceAt(expireAt) })
    const decided = await until('the decision', async () => {
      const market = await read()
      return market.status === 'resolved' && market
    })
    expect(decided).to.include({ winningOutcome: 'Yes' })
    expect(decided.condition.reference).to.deep.equal(begun.condition.reference)

    // Then the stream has sent it in order, and the proof holds.
    await until('the events', () => stream.events.some(({ event }) => event === 'resolution'))
    expect(stream.events.map(({ event }) => event)).to.deep.equal([
      'market',
      'bet',
      'bet',
      'reference',
      'resolution',
    ])
    expect(stream.events[3]?.data).to.deep.include({
      marketId: id,
      type: 'reference',
      ...begun.condition.reference,
    })
    stream.close()
    const proof = await request(url, 'GET', `/v1/markets/${id}/proof`)
    expect(proof.status, proof.text).to.equal(200)
    expect(proof.body.reference.evidence).to.include({ type: 'price' })
    expect(proof.body.transactions.recorded).not.to.equal(null)
    for (const one of [proof.body, id]) {
      const { ok, checks } = await verifyDecision(client.connection, one)
      expect(ok, JSON.stringify(checks)).to.equal(true)
    }
    const lied = { ...proof.body, reference: { ...proof.body.reference, value: '1' } }
    const { checks } = await verifyDecision(client.connection, lied)
    expect(checks.find(({ name }) => name === 'answer')).to.include({ ok: false })
  })

  it('are decided by both prices at once, which the history tells apart', async () => {
    const [referenceAt, expireAt] = [now() + 60, now() + 120]
    const { id } = (await act(url, '/v1/markets', body(referenceAt, expireAt), alice)).sent.body
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: 1 }, bob)
    const referencePrice = await priceAt(referenceAt)
    await localnet.prices.set('SOL', '10')
    await client.decisions.resolve({ market: id, referencePrice, price: await priceAt(expireAt) })
    const proof = await until('the proof', async () => {
      const answer = await request(url, 'GET', `/v1/markets/${id}/proof`)
      return answer.status === 200 && answer.body
    })
    expect(proof.transactions.recorded).to.deep.equal(proof.transactions.decided)
    expect(proof.reference.evidence.account).not.to.equal(proof.evidence.account)
    const { ok, checks } = await verifyDecision(client.connection, proof)
    expect(ok, JSON.stringify(checks)).to.equal(true)
  })
})
