import { rm } from 'node:fs/promises'
import { PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { TransactionStatus } from '../../app/src/gateway/relay/schemas.ts'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { openGateway, paidWallet, request, sign } from '../helpers/gateway/harness.ts'
import { newPlace, newStoreFolder } from '../helpers/gateway/store.ts'
import { closeConnection, openConnection, until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

/** A blockhash lasts 150 blocks: long enough for a busy machine, not too long for a test. */
const SLOT_MS = 60

describe('gateway: a transaction that no block includes', () => {
  const wallet = Keypair.generate()
  let localnet: Localnet
  let proxy: RpcProxy
  let isLost = false
  let folder: string
  let place: Awaited<ReturnType<typeof newPlace>>

  before(async () => {
    localnet = await startLocalnet({ rpcPort: 0, demo: false, attestors: false, slotTimeMs: SLOT_MS })
    const lose = (method: string) => (isLost && method === 'sendTransaction' ? 'cut' : 'pass')
    proxy = await openRpcProxy({ node: localnet.node, fate: lose })
    folder = await newStoreFolder()
    place = await newPlace()
  })

  after(async () => {
    await proxy.close()
    await localnet.stop()
    await place.remove()
    await rm(folder, { recursive: true })
  })

  const open = (node: RpcProxy | Localnet['node']) => {
    const { databaseUrl } = place
    const store = databaseUrl === undefined ? { path: folder } : { databaseUrl }
    return openGateway({ nodes: [node], localnet, store, patienceMs: 500 })
  }

  /** Opens a market that a gateway knows. Not through the gateway, which may answer before it is confirmed. */
  const givenMarket = async (url: string) => {
    const connection = openConnection(localnet.node)
    const client = new PredictionMarketClient(connection, { signer: wallet })
    const { market } = await client.markets.create({
      question: 'Will it rain?',
      condition: { type: 'event', timing: 'atExpiry' },
      currency: 'SOL',
      expireAt: BigInt(localnet.node.clock.now.unixSecond + 3_600),
    })
    await closeConnection(connection)
    const id = toMarketId(market)
    await until('the gateway to know the market', async () => {
      return (await request(url, 'GET', `/v1/markets/${id}`)).status === 200
    })
    return id
  }

  const fate = async (url: string, id: string) =>
    TransactionStatus.parse((await request(url, 'GET', `/v1/transactions/${id}`)).body)

  it('is pending for every gateway on the store until it has expired, also after a restart', async () => {
    // Given a bet that was taken, and is lost on its way to the chain again and again.
    const { gateway: first } = await open(proxy)
    let transactionId: string
    let market: string
    try {
      await paidWallet(first.url, wallet, { SOL: '20' })
      market = await givenMarket(first.url)
      const body = { outcome: 'Yes', amount: '0.5' }
      const built = await request(first.url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
      expect(built.status, built.text).to.equal(202)
      isLost = true
      const signedTransaction = sign(built.body.transaction.base64, wallet)
      const sent = await request(first.url, 'POST', '/v1/transactions', { body: { signedTransaction } })
      expect([sent.status, sent.body.status], sent.text).to.deep.equal([202, 'pending'])
      transactionId = sent.body.transactionId
      expect((await fate(first.url, transactionId)).status).to.equal('pending')
    } finally {
      await first.stop()
    }

    // When another gateway is asked.
    const { gateway: second } = await open(localnet.node)
    try {
      const end = async () => {
        const seen = await fate(second.url, transactionId)
        return seen.status !== 'pending' && seen
      }
      const last = await until('the end', end)

      // Then it knows as much as the first, and nothing has happened.
      const error = 'No block included it before its blockhash expired'
      expect(last).to.deep.equal({ transactionId, status: 'expired', slot: null, error, result: null })
      expect(proxy.fates.get('cut')).to.be.greaterThan(0)
      expect((await request(second.url, 'GET', `/v1/markets/${market}`)).body.totalVolume).to.equal(0)
    } finally {
      await second.stop()
    }
  })
})
