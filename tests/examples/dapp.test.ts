import { PredictionMarketClient } from '@prediction-market/sdk'
import { expect } from 'chai'
import { runScript, sharedLocalnet } from '../helpers/localnet/index.ts'

describe('examples/dapp', () => {
  it('opens a market, bets, decides and claims', async () => {
    const { node, connection } = await sharedLocalnet()
    const env = { RPC_URL: node.rpcUrl, WS_URL: node.wsUrl }
    const { code, output } = await runScript('examples/dapp/main.ts', [], env)
    expect(code, output).to.equal(0)
    const [, id = ''] = /opened (market_\w+)/.exec(output) ?? []
    const client = new PredictionMarketClient(connection)
    const market = (await client.market(id)) ?? expect.fail(output)
    expect(market).to.include({ status: 'resolved', outcome: 'Yes' })
    // Alice has claimed; Bob has lost, and nobody has closed his position.
    expect(market.pools).to.deep.equal([500_000_000n, 1_000_000_000n])
    expect(market.paid).to.equal(1_400_000_000n)
    expect(output)
      .to.contain('markets take bets in SOL')
      .and.to.contain('0.5 SOL on Yes pays 1.4 SOL if it wins')
      .and.to.contain('open: Yes 0.5 SOL, No 1 SOL')
      .and.to.match(/decided: Yes[\s\S]*paid: Alice has 5\.89\d* SOL/)
  })
})
