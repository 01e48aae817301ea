import { ComputeBudgetProgram, Keypair, VersionedTransaction } from '@solana/web3.js'
import { expect } from 'chai'
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
