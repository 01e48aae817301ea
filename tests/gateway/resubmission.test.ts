import { rm } from 'node:fs/promises'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import {
  type Answer,
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { newStoreFolder } from '../helpers/gateway/store.ts'
import { passSlots, until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcCall, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

/** What a node forgets: nothing, blockhashes and recent statuses after minutes, its ledger after days. */
type Age = 'now' | 'minutes' | 'days'

describe('gateway: transactions that are on chain already', () => {
  const wallet = Keypair.generate()
  let test: TestGateway
  let market: string
  let proxy: RpcProxy
  let age: Age = 'now'

  before(async () => {
    test = await sharedGateway()
    const { url } = test.gateway
    await paidWallet(url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: inSeconds(test, 3_600),
    }
    market = (await act(url, '/v1/markets', body, wallet)).sent.body.id
    // The localnet's node never forgets a blockhash; this one answers as a validator does later.
    proxy = await openRpcProxy({ node: test.localnet.node, alter: (call) => forget(age, call) })
  })

  beforeEach(() => {
    age = 'now'
  })

  after(() => proxy.close())

  const open = (path?: string) => openGateway({ nodes: [proxy], ...(path && { store: { path } }) })

  /** Places a bet through a gateway. */
  async function placed(url: string): Promise<{ signed: string; first: Answer }> {
    const bet = { outcome: 'Yes', amount: '0.25' }
    const built = await request(url, 'POST', `/v1/markets/${market}/bets`, { body: bet, wallet })
    const signed = sign(built.body.transaction.base64, wallet)
    const first = await submit(url, signed)
    expect(first.status, first.text).to.equal(201)
    return { signed, first }
  }

  const submit = (url: string, signedTransaction: string) =>
    request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })

  const statusOf = async (url: string, { body }: Answer) =>
    (await request(url, 'GET', `/v1/transactions/${body.transactionId}`)).body

  const volume = async () =>
    (await request(test.gateway.url, 'GET', `/v1/markets/${market}`)).body.totalVolume

  it('attack 40: sent again minutes later to a restarted gateway, they get the result on chain', async () => {
    const folder = await newStoreFolder()
    const before = await open(folder)
    const { signed, first } = await placed(before.gateway.url)
    await before.gateway.stop()
    const staked = await volume()
    age = 'minutes'
    const { gateway } = await open(folder)
    try {
      const again = await submit(gateway.url, signed)
      expect([again.status, again.text]).to.deep.equal([201, first.text])
      const status = await statusOf(gateway.url, first)
      expect(status.status).to.be.oneOf(['confirmed', 'finalized'])
      expect(status.result).to.deep.equal(first.body)
      expect(await volume()).to.equal(staked)
    } finally {
      await gateway.stop()
      await rm(folder, { recursive: true })
    }
  })

  it('attack 40: sent again minutes later to another gateway, they get the result on chain', async () => {
    const { signed, first } = await placed(test.gateway.url)
    const staked = await volume()
    age = 'minutes'
    const { gateway } = await open()
    try {
      const again = await submit(gateway.url, signed)
      expect([again.status, again.text]).to.deep.equal([201, first.text])
      expect(await volume()).to.equal(staked)
    } finally {
      await gateway.stop()
    }
  })

  it('get their result from the history when no node has them any more', async () => {
    const { gateway } = await open()
    try {
      const { signed, first } = await placed(test.gateway.url)
      await passSlots(test.localnet)
      // The node forgets it for a moment only: while it does, the history takes the transaction for one of a fork.
      await until('a final transaction in the history', async () => {
        age = 'days'
        const status = await statusOf(gateway.url, first)
        age = 'now'
        const { slot } = await statusOf(gateway.url, first)
        return status.status === 'finalized' && status.slot === slot
      })
      age = 'days'
      const again = await submit(gateway.url, signed)
      expect([again.status, again.text]).to.deep.equal([201, first.text])
      expect((await statusOf(gateway.url, first)).result).to.deep.equal(first.body)
    } finally {
      await gateway.stop()
    }
  })

  it('get the same failure however often they are sent', async () => {
    const { connection } = test.localnet
    const { gateway } = await open()
    try {
      // Two bets that the wallet can pay only one of, both built before either is sent.
      const poor = await paidWallet(gateway.url, Keypair.generate(), { SOL: '0.1' })
      const build = async () => {
        const body = { outcome: 'No', amount: '0.06' }
        const built = await request(gateway.url, 'POST', `/v1/markets/${market}/bets`, { body, wallet: poor })
        return Buffer.from(sign(built.body.transaction.base64, poor), 'base64')
      }
      const [one, two] = [await build(), await build()]
      expect((await submit(gateway.url, one.toString('base64'))).status).to.equal(201)
      const failed = await connection.sendRawTransaction(two, { skipPreflight: true })
      const status = await until('the failed one', async () => {
        const answer = await request(gateway.url, 'GET', `/v1/transactions/${failed}`)
        return answer.body.status === 'failed' && answer.body
      })
      expect(status).to.include({ error: 'The wallet does not hold enough SOL', result: null })
      age = 'minutes'
      for (let attempt = 0; attempt < 2; attempt++) {
        const again = await submit(gateway.url, two.toString('base64'))
        expect([again.status, again.body]).to.deep.equal([402, { error: status.error }])
      }
    } finally {
      await gateway.stop()
    }
  })

  it('are not reported as failed by a gateway whose node refuses to send them', async () => {
    // Given a gateway that can simulate a transaction, but not send it.
    const behind = await openRpcProxy({
      node: test.localnet.node,
      fate: (method) => (method === 'sendTransaction' ? 'refuse' : 'pass'),
    })
    const { gateway } = await openGateway({ nodes: [behind] })
    try {
      const body = { outcome: 'Yes', amount: '0.25' }
      const built = await request(gateway.url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
      const signed = sign(built.body.transaction.base64, wallet)
      const refused = await submit(gateway.url, signed)
      expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([
        503,
        'TransactionUnconfirmed',
      ])

      // Then another one can send it, and the first one finds it.
      const sent = await submit(test.gateway.url, signed)
      expect(sent.status, sent.text).to.equal(201)
      const again = await submit(gateway.url, signed)
      expect([again.status, again.text]).to.deep.equal([201, sent.text])
    } finally {
      await gateway.stop()
      await behind.close()
    }
  })

  it('are reported as expired only if no block includes them', async () => {
    const { gateway } = await open()
    try {
      const body = { outcome: 'Yes', amount: '0.25' }
      const built = await request(gateway.url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
      age = 'minutes'
      const expired = await submit(gateway.url, sign(built.body.transaction.base64, wallet))
      expect(expired.status).to.equal(409)
      expect(expired.body.error).to.include('has expired, and no block includes it')
    } finally {
      await gateway.stop()
    }
  })
})

/** The answer of a node that has forgotten what validators forget with time. */
function forget(age: Age, { method, params, result }: RpcCall): unknown {
  if (age === 'now') return undefined
  if (method === 'getBlockHeight') return result + 1_000
  if (method === 'getEpochInfo') return { ...result, blockHeight: result.blockHeight + 1_000 }
  if (method === 'simulateTransaction') return { ...result, value: { err: 'BlockhashNotFound', logs: [] } }
  const isSearch = params[1]?.searchTransactionHistory === true
  if (method === 'getSignatureStatuses' && (age === 'days' || !isSearch)) {
    return { ...result, value: params[0].map(() => null) }
  }
  return method === 'getTransaction' && age === 'days' ? null : undefined
}
