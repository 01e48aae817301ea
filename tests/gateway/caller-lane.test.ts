import { findBankroll } from '@prediction-market/sdk/accounts'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
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
