import { PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { findQuestion } from '@prediction-market/sdk/accounts'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { openGateway, paidWallet, refused, request, sharedGateway } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcCall } from '../helpers/localnet/rpc-proxy.ts'

describe('gateway: a market whose question a node has late', () => {
  const wallet = Keypair.generate()

  it('takes bets as soon as a node has the question, though its report came before', async () => {
    const { localnet, gateway: shared } = await sharedGateway()
    await paidWallet(shared.url, wallet, { SOL: '20' })
    const client = new PredictionMarketClient(localnet.connection, { signer: wallet })
    const { market, instructions } = await client.markets.buildCreate({
      creator: wallet.publicKey,
      question: 'Will it rain?',
      condition: { type: 'event', timing: 'atExpiry' },
      currency: 'SOL',
      expireAt: BigInt(localnet.node.clock.now.unixSecond + 3_600),
    })
    const id = toMarketId(market)
    const question = findQuestion(market).toBase58()
    let isHidden = true
    const hide = ({ method, params, result }: RpcCall) => {
      if (!isHidden) return undefined
      if (method === 'getProgramAccounts') return { ...result, value: [] }
      const isAsked = method === 'getMultipleAccounts' && params[0].includes(question)
      return isAsked ? { ...result, value: result.value.map(() => null) } : undefined
    }
    const node = await openRpcProxy({ node: localnet.node, alter: hide })
    const { gateway } = await openGateway({ nodes: [node] })
    try {
      // Given a market that the history has, and the book has not.
      await client.send(instructions)
      await until('the history to know the market', async () => {
        return (await request(gateway.url, 'GET', `/v1/markets/${id}`)).status === 200
      })
      expect(gateway.book.get(id)).to.equal(undefined)
      const body = { outcome: 'Yes', amount: '0.5' }
      const bet = () => request(gateway.url, 'POST', `/v1/markets/${id}/bets`, { body, wallet })

      // When a bet is built, then it is refused for now, and no longer when the node has the question.
      refused(await bet(), 503, 'The nodes do not have the market yet')
      isHidden = false
      const built = await bet()
      expect(built.status, built.text).to.equal(202)
    } finally {
      await gateway.stop()
      await node.close()
    }
  })
})
