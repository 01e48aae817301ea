import { PredictionMarketClient } from '@prediction-market/sdk'
import { expect } from 'chai'
import { expectStory, followExample, type RestWorld, startRestWorld } from '../helpers/examples/rest-world.ts'
import { sharedLocalnet, startScript, travelTo, until } from '../helpers/localnet/index.ts'

describe('examples/dapp', () => {
  it('opens a market, bets, decides and claims', async () => {
    const localnet = await sharedLocalnet()
    const { node, connection } = localnet
    const client = new PredictionMarketClient(connection)
    // A market that outlasts the bets on any machine; then the clock moves to its expiry.
    const env = { RPC_URL: node.rpcUrl, WS_URL: node.wsUrl, DURATION: '3600' }
    const running = startScript('examples/dapp/main.ts', [], env)
    const isPlaced = () => {
      if (running.child.exitCode !== null) expect.fail(running.output())
      return running.output().includes('placed the bet')
    }
    await until('the bet', isPlaced)
    const [, id = ''] = /opened (market_\w+)/.exec(running.output()) ?? []
    await travelTo(localnet, (await client.markets.get(id))?.expireAt ?? expect.fail())
    const { code } = await running.ended
    const output = running.output()
    expect(code, output).to.equal(0)
    const market = (await client.markets.get(id)) ?? expect.fail(output)
    expect(market).to.include({ status: 'resolved', outcome: 'No' })
    // Alice has claimed; Bob has lost, and nobody has closed his position.
    expect(market.pools).to.deep.equal({ Yes: 1_000_000_000n, No: 500_000_000n })
    expect(market.paid).to.equal(1_400_000_000n)
    expect(output)
      .to.contain('markets take bets in SOL')
      .and.to.contain('0.5 SOL on No pays 1.4 SOL if it wins')
      .and.to.contain('open: Yes 1 SOL, No 0.5 SOL')
      .and.to.match(/decided: No[\s\S]*paid: Alice has 5\.89\d* SOL/)
  })
})

describe('examples/rest-typescript', () => {
  let world: RestWorld

  before(async () => {
    world = await startRestWorld()
  })

  after(() => world.stop())

  it('opens a market, bets by signing and in one call, and is paid', async () => {
    const env = { GATEWAY_URL: world.gateway.url, MARKET_SECONDS: '600' }
    expectStory(await followExample(world, startScript('examples/rest-typescript/main.ts', [], env)))
  })
})
