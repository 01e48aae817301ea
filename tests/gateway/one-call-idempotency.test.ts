import { rm } from 'node:fs/promises'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { parseEvents } from '@prediction-market/sdk/events'
import { READ_CONFIRMED } from '@prediction-market/sdk/transaction'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { bankrollOf, givenBettor, givenMarket, SOL_ONLY, type TestKey } from '../helpers/gateway/bankroll.ts'
import {
  openGateway,
  refused,
  request,
  sharedGateway,
  type TestGateway,
  type TestOptions,
} from '../helpers/gateway/harness.ts'
import { newStoreFolder } from '../helpers/gateway/store.ts'
import { until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcCall, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

describe('gateway: one-call bets under an Idempotency-Key', () => {
  let test: TestGateway
  let proxy: RpcProxy
  let folder: string
  let running: TestGateway | undefined
  /** Whether the running gateway has options of one test. */
  let isSpecial = false
  let fate: (method: string) => Fate | Promise<Fate> = () => 'pass'
  /** Blocks that the node has gone on, as its answers have it, by commitment. */
  let ahead: Record<string, number> = {}
  let wallet: Keypair
  let key: TestKey
  let market: string

  before(async () => {
    test = await sharedGateway()
    const alter = ({ method, params, result }: RpcCall) => {
      const blocks = ahead[params[0]?.commitment] ?? 0
      if (method === 'getBlockHeight') return result + blocks
      return method === 'getEpochInfo' ? { ...result, blockHeight: result.blockHeight + blocks } : undefined
    }
    proxy = await openRpcProxy({ node: test.localnet.node, fate: (method) => fate(method), alter })
    folder = await newStoreFolder()
  })

  after(async () => {
    await running?.gateway.stop()
    await proxy.close()
    await rm(folder, { recursive: true })
  })

  beforeEach(async () => {
    fate = () => 'pass'
    const hasOtherHeights = Object.keys(ahead).length > 0
    ahead = {}
    const opened = running && !isSpecial && !hasOtherHeights ? running : await start()
    ;({ wallet, key } = await givenBettor(opened, {}, SOL_ONLY))
    market = await givenMarket(opened, 'SOL', wallet)
  })

  /** Starts the gateway, again if it runs: what it knows is then in its store alone. */
  async function start(options: TestOptions = {}): Promise<TestGateway> {
    await running?.gateway.stop()
    isSpecial = Object.keys(options).length > 0
    running = await openGateway({ nodes: [proxy], store: { path: folder }, ...options })
    return running
  }

  const bet = (name: string, amount = '0.5') => {
    const body = { outcome: 'Yes', amount }
    const headers = { ...key.headers, 'idempotency-key': name }
    const { url } = (running as TestGateway).gateway
    return request(url, 'POST', `/v1/markets/${market}/bets`, { body, headers })
  }

  const staked = async () => {
    const client = new PredictionMarketClient(test.localnet.connection)
    return (await client.bets.position(market, wallet.publicKey))?.stakes.Yes ?? 0n
  }

  it('are one bet with one answer, however often and however many at once', async () => {
    const answers = await Promise.all([bet('a'), bet('a'), bet('a')])
    answers.push(await bet('a'))
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
    expect(await staked()).to.equal(500_000_000n)
    refused(await bet('a', '0.6'), 422, 'Idempotency-Key was used before, for another request')
    const { url } = (running as TestGateway).gateway
    const body = { outcome: 'Yes', amount: '0.5' }
    const headers = { 'idempotency-key': 'a' }
    const signed = await request(url, 'POST', `/v1/markets/${market}/bets`, { body, headers, wallet })
    refused(signed, 422, 'Idempotency-Key was used before, for another request')
    expect((await bet('b')).status).to.equal(201)
    expect(await staked()).to.equal(1_000_000_000n)
  })

  it('carry a request id of their own on the chain', async () => {
    const placed = [await bet('a'), await bet('b')]
    for (const { status, text } of placed) expect(status, text).to.equal(201)
    const client = new PredictionMarketClient(test.localnet.connection)
    const ids = await Promise.all(placed.map(({ body }) => requestId(client, body.transactionId)))
    expect(ids).not.to.include(undefined)
    expect(ids[0]).not.to.equal(ids[1])
  })

  it('attack 47: a request repeated at a restarted gateway after a 503 places one bet', async () => {
    fate = (method) => {
      // So that no subscription reports its status.
      if (method === 'sendTransaction') proxy.cutSockets()
      return method === 'getTransaction' ? 'refuse' : 'pass'
    }
    const failed = await bet('a')
    expect(failed.status, failed.text).to.equal(503)
    await until('the bet', async () => (await staked()) === 500_000_000n)
    // Another request under this key is refused though the first one has no answer: the key is not released.
    refused(await bet('a', '0.7'), 422, 'Idempotency-Key was used before, for another request')
    await start()
    fate = () => 'pass'
    const placed = await bet('a')
    expect(placed.status, placed.text).to.equal(201)
    expect((await bet('a')).text).to.equal(placed.text)
    expect(await staked()).to.equal(500_000_000n)
  })

  it('are one bet also for a client that lost its connection', async () => {
    const { url } = (running as TestGateway).gateway
    const headers = { ...key.headers, 'idempotency-key': 'a', 'content-type': 'application/json' }
    const body = JSON.stringify({ outcome: 'Yes', amount: '0.5' })
    const lost = new AbortController()
    fate = (method) => {
      if (method === 'sendTransaction') lost.abort()
      return 'pass'
    }
    const { signal } = lost
    const first = fetch(`${url}/v1/markets/${market}/bets`, { method: 'POST', headers, body, signal })
    expect(await first.catch(({ name }) => name)).to.equal('AbortError')
    expect((await bet('a')).status).to.equal(201)
    expect(await staked()).to.equal(500_000_000n)
  })

  it('that fail on the chain have failed for good, and the fee counts against the budget', async () => {
    await start({ feeBudget: 15_000n })
    const owner = new PredictionMarketClient(test.localnet.connection, { signer: wallet })
    let hasLeft = false
    fate = async (method): Promise<Fate> => {
      // After the simulation, before it is signed and sent.
      if (method === 'getLatestBlockhash' && !hasLeft) {
        hasLeft = true
        await owner.bankroll.withdraw({ currency: 'SOL', amount: 19_900_000_000n })
      }
      return 'pass'
    }
    const failed = await bet('a')
    expect([failed.status, failed.headers.get('x-error-code')]).to.deep.equal([402, 'BankrollTooLow'])
    await owner.bankroll.deposit({ currency: 'SOL', amount: 5_000_000_000n })
    const again = await bet('a')
    expect([again.status, again.text]).to.deep.equal([402, failed.text])
    expect(await staked()).to.equal(0n)
    expect((await bet('b')).headers.get('x-error-code')).to.equal('FeeBudgetExceeded')
  })

  it('are sent again with the same bytes if a node refused them', async () => {
    fate = (method) => (method === 'sendTransaction' ? 'refuse' : 'pass')
    const refusal = await bet('a')
    expect(refusal.status, refusal.text).to.equal(503)
    refused(await bet('a', '0.7'), 422, 'Idempotency-Key was used before, for another request')
    fate = () => 'pass'
    const placed = await bet('a')
    expect(placed.status, placed.text).to.equal(201)
    expect(refusal.body.error).to.include(placed.body.transactionId)
    expect(await staked()).to.equal(500_000_000n)
  })

  it('stay pending until confirmed, and are then the same bet', async () => {
    await start({ patienceMs: 1 })
    const pending = await bet('a')
    expect(pending.status, pending.text).to.equal(202)
    const placed = await until('the confirmation', async () => {
      const answer = await bet('a')
      return answer.status === 201 && answer
    })
    expect(placed.body.transactionId).to.equal(pending.body.transactionId)
    expect(await staked()).to.equal(500_000_000n)
  })

  it('that never arrived are sent again with the same bytes, by a restarted gateway', async () => {
    await start({ patienceMs: 1 })
    fate = (method) => (method === 'sendTransaction' ? 'cut' : 'pass')
    const pending = await bet('a')
    expect(pending.status, pending.text).to.equal(202)
    await start()
    expect(await staked()).to.equal(0n)
    fate = () => 'pass'
    const placed = await bet('a')
    expect([placed.status, placed.body.transactionId]).to.deep.equal([201, pending.body.transactionId])
    expect(await staked()).to.equal(500_000_000n)
  })

  it('are signed anew once the finalized height has passed them, and not before', async () => {
    await start({ patienceMs: 1 })
    fate = (method) => (method === 'sendTransaction' ? 'cut' : 'pass')
    const pending = await bet('a')
    expect(pending.status, pending.text).to.equal(202)
    await start()
    ahead = { confirmed: 1_000 }
    const { transactionId } = pending.body
    for (let attempt = 0; attempt < 2; attempt++) {
      const again = await bet('a')
      expect([again.status, again.body]).to.deep.equal([202, { transactionId, status: 'pending' }])
    }
    expect(await staked()).to.equal(0n)
    ahead = { confirmed: 1_000, finalized: 1_000 }
    await start()
    fate = () => 'pass'
    ahead = { finalized: 1_000 }
    const placed = await bet('a')
    expect(placed.status, placed.text).to.equal(201)
    expect(placed.body.transactionId).not.to.equal(transactionId)
    expect(await staked()).to.equal(500_000_000n)
    expect((await bet('a')).text).to.equal(placed.text)
  })

  it('that were refused before they were sent can be tried again', async () => {
    const { address } = await bankrollOf((running as TestGateway).gateway.url, wallet)
    const low = await bet('a', '20')
    refused(low, 402, address)
    const { url } = (running as TestGateway).gateway
    const body = { currency: 'SOL', wallet: address, amount: '1' }
    expect((await request(url, 'POST', '/v1/localnet/faucet', { body })).status).to.equal(201)
    expect((await bet('a', '20')).status).to.equal(201)
    expect(await staked()).to.equal(20_000_000_000n)
  })
})

async function requestId(client: PredictionMarketClient, signature: string): Promise<bigint | undefined> {
  const transaction = await client.connection.getTransaction(signature, READ_CONFIRMED)
  const { events } = parseEvents(transaction?.meta?.logMessages ?? [], client.programId)
  const placed = events.find(({ name }) => name === 'BankrollBet')
  return placed?.name === 'BankrollBet' ? placed.data.requestId : undefined
}
