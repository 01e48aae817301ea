import { PredictionMarketClient } from '@prediction-market/sdk'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { runScript } from '../helpers/localnet/index.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { localnetChain } from '../helpers/scenarios/index.ts'

describe('examples/anchor', () => {
  it('bets, reads and receives an event with Anchor alone', async () => {
    const chain = await localnetChain()
    const [creator] = (await chain.wallets(1)) as [Keypair]
    const client = new PredictionMarketClient(chain.connection, { signer: creator })
    const expireAt = (await client.chainTime()) + 3_600n
    await client.markets.create({
      question: 'Will plain Anchor do?',
      condition: PRICE_AT_EXPIRY,
      expireAt,
      currency: 'SOL',
    })
    const { code, output } = await runScript('examples/anchor/main.ts', [], {
      RPC_URL: chain.node.rpcUrl,
      WS_URL: chain.node.wsUrl,
    })
    expect(code, output).to.equal(0)
    expect(output).to.match(/^placed: \w{80,}$/m)
    expect(output).to.include('event: a bet of 500000000 lamports')
    expect(output).to.match(/^pools: \d+ on Yes, \d+ on No$/m)
  })
})
