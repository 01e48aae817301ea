import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  sharedGateway,
  sign,
} from '../helpers/gateway/harness.ts'
import { openConnection, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const { randomInt } = crypto

/** Replaces the function that nonces are drawn with. */
function drawWith(draw: (most: number) => number): void {
  crypto.randomInt = draw as typeof randomInt
  syncBuiltinESMExports()
}

describe('gateway: nonces of markets', () => {
  afterEach(() => drawWith(randomInt))

  it('are drawn again if another market of the creator has the same', async () => {
    // Given a market.
    const test = await sharedGateway()
    const { gateway, localnet } = test
    const wallet = Keypair.generate()
    await paidWallet(gateway.url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $100?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(test, 3_600),
      currency: 'SOL',
    }
    const { built } = await act(gateway.url, '/v1/markets', body, wallet)
    const market = await new PredictionMarketClient(localnet.connection).markets.get(
      marketAddressOf(built.body.id),
    )
    const { nonce } = market ?? expect.fail('no market')

    // When its nonce is drawn for another one: at the first draw, if the gateway's clock shows the same second.
    let draws = 0
    drawWith((most) => {
      draws += 1
      return draws === 1 ? Number(nonce) - 1_000 * localnet.node.clock.now.unixSecond : randomInt(most)
    })

    // Then the second draw counts.
    await until('the same nonce', async () => {
      draws = 0
      const answer = await request(gateway.url, 'POST', '/v1/markets', { body, wallet })
      expect(answer.status, answer.text).to.equal(202)
      expect(answer.body.id).to.not.equal(built.body.id)
      return draws === 2
    })
  })
})

/** Longer than the localnet's void delay. */
const LONG = 3_600

describe('gateway: when time passes', () => {
  const alice = Keypair.generate()
  const bob = Keypair.generate()
  let localnet: Localnet
  let proxy: RpcProxy
  let fate: (method: string) => Fate = () => 'pass'
  let gateway: Awaited<ReturnType<typeof openGateway>>['gateway']
  let url: string

  before(async () => {
    // Its clock goes where these tests want it, and its blocks come fast, which the shared one's must not.
    localnet = await startLocalnet({ rpcPort: 0, slotTimeMs: 100, seed: 'time', demo: false })
    proxy = await openRpcProxy({ node: localnet.node, fate: (method) => fate(method) })
    gateway = (await openGateway({ nodes: [proxy], localnet, prices: localnet.prices, patienceMs: 5_000 }))
      .gateway
    url = gateway.url
    await paidWallet(url, alice, { SOL: '20' })
    await paidWallet(url, bob, { SOL: '20' })
  })

  beforeEach(() => {
    fate = () => 'pass'
  })

  after(async () => {
    await gateway.stop()
    await proxy.close()
    await localnet.stop()
  })

  const open = async () => {
    const body = {
      question: 'Will it rain?',
      outcomes: ['Yes', 'No'],
      expireAt: new Date((localnet.node.clock.now.unixSecond + 600) * 1_000).toISOString(),
      currency: 'SOL',
      condition: { type: 'event' },
    }
    return (await act(url, '/v1/markets', body, alice)).sent.body.id as string
  }

  it('reports a transaction that no block included as expired', async () => {
    const path = `/v1/markets/${await open()}`
    const body = { outcome: 'Yes', amount: '0.5' }
    const built = await request(url, 'POST', `${path}/bets`, { body, wallet: alice })
    const signedTransaction = sign(built.body.transaction.base64, alice)
    // Given that it never reaches the node.
    fate = (method) => (method === 'sendTransaction' ? 'cut' : 'pass')
    const pending = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
    expect(pending.status, pending.text).to.equal(202)

    // When its blockhash has grown too old, after 150 blocks.
    const { transactionId } = pending.body
    const hasEnded = async () => {
      const { body: status } = await request(url, 'GET', `/v1/transactions/${transactionId}`)
      return status.status !== 'pending' && status
    }
    const expired = await until('its end', hasEnded)

    // Then it is known to be over, also to whoever sends it again, and nothing has happened.
    expect(expired).to.deep.equal({
      transactionId,
      status: 'expired',
      slot: null,
      error: 'No block included it before its blockhash expired',
      result: null,
    })
    fate = () => 'pass'
    const again = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
    expect(again.status, again.text).to.equal(409)
    expect(again.body.error).to.include('expired')
    expect((await request(url, 'GET', path)).body.totalVolume).to.equal(0)
  })

  it('shows a market that nobody could decide as void, with every stake paid back', async () => {
    // Given a market with stakes on both sides that nobody decides.
    const id = await open()
    const path = `/v1/markets/${id}`
    await act(url, `${path}/bets`, { outcome: 'Yes', amount: 3 }, alice)
    await act(url, `${path}/bets`, { outcome: 'No', amount: '1.000000001' }, bob)

    // When the void delay has passed, anybody voids it.
    await localnet.node.cheats.timeTravel(localnet.node.clock.now.unixSecond + LONG)
    const keeper = new PredictionMarketClient(openConnection(localnet.node), { signer: localnet.node.payer })
    await keeper.decisions.void({ market: id })
    const detail = await until('the market to be void', async () => {
      const answer = await request(url, 'GET', path)
      return answer.body.status === 'void' && answer
    })

    // Then it has no winner and no fees, and everybody gets back what they staked.
    expect(detail.body).to.deep.include({
      winningOutcome: null,
      acceptingBets: false,
      totalVolume: 4.000000001,
      payoutRatio: { Yes: 1, No: 1 },
      feesCollected: { burned: '0 SOL', developer: '0 SOL' },
      outcomes: [
        { name: 'Yes', totalStake: 3, refundedStake: 3 },
        { name: 'No', totalStake: 1.000000001, refundedStake: 1.000000001 },
      ],
      answer: null,
      cancelled: false,
    })
    const listed = await request(url, 'GET', '/v1/markets?status=void')
    expect(listed.body.map((market: { id: string }) => market.id)).to.deep.equal([id])
    const result = () => request(url, 'GET', `${path}/result`, { wallet: bob })
    expect((await result()).body).to.deep.include({
      winningOutcome: null,
      yourWinnings: 0,
      yourRefund: 1.000000001,
      claimable: true,
      settled: false,
    })
    await keeper.decisions.settle({ market: id })
    const paid = await until('the refund', async () => {
      const answer = await result()
      return answer.body.settled && answer
    })
    expect(paid.body).to.deep.include({ yourWinnings: 0, claimable: false, settled: true })
    expect(paid.text).to.include('"yourRefund":1.000000001')
    const late = await request(url, 'POST', `${path}/bets`, {
      body: { outcome: 'No', amount: 1 },
      wallet: bob,
    })
    expect([late.status, late.body.error]).to.satisfy(
      ([status, error]: [number, string]) => status === 409 && error.startsWith('The market is void'),
    )
  })
})
