import { setImmediate } from 'node:timers/promises'
import { findBankroll } from '@prediction-market/sdk/accounts'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { ResponseCache } from '../../app/src/gateway/http/response-cache.ts'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { sharedLocalnet } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

/** A clock of 0 means "no time" to lru-cache. */
const START = 1_000

describe('gateway: the response cache', () => {
  const given = () => {
    const history = { lastEvent: 1 }
    const clock = { now: 0 }
    const cache = new ResponseCache<number>(history, () => START + clock.now)
    let count = 0
    const ask = (question = 'who leads') => cache.get(question, async () => (count += 1))
    return { history, clock, cache, ask }
  }

  it('computes an answer once while nothing happens, for up to 30 seconds', async () => {
    const { clock, ask } = given()
    expect(await Promise.all([ask(), ask(), ask('who follows')])).to.deep.equal([1, 1, 2])
    clock.now = 29_999
    expect(await ask()).to.equal(1)
    // The check that nothing had happened is good for a second.
    clock.now = 30_999
    expect(await ask()).to.equal(1)
    clock.now = 31_000
    expect(await ask(), 'nobody waits').to.equal(1)
    await setImmediate()
    expect(await ask()).to.equal(3)
  })

  it('computes it again after something has happened, at most once a second', async () => {
    const { history, clock, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 1_000
    expect(await ask()).to.equal(1)
    clock.now = 1_001
    expect(await Promise.all([ask(), ask()]), 'nobody waits').to.deep.equal([1, 1])
    await setImmediate()
    expect(await ask()).to.equal(2)
    clock.now = 20_000
    expect(await ask()).to.equal(2)
  })

  it('does not return an answer that is old', async () => {
    const { history, clock, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 6_001
    expect(await ask()).to.equal(2)
  })

  it('does not cache errors', async () => {
    const { cache, ask } = given()
    const failure = await cache
      .get('who leads', () => Promise.reject(new Error('no store')))
      .catch((error: Error) => error.message)
    expect(failure).to.equal('no store')
    expect(await ask()).to.equal(1)
  })

  it('returns the last answer a little longer when a new one fails', async () => {
    const { history, clock, cache, ask } = given()
    expect(await ask()).to.equal(1)
    history.lastEvent = 2
    clock.now = 1_001
    expect(await cache.get('who leads', () => Promise.reject(new Error('no store')))).to.equal(1)
    await setImmediate()
    expect(await ask()).to.equal(1)
    await setImmediate()
    expect(await ask()).to.equal(2)
  })
})

/** A budget that is all there at once, and does not come back during the test. */
const LIMITS = { all: { requests: 400, per: 400_000_000 } }

describe('gateway: the part of the RPC budget that callers have', () => {
  const wallet = Keypair.generate()
  const proxies: RpcProxy[] = []
  /** The JSON of every call that reached a node. */
  const calls: string[] = []
  let test: TestGateway
  let url: string
  let market: string
  let sent: string

  before(async () => {
    const { node } = await sharedLocalnet()
    const fate = (method: string, params: unknown[]) => {
      calls.push(JSON.stringify([method, params]))
      return 'pass' as const
    }
    for (let count = 0; count < 2; count += 1) proxies.push(await openRpcProxy({ node, fate }))
    const [first, second] = proxies.map((proxy) => ({ ...proxy, limits: LIMITS })) as unknown as [
      RpcProxy,
      RpcProxy,
    ]
    test = await openGateway({ nodes: [first, second], progressMs: 3_600_000 })
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: inSeconds(test, 600),
    }
    market = (await act(url, '/v1/markets', body, wallet)).sent.body.id
    const bet = await act(url, `/v1/markets/${market}/bets`, { outcome: 'Yes', amount: '0.5' }, wallet)
    sent = bet.sent.body.transactionId

    // Given a caller who reads balances of unknown wallets until it is refused.
    let reads = 0
    while ((await balanceOf(Keypair.generate())).status === 200) reads += 1
    expect(reads).to.be.within(100, LIMITS.all.requests)
  })

  after(async () => {
    await test?.gateway.stop()
    await Promise.all(proxies.map((proxy) => proxy.close()))
  })

  const balanceOf = ({ publicKey }: Keypair) => request(url, 'GET', `/v1/wallets/${publicKey}/balances`)
  const token = Keypair.generate().publicKey.toBase58()
  const unknown = bs58.encode(Keypair.generate().secretKey)
  const stranger = Keypair.generate()
  const supply = () => ({
    question: `Will the supply of ${token} be above 5?`,
    tokenAddress: token,
    condition: { type: 'supply', comparison: 'above', target: '5', timing: 'byExpiry' },
    outcomes: ['Yes', 'No'],
    currency: 'SOL',
    expireAt: inSeconds(test, 6_000),
  })
  const READS: [name: string, read: () => ReturnType<typeof request>, mark: string][] = [
    [
      'a bankroll',
      () => request(url, 'GET', '/v1/bankroll', { wallet: stranger }),
      `${findBankroll(stranger.publicKey)}`,
    ],
    ['an unknown transaction', () => request(url, 'GET', `/v1/transactions/${unknown}`), unknown],
    ['a token', () => request(url, 'POST', '/v1/markets', { body: supply(), wallet }), token],
  ]

  for (const [name, read, mark] of READS) {
    it(`attack 102: is all that reads of ${name} can use`, async () => {
      const answer = await read()
      expect([answer.status, answer.headers.get('x-error-code')], answer.text).to.deep.equal([
        503,
        'Unavailable',
      ])
      expect(calls.filter((call) => call.includes(mark))).to.deep.equal([])
    })
  }

  it('attack 102: leaves the other part to bets, and to the status of transactions that were sent', async () => {
    await act(url, `/v1/markets/${market}/bets`, { outcome: 'No', amount: '0.5' }, wallet)
    // Also when somebody asks for unknown ones at the same moment.
    const [known, other] = await Promise.all(
      [sent, unknown].map((id) => request(url, 'GET', `/v1/transactions/${id}`)),
    )
    expect([known?.status, other?.status]).to.deep.equal([200, 503])
    expect(known?.body.status).to.be.oneOf(['confirmed', 'finalized'])
  })
})
