import { PredictionMarketClient } from '@prediction-market/sdk'
import { findPosition } from '@prediction-market/sdk/accounts'
import { Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { HistoryBehindError, OwnerResults } from '../../app/src/history/queries/results.ts'
import { openStore } from '../../app/src/store/store.ts'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import {
  closeConnection,
  openConnection,
  sharedLocalnet,
  travelTo,
  until,
} from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcCall, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

/** More blocks than a blockhash lives. */
const LATER = 1_000

describe('gateway: one node of three lies', () => {
  const wallet = Keypair.generate()
  const proxies: RpcProxy[] = []
  let test: TestGateway
  let url: string
  let market: string
  /** Changes the answers of the node that is asked first. */
  let lie: (call: RpcCall) => unknown = () => undefined
  /** Blocks that all nodes have gone on. */
  let ahead = 0

  before(async () => {
    const { node } = await sharedLocalnet()
    const goOn = ({ method, result }: RpcCall) => {
      if (method === 'getBlockHeight') return result + ahead
      return method === 'getEpochInfo' ? { ...result, blockHeight: result.blockHeight + ahead } : undefined
    }
    const first = (call: RpcCall) => {
      const told = lie(call)
      return told === undefined ? goOn(call) : told
    }
    const alters = [first, goOn, goOn]
    for (const alter of alters) proxies.push(await openRpcProxy({ node, alter }))
    test = await openGateway({
      nodes: proxies as unknown as [RpcProxy, RpcProxy, RpcProxy],
      reconcileMs: 500,
    })
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: inSeconds(test, 600),
    }
    market = (await act(url, '/v1/markets', body, wallet)).sent.body.id
  })

  beforeEach(() => {
    lie = () => undefined
    ahead = 0
  })

  after(async () => {
    await test?.gateway.stop()
    await Promise.all(proxies.map((proxy) => proxy.close()))
  })

  const address = () => new PublicKey(market.slice('market_'.length))

  const statusOf = async (signature: string) =>
    (await request(url, 'GET', `/v1/transactions/${signature}`)).body.status

  it('does not report a bet as placed that only its fork has', async () => {
    const body = { outcome: 'Yes', amount: '0.5' }
    const built = await request(url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
    const bytes = Buffer.from(sign(built.body.transaction.base64, wallet), 'base64')
    const signature = bs58.encode(VersionedTransaction.deserialize(bytes).signatures[0] as Uint8Array)
    lie = ({ method, result }) => {
      if (method !== 'getSignatureStatuses') return undefined
      const { slot } = result.context
      const status = { slot, confirmations: 1, err: null, confirmationStatus: 'confirmed' }
      return { ...result, value: result.value.map(() => status) }
    }
    expect(await statusOf(signature)).to.equal('unknown')
  })

  it('does not report a bet as expired that the others have', async () => {
    const { sent } = await act(url, `/v1/markets/${market}/bets`, { outcome: 'Yes', amount: '0.5' }, wallet)
    lie = ({ method, result }) =>
      method === 'getSignatureStatuses' ? { ...result, value: result.value.map(() => null) } : undefined
    ahead = LATER
    expect(await statusOf(sent.body.transactionId)).to.be.oneOf(['confirmed', 'finalized'])
  })

  it('does not turn a payout into 0 by hiding the position', async () => {
    // Given a market that was decided, and not paid yet.
    const localnet = await sharedLocalnet()
    const client = new PredictionMarketClient(localnet.connection, { signer: localnet.node.payer })
    const { expireAt } = (await client.markets.get(address())) ?? expect.fail('no market')
    await until('the bets in the history', async () => {
      const { body } = await request(url, 'GET', `/v1/markets/${market}/bets`)
      return body.length === 1
    })
    await travelTo(localnet, expireAt)
    const { terms } = (await client.markets.get(address())) ?? expect.fail('no market')
    await travelTo(localnet, expireAt + BigInt(terms.voidDelay))
    await client.decisions.void({ market: address() })
    await until(
      'the decision',
      async () => (await request(url, 'GET', `/v1/markets/${market}`)).body.status === 'void',
    )
    const position = findPosition(address(), wallet.publicKey).toBase58()
    lie = ({ method, params, result }) => {
      if (method === 'getAccountInfo' && params[0] === position) return { ...result, value: null }
      return method === 'getSignaturesForAddress' ? [] : undefined
    }
    const { body } = await request(url, 'GET', `/v1/markets/${market}/result`, { wallet })
    expect(body).to.include({ yourRefund: 0.5, settled: false, claimable: true })
  })

  it('does not turn a payout into 0 by hiding its transaction', async () => {
    // Given a payout that the history does not have yet.
    const { connection, node } = await sharedLocalnet()
    const client = new PredictionMarketClient(connection, { signer: node.payer })
    await client.decisions.settle({ market: address() })
    const market = (await client.markets.get(address())) ?? expect.fail('no market')
    const liar = openConnection(proxies[0] as RpcProxy)
    const { db, close } = await openStore()
    try {
      const results = new OwnerResults(new PredictionMarketClient(liar), db)
      const asked = { address: market.address.toBase58(), market }
      expect(await results.of(asked, wallet.publicKey)).to.include({ refund: 500_000_000n, settled: true })
      // When the node lists its transaction and does not show it.
      lie = ({ method }) => (method === 'getTransaction' ? null : undefined)
      const failure = await results.of(asked, wallet.publicKey).catch((error) => error)
      expect(failure).to.be.an('error').with.property('message').that.includes('No RPC node answers')
      // When the node does not even list it.
      lie = ({ method }) => (method === 'getSignaturesForAddress' ? [] : undefined)
      expect(await results.of(asked, wallet.publicKey).catch((error) => error)).to.be.instanceOf(
        HistoryBehindError,
      )
    } finally {
      await closeConnection(liar)
      await close()
    }
  })
})
