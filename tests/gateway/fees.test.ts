import { ComputeBudgetProgram, Keypair, VersionedTransaction } from '@solana/web3.js'
import { expect } from 'chai'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  refused,
  request,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

describe('gateway: priority fees', () => {
  const wallet = Keypair.generate()
  let test: TestGateway
  let proxy: RpcProxy
  let market: string
  let recent: number[] = []
  let asked: string[] = []

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
    proxy = await openRpcProxy({
      node: test.localnet.node,
      alter({ method, params }) {
        if (method !== 'getRecentPrioritizationFees') return undefined
        asked = params[0]
        return recent.map((prioritizationFee, slot) => ({ slot, prioritizationFee }))
      },
    })
  })

  after(() => proxy.close())

  /** The price that a bet built by a gateway offers; it can be submitted. */
  async function priceAt(options: Parameters<typeof openGateway>[0]): Promise<bigint | null> {
    const { gateway } = await openGateway({ nodes: [proxy], ...options })
    try {
      const body = { outcome: 'Yes', amount: '0.25' }
      const built = await request(gateway.url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
      expect(built.status, built.text).to.equal(202)
      const { base64 } = built.body.transaction
      const signedTransaction = sign(base64, wallet)
      const sent = await request(gateway.url, 'POST', '/v1/transactions', { body: { signedTransaction } })
      expect(sent.status, sent.text).to.equal(201)
      return priceOf(base64)
    } finally {
      await gateway.stop()
    }
  }

  it('are the number of the setting', async () => {
    expect(await priceAt({ priorityFee: 5_000n })).to.equal(5_000n)
  })

  it('are what others paid for the accounts of the bet, up to the ceiling', async () => {
    recent = [0, 0, 900, 30, 20, 700, 0, 0]
    expect(await priceAt({ priorityFee: 'auto' })).to.equal(700n)
    // Nobody else writes the accounts of the wallet.
    expect(asked).to.deep.equal([market.slice('market_'.length)])
    expect(await priceAt({ priorityFee: 'auto', maxPriorityFee: 100n })).to.equal(100n)
    recent = [0, 0, 0, 0]
    expect(await priceAt({ priorityFee: 'auto' })).to.equal(null)
  })
})

function priceOf(base64: string): bigint | null {
  const { message } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
  const budget = message.staticAccountKeys.findIndex((key) => key.equals(ComputeBudgetProgram.programId))
  const price = message.compiledInstructions.find(
    ({ programIdIndex, data }) => programIdIndex === budget && data[0] === 3,
  )
  return price ? Buffer.from(price.data).readBigUInt64LE(1) : null
}

describe('gateway: balances', () => {
  let url: string

  before(async () => {
    url = (await sharedGateway()).gateway.url
  })

  it('are what a wallet holds, with every digit', async () => {
    const wallet = await paidWallet(url, Keypair.generate(), {
      SOL: '1234.123456789',
      UTILITY: '0.000001',
    })
    const address = wallet.publicKey.toBase58()
    const { status, text } = await request(url, 'GET', `/v1/wallets/${address}/balances`)
    expect(status, text).to.equal(200)
    expect(text).to.equal(`{"wallet":"${address}","SOL":1234.123456789,"UTILITY":0.000001}`)
  })

  it('are read once for many requests of a moment', async () => {
    const address = Keypair.generate().publicKey.toBase58()
    const read = async () => {
      const { text } = await request(url, 'GET', '/metrics')
      const calls = [...text.matchAll(/^gateway_rpc_calls_total\{[^}]*"getMultipleAccounts"[^}]*\} (\d+)/gm)]
      return calls.reduce((sum, [, count]) => sum + Number(count), 0)
    }
    const before = await read()
    const path = `/v1/wallets/${address}/balances`
    await Promise.all(Array.from({ length: 40 }, () => request(url, 'GET', path)))
    // One each, and what the gateway reads for itself meanwhile.
    expect((await read()) - before).to.be.within(1, 10)
  })

  it('are current as soon as a transaction is answered', async () => {
    const wallet = await paidWallet(url, Keypair.generate(), { SOL: '10' })
    const path = `/v1/wallets/${wallet.publicKey.toBase58()}/balances`
    const read = async () => Number((await request(url, 'GET', path)).body.SOL)
    for (const left of [8, 6, 4]) {
      // Somebody looks while the deposit is under way.
      expect(await read()).to.be.above(left)
      await act(url, '/v1/bankroll/deposits', { currency: 'SOL', amount: '2' }, wallet)
      expect(await read()).to.be.within(left - 0.1, left)
    }
  })

  it('are 0 for an unfunded wallet, and a 400 for an invalid address', async () => {
    const address = Keypair.generate().publicKey.toBase58()
    const { body } = await request(url, 'GET', `/v1/wallets/${address}/balances`)
    expect(body).to.deep.equal({ wallet: address, SOL: 0, UTILITY: 0 })
    refused(
      await request(url, 'GET', '/v1/wallets/nobody/balances'),
      400,
      'address: must be a Solana address',
    )
  })
})
