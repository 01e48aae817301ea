import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { type Fate, openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

describe('gateway: many requests for the status of transactions', () => {
  const wallet = Keypair.generate()
  const calls: string[] = []
  let proxy: RpcProxy
  let test: TestGateway
  let url: string

  before(async () => {
    const { node } = await sharedLocalnet()
    proxy = await openRpcProxy({
      node,
      fate: async (method): Promise<Fate> => {
        calls.push(method)
        // The first look-up takes so long that the others come meanwhile.
        if (method === 'getSignatureStatuses' && calls.indexOf(method) === calls.length - 1)
          await sleep(1_000)
        return 'pass'
      },
    })
    test = await openGateway({ nodes: [proxy] })
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '5' })
  })

  after(async () => {
    await test.gateway.stop()
    await proxy.close()
  })

  it('asks the node once for many transactions, and answers each request with its own', async () => {
    // Given a market with a bet, among many transactions that do not exist.
    const market = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(test, 3_600),
      currency: 'SOL',
    }
    const { id } = (await act(url, '/v1/markets', market, wallet)).sent.body
    const stake = { outcome: 'Yes', amount: '0.5' }
    const { transactionId } = (await act(url, `/v1/markets/${id}/bets`, stake, wallet)).sent.body
    const ids = Array.from({ length: 300 }, () => bs58.encode(randomBytes(64)))
    ids.splice(150, 0, transactionId)

    // When all of them are asked for at once.
    calls.length = 0
    const answers = await Promise.all(ids.map((one) => request(url, 'GET', `/v1/transactions/${one}`)))

    // Then each has its own answer, for few calls.
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).to.equal(200)
      expect(body.transactionId).to.equal(ids[index])
      expect(body.status).to.be.oneOf(ids[index] === transactionId ? ['confirmed', 'finalized'] : ['unknown'])
    }
    expect(answers[150]?.body.result).to.include({ transactionId })
    expect(calls.filter((method) => method === 'getSignatureStatuses').length).to.be.lessThan(50)
  })
})
