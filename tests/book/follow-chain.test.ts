import { PROGRAM_ID, PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { followChain } from '../../app/src/book/follow-chain.ts'
import { chainTime, sharedLocalnet, until } from '../helpers/localnet/index.ts'
import { openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'

describe('a followed chain', () => {
  it('hears of new and closed markets, and reads all of them once', async () => {
    const { node, connection } = await sharedLocalnet()
    const wallet = Keypair.generate()
    await node.cheats.setLamports(wallet.publicKey, 10_000_000_000n)
    const client = new PredictionMarketClient(connection, { signer: wallet })
    const asked: string[] = []
    let nonces = 0n
    const proxy = await openRpcProxy({
      node,
      fate: (method) => {
        asked.push(method)
        return 'pass'
      },
    })
    const log = pino({ level: 'silent' })
    const observer = { call: () => {} }
    const chain = await followChain({ nodes: [proxy], programId: PROGRAM_ID, log, observer })
    try {
      await until('the first slot', () => chain.state.lag() === 0 && chain.state.slot > 0)
      const open = async () => {
        const second = BigInt(await chainTime(connection))
        const { market } = await client.markets.create({
          // So old that the market can be cancelled some seconds later.
          nonce: (second - 297n) * 1_000n + nonces++,
          question: 'Is it?',
          condition: { type: 'event', timing: 'byExpiry' },
          currency: 'SOL',
          expireAt: second + 3_600n,
        })
        await until('the new market', () => chain.book.get(toMarketId(market)) !== undefined)
        return market
      }
      // After the first one the program has a past, so that gaps need not be filled by lists.
      await open()
      const lists = () => asked.filter((method) => method === 'getProgramAccounts').length
      const looks = () => asked.filter((method) => method === 'getSignaturesForAddress').length
      await until('the reports to begin', () => looks() >= 2)
      await open()
      const before = lists()
      const market = await open()
      await until('it to be old enough', () =>
        client.markets.cancel({ market }).then(
          () => true,
          (error: Error) => (/created too recently/.test(error.message) ? false : Promise.reject(error)),
        ),
      )
      await until('it to be gone', () => chain.book.get(toMarketId(market)) === undefined)
      expect(lists()).to.equal(before)
    } finally {
      await chain.stop()
      await proxy.close()
    }
  })
})
