import { randomBytes } from 'node:crypto'
import { PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { Health } from '../../app/src/gateway/health/routes.ts'
import { TransactionStatus } from '../../app/src/gateway/relay/schemas.ts'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { passSlots, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { holds, metric } from '../helpers/metrics.ts'

/** The owner of the clock and of other sysvars. */
const CLOCK_OWNER = 'Sysvar1111111111111111111111111111111111111'

describe('gateway: with failing nodes', () => {
  const wallet = Keypair.generate()
  let test: TestGateway
  let market: string
  /** The fate of calls through the proxy. */
  let fate: (method: string) => Fate = () => 'pass'
  let proxy: RpcProxy

  before(async () => {
    test = await sharedGateway()
    await paidWallet(test.gateway.url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: inSeconds(test, 3_600),
    }
    market = (await act(test.gateway.url, '/v1/markets', body, wallet)).sent.body.id
    proxy = await openRpcProxy({ node: test.localnet.node, fate: (method) => fate(method) })
  })

  beforeEach(() => {
    fate = () => 'pass'
  })

  after(() => proxy.close())

  async function build(url: string, amount: string): Promise<string> {
    const body = { outcome: 'Yes', amount }
    const built = await request(url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
    expect(built.status, built.text).to.equal(202)
    return sign(built.body.transaction.base64, wallet)
  }

  const submit = (url: string, signedTransaction: string, headers: Record<string, string> = {}) =>
    request(url, 'POST', '/v1/transactions', { body: { signedTransaction }, headers })

  const volume = async (url: string) => (await request(url, 'GET', `/v1/markets/${market}`)).body.totalVolume

  it('reports a slow transaction as pending, and later its status', async () => {
    const { gateway } = await openGateway({ patienceMs: 1, nodes: [proxy] })
    try {
      const before = await volume(gateway.url)
      const transaction = await build(gateway.url, '0.5')
      const headers = { 'idempotency-key': transaction.slice(0, 100) }
      // The node forwards it only when it is sent again.
      fate = (method) => (method === 'sendTransaction' ? 'swallow' : 'pass')
      const pending = await submit(gateway.url, transaction, headers)
      fate = () => 'pass'
      expect(pending.status, pending.text).to.equal(202)
      expect(pending.body).to.have.all.keys('transactionId', 'status').and.to.include({ status: 'pending' })
      const { transactionId } = pending.body
      const fateOf = async () => (await request(gateway.url, 'GET', `/v1/transactions/${transactionId}`)).body
      const settled = await until('its confirmation', async () => {
        const answer = TransactionStatus.parse(await fateOf())
        return answer.status !== 'pending' && answer
      })
      expect(settled).to.include({ transactionId, error: null })
      expect(settled.status).to.be.oneOf(['confirmed', 'finalized'])

      // Sent again it is answered with the bet, under the same key too: that it was pending is not kept.
      const again = await until('the bet', async () => {
        const answer = await submit(gateway.url, transaction, headers)
        return answer.status === 201 && answer
      })
      expect(again.body).to.include({ marketId: market, amountStaked: 0.5, transactionId })
      expect(await volume(gateway.url)).to.equal(before + 0.5)
    } finally {
      await gateway.stop()
    }
  })

  for (const [what, broken] of [
    ['breaks before the transaction has left', 'cut'],
    ['breaks after the transaction has left', 'lose'],
  ] as const) {
    it(`attack 24: submits a transaction exactly once when the connection ${what}`, async () => {
      const { gateway } = await openGateway({ nodes: [proxy] })
      try {
        const before = await volume(gateway.url)
        const transaction = await build(gateway.url, '0.25')
        let left = 2
        fate = (method) => (method === 'sendTransaction' && left-- > 0 ? broken : 'pass')
        const sent = await until('the answer', async () => {
          const answer = await submit(gateway.url, transaction)
          expect(answer.status, answer.text).to.be.oneOf([201, 202])
          return answer.status === 201 && answer
        })
        expect(sent.body).to.include({ marketId: market, amountStaked: 0.25 })
        expect(proxy.fates.get(broken)).to.be.greaterThan(0)
        expect(await volume(gateway.url)).to.equal(before + 0.25)
      } finally {
        await gateway.stop()
      }
    })
  }

  it('starts and retries if every connection breaks once', async () => {
    const broken = new Set<string>()
    fate = (method) => {
      if (broken.has(method)) return 'pass'
      broken.add(method)
      return 'cut'
    }
    const { gateway } = await openGateway({ nodes: [proxy] })
    try {
      expect(broken).to.include('getProgramAccounts').and.to.include('getMultipleAccounts')
      expect((await request(gateway.url, 'GET', `/v1/markets/${market}`)).status).to.equal(200)
    } finally {
      await gateway.stop()
    }
  })

  it('submits nothing and says so while no node answers, and goes on afterwards', async () => {
    const { gateway } = await openGateway({ nodes: [proxy] })
    try {
      const before = await volume(gateway.url)
      const transaction = await build(gateway.url, '0.125')
      fate = () => 'cut'
      const refused = await submit(gateway.url, transaction)
      expect([refused.status, refused.body]).to.deep.equal([
        503,
        { error: 'The chain is unavailable; try again' },
      ])
      expect(refused.headers.get('retry-after')).to.equal('2')
      expect(await volume(gateway.url)).to.equal(before)
      fate = () => 'pass'
      expect((await submit(gateway.url, transaction)).status).to.equal(201)
      expect(await volume(gateway.url)).to.equal(before + 0.125)
    } finally {
      await gateway.stop()
    }
  })

  it('says that the chain is unavailable while its node answers nonsense', async () => {
    let answer: unknown
    const current = (value: unknown) => (result: object) => ({ ...result, value })
    const liar = await openRpcProxy({
      node: test.localnet.node,
      alter: ({ result }) => (typeof answer === 'function' ? answer(result) : answer),
    })
    const { gateway } = await openGateway({ nodes: [liar] })
    try {
      const [owner, signature] = [Keypair.generate().publicKey.toBase58(), bs58.encode(randomBytes(64))]
      const bet = { body: { outcome: 'Yes', amount: '0.1' }, wallet: Keypair.generate() }
      const old = { context: { slot: 1 } }
      const items = [
        [7],
        [{}],
        [{ owner: 7, data: ['', 'base64'] }],
        [{ owner: CLOCK_OWNER, data: [7] }],
        null,
        'many',
      ].map(current)
      for (answer of [7, {}, old, { ...old, value: 'many' }, [[]], ...items]) {
        const answers = await Promise.all([
          request(gateway.url, 'GET', `/v1/wallets/${owner}/balances`),
          request(gateway.url, 'GET', `/v1/transactions/${signature}`),
          request(gateway.url, 'POST', `/v1/markets/${market}/bets`, bet),
        ])
        const unavailable = [503, { error: 'The chain is unavailable; try again' }]
        for (const { status, body } of answers) expect([status, body]).to.deep.equal(unavailable)
      }
    } finally {
      answer = undefined
      await gateway.stop()
      await liar.close()
    }
  })

  it('attack 38: answers 503 where the history is needed, and stays ready, while no node lists transactions', async () => {
    // Longer than from one list to the next.
    const deployment = { maxHistoryLagSeconds: 35 }
    const { gateway } = await openGateway({ nodes: [proxy], deployment })
    try {
      const health = () => request(gateway.url, 'GET', '/health/ready')
      const bets = () => request(gateway.url, 'GET', `/v1/markets/${market}/bets`)
      await until('the first slots', async () => (await health()).status === 200)
      expect((await bets()).status).to.equal(200)
      fate = (method) => (method === 'getSignaturesForAddress' ? 'refuse' : 'pass')
      await passSlots(test.localnet)
      const behind = await until('the history to be far behind', async () => {
        const answer = await bets()
        return answer.status === 503 && answer
      })
      expect(behind.body).to.deep.equal({ error: 'The history is behind the chain; try again' })
      expect([behind.headers.get('x-error-code'), behind.headers.get('retry-after')]).to.deep.equal([
        'HistoryBehind',
        '5',
      ])
      const { status, slotLag, history } = Health.parse((await health()).body)
      expect([status, slotLag < 25, history.slotLag > 25, history.secondsLag > 30]).to.deep.equal([
        'ok',
        true,
        true,
        true,
      ])
      // The book answers for what the chain has; what only the history may have is not said to be missing.
      const of = async (id: string) => (await request(gateway.url, 'GET', `/v1/markets/${id}`)).status
      expect([await of(market), await of(toMarketId(wallet.publicKey))]).to.deep.equal([200, 503])
      // A list that was asked for before may still arrive, and history is less far behind for a moment.
      const lag = () => metric(gateway.url, 'gateway_history_slot_lag')
      await until('the metrics to report it', async () => (await lag()) > 25)
      expect(await metric(gateway.url, 'gateway_history_seconds_lag')).to.be.at.least(1)
      expect(await metric(gateway.url, 'gateway_history_gaps')).to.equal(0)
      fate = () => 'pass'
      await until('it to catch up', async () => (await bets()).status === 200)
      await until('the metrics to report it', async () => (await lag()) <= 25)
    } finally {
      await gateway.stop()
    }
  })

  it('reports that the chain stands still, although its node answers', async () => {
    const { node } = test.localnet
    let isStopped = false
    let stopped: unknown
    const halted = await openRpcProxy({
      node,
      alter: ({ method, result }) => {
        if (method !== 'getMultipleAccounts' || result.value[0]?.owner !== CLOCK_OWNER) return undefined
        if (!isStopped) return undefined
        stopped ??= result
        return stopped
      },
    })
    const { gateway } = await openGateway({ nodes: [halted], deployment: { maxLagSeconds: 4 } })
    try {
      const current = async () => (await request(gateway.url, 'GET', '/health')).status === 200
      await until('the first slots', current)
      isStopped = true
      const notice = async () => {
        const answer = await request(gateway.url, 'GET', '/health')
        return answer.status === 503 && answer.body.slotLag > 10 && answer
      }
      const health = await until('it to notice', notice)
      const { status, slotLag } = Health.parse(health.body)
      expect([status, slotLag > 10]).to.deep.equal(['stale', true])
      const stays = async () => (await request(gateway.url, 'GET', '/health')).body.slotLag > slotLag
      await until('the lag to grow', stays)
      await until('ChainBehind', () => holds('ChainBehind', gateway.url))
      isStopped = false
      await until('it to go on', current)
      expect(await holds('ChainBehind', gateway.url)).to.equal(false)
    } finally {
      await gateway.stop()
      await halted.close()
    }
  })

  it('attack 105: stays ready and right while every websocket is open and silent', async () => {
    const { node } = test.localnet
    const mute = await openRpcProxy({ node })
    const { gateway } = await openGateway({ nodes: [mute], deployment: { maxLagSeconds: 10 } })
    try {
      const status = async () => (await request(gateway.url, 'GET', '/health/ready')).status
      await until('the first slots', async () => (await status()) === 200)
      mute.muteSockets()
      const begin = node.clock.now.unixSecond
      const statuses = new Set<number>()
      let bets = 0
      while (bets < 3 || node.clock.now.unixSecond < begin + 20) {
        const before = await volume(gateway.url)
        const bet = { outcome: 'Yes', amount: '0.0625' }
        await act(test.gateway.url, `/v1/markets/${market}/bets`, bet, wallet)
        bets += 1
        await until('the bet', async () => {
          statuses.add(await status())
          return (await volume(gateway.url)) === before + 0.0625
        })
      }
      expect([...statuses]).to.deep.equal([200])
    } finally {
      await gateway.stop()
      await mute.close()
    }
  })

  it('listens to the next node when the one that it listens to dies', async () => {
    const { node, connection } = test.localnet
    const dying = await openRpcProxy({ node, fate: () => 'pass' })
    const { gateway } = await openGateway({
      nodes: [dying, node],
      silenceMs: 1_500,
      reconcileMs: 3_600_000,
    })
    try {
      const slot = async () => (await request(gateway.url, 'GET', '/health')).body
      await until('the first slot', async () => (await slot()).status === 'ok')
      await dying.close()
      const stale = (await slot()).slot
      const client = new PredictionMarketClient(connection, { signer: wallet })
      // Answers go on, and what happens on the chain from now on is heard through the other node.
      const before = await volume(gateway.url)
      await client.bets.place({ market, outcome: 'No', amount: 10_000_000n })
      await until('the bet', async () => (await volume(gateway.url)) > before)
      await until('newer slots', async () => (await slot()).slot > stale + 5)
      const heard = await volume(gateway.url)
      await client.bets.place({ market, outcome: 'No', amount: 10_000_000n })
      await until('the next bet', async () => (await volume(gateway.url)) > heard)
      expect((await slot()).status).to.equal('ok')
    } finally {
      await gateway.stop()
    }
  })
})
