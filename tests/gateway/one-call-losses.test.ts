import { setTimeout } from 'node:timers/promises'
import { findBankroll } from '@prediction-market/sdk/accounts'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { givenBettor, givenMarket, type TestKey } from '../helpers/gateway/bankroll.ts'
import {
  type Answer,
  openGateway,
  paidWallet,
  request,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { sharedLocalnet } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcCall, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

/** Lamports that one wallet may lose in a day. */
const MOST_LOST = 40_000

describe('gateway: fees of one-call bets that fail', () => {
  let test: TestGateway
  let market: string
  let lagging: RpcProxy
  /** Bankrolls as they were first read, for a node that lags: it sees no failure before the chain does. */
  const old = new Map<string, unknown>()
  let simulated: unknown

  /** What the lagging node answers. */
  function alter({ method, params, result }: RpcCall): unknown {
    if (method === 'simulateTransaction') {
      if (result.value.err) return { ...result, value: simulated }
      simulated = result.value
    }
    if (method !== 'getMultipleAccounts') return undefined
    const value = result.value.map((account: unknown, index: number) => {
      const address = params[0][index]
      if (old.get(address) === null) old.set(address, account)
      return old.get(address) ?? account
    })
    return { ...result, value }
  }

  before(async () => {
    const { node } = await sharedLocalnet()
    lagging = await openRpcProxy({ node, alter })
    test = await openGateway({ nodes: [lagging] })
    const creator = await paidWallet(test.gateway.url, Keypair.generate(), { SOL: '50' })
    market = await givenMarket(test, 'SOL', creator)
  })

  after(async () => {
    await test.gateway.stop()
    await lagging.close()
  })

  function bet({ headers }: TestKey, amount: string): Promise<Answer> {
    const path = `/v1/markets/${market}/bets`
    return request(test.gateway.url, 'POST', path, { body: { outcome: 'Yes', amount }, headers })
  }

  /** Bets, again a second after each answer that says to try again in a few: a slow machine makes bets wait in line. */
  async function betPatiently(key: TestKey, amount: string, attempts = 10): Promise<Answer> {
    const answer = await bet(key, amount)
    if (answer.headers.get('retry-after') !== '5' || attempts === 1) return answer
    await setTimeout(1_000)
    return betPatiently(key, amount, attempts - 1)
  }

  const together = async (count: number, one: () => Promise<Answer>) =>
    (await Promise.all(Array.from({ length: count }, one))).map(({ status }) => status)

  it('attack 103: are limited for each wallet, however many bets it sends at once, and honest bets go on', async () => {
    // Each bankroll pays for one bet.
    const empty = await Promise.all(Array.from({ length: 3 }, () => givenBettor(test, {}, { SOL: '0.5' })))
    for (const { wallet } of empty) old.set(findBankroll(wallet.publicKey).toBase58(), null)
    const honest = await givenBettor(test, {}, { SOL: '5' })
    const paid = () => test.localnet.connection.getBalance(LOCALNET_KEYS.cosigner.publicKey, 'confirmed')
    const before = await paid()
    const [placed, ...attacks] = await Promise.all([
      together(16, () => betPatiently(honest.key, '0.1')),
      ...empty.map(({ key }) => together(34, () => bet(key, '0.3'))),
    ])
    expect(placed).to.deep.equal(Array(16).fill(201))
    for (const statuses of attacks) {
      expect(statuses.filter((status) => status === 201)).to.have.length(1)
    }
    expect(before - (await paid())).to.be.within(1, empty.length * MOST_LOST)
  })
})
