import {
  type Condition,
  findFeed,
  type Market,
  PredictionMarketClient,
  parseQuestion,
} from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { planDemo } from '../../app/src/localnet/demo/plan.ts'
import { LOCALNET_WALLETS } from '../../app/src/localnet/keys.ts'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { lamportsOf, openConnection } from '../helpers/localnet/index.ts'

const MINT = Keypair.generate().publicKey
const TYPES: Condition['type'][] = ['price', 'marketCap', 'supply', 'migration', 'holders', 'event']

describe('the plan of the demonstration', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planDemo('one', MINT)).to.deep.equal(planDemo('one', MINT))
    const [one, two] = [planDemo('one', MINT), planDemo('two', MINT)]
    expect(one.map(({ question }) => question)).to.deep.equal(two.map(({ question }) => question))
    expect(one.map(({ bets }) => bets)).not.to.deep.equal(two.map(({ bets }) => bets))
  })

  for (const type of TYPES) {
    it(`has markets about ${type}, in both currencies`, () => {
      const markets = planDemo('any', MINT).filter(({ condition }) => condition.type === type)
      expect(new Set(markets.map(({ currency }) => currency)).size).to.equal(2)
    })
  }

  it('has markets that end within minutes, and others that run for days', () => {
    const lifetimes = planDemo('any', MINT).map(({ lifetime }) => lifetime)
    expect(lifetimes.filter((seconds) => seconds <= 5 * 60)).to.have.length.above(1)
    expect(lifetimes.filter((seconds) => seconds >= 7 * 86_400)).to.have.length.above(1)
  })

  it('has several wallets bet on each market, on both sides', () => {
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      const markets = planDemo(seed, MINT)
      for (const { bets } of markets) {
        expect(new Set(bets.map(({ outcome }) => outcome)).size).to.equal(2)
        expect(bets.length).to.be.within(3, 5)
      }
      const wallets = new Set(markets.flatMap(({ bets }) => bets.map(({ wallet }) => wallet)))
      expect(wallets.size).to.equal(LOCALNET_WALLETS.length)
    }
  })

  it('asks questions that say what the conditions are', () => {
    const expireAt = 1_800_000_000n
    const prices = new Map(
      Object.entries({ SOL: '150', BTC: '95000', ETH: '3400', JUP: '0.85' }).map(([symbol, price]) => [
        findFeed(symbol)?.id,
        price,
      ]),
    )
    for (const { question, token, condition } of planDemo('any', MINT)) {
      const currentValue = condition.type === 'price' ? prices.get(condition.feed) : undefined
      const context = { expireAt, tokenAddress: token?.toBase58() ?? null }
      const read = parseQuestion(
        question,
        currentValue === undefined ? context : { ...context, currentValue },
      )
      // What attestors answer is for people to read.
      if (condition.type === 'event') expect(read.ok, question).to.equal(false)
      else expect(read, question).to.deep.include({ ok: true, condition })
    }
  })
})

describe('the demonstration', () => {
  const localnets: Localnet[] = []

  before(async () => {
    // Two at once, on ports of their own.
    const options = { rpcPort: 0, seed: 'twin' }
    localnets.push(...(await Promise.all([startLocalnet(options), startLocalnet(options)])))
  })

  after(() => Promise.all(localnets.map((localnet) => localnet.stop())))

  /** What a localnet has open, by question; without what follows from the time of its start. */
  async function opened({ node, demo }: Localnet) {
    const connection = openConnection(node)
    const client = new PredictionMarketClient(connection)
    const markets = new Map((await client.markets()).map((market) => [market.address.toBase58(), market]))
    const questions = await client.questions()
    const positions = await client.positions()
    const stakes = ({ address }: Market & { address: { toBase58(): string } }) =>
      positions
        .filter(({ market }) => market.toBase58() === address.toBase58())
        .map(({ owner, stakes: [yes, no] }) => `${owner} ${yes} ${no}`)
        .sort()
    expect(markets.size).to.equal(demo.length)
    return demo.map((planned) => {
      const market = markets.get(planned.address.toBase58()) ?? expect.fail(`No market ${planned.id}`)
      expect(planned.id).to.equal(`market_${planned.address}`)
      expect(market.expireAt).to.equal(planned.expireAt)
      expect(market.closeAt).to.equal(planned.expireAt)
      const { status, pools, condition, token, openPositions, mint, creator } = market
      const question = questions.get(planned.address.toBase58())
      return {
        status,
        pools,
        condition,
        token,
        openPositions,
        mint,
        creator,
        question,
        stakes: stakes(market),
      }
    })
  }

  it('is on the chain as it was planned', async () => {
    const [localnet = expect.fail()] = localnets
    const { utilityMint } = localnet.program
    const plan = planDemo('twin', utilityMint)
    const markets = await opened(localnet)
    expect(markets.map(({ question }) => question)).to.deep.equal(plan.map(({ question }) => question))
    for (const [index, { bets, condition, token, currency }] of plan.entries()) {
      const market = markets[index] ?? expect.fail()
      const staked = (side: 'Yes' | 'No') =>
        bets.filter(({ outcome }) => outcome === side).reduce((sum, { amount }) => sum + amount, 0n)
      expect(market).to.deep.include({ status: 'open', condition, token, creator: bets[0].wallet.publicKey })
      expect(market.mint).to.deep.equal(currency === 'SOL' ? null : utilityMint)
      expect(market.pools).to.deep.equal([staked('Yes'), staked('No')])
      expect(market.openPositions).to.equal(new Set(bets.map(({ wallet }) => wallet)).size)
    }
  })

  it('is the same on two localnets of the same seed', async () => {
    const [first, second] = localnets as [Localnet, Localnet]
    expect(first.node.rpcUrl).not.to.equal(second.node.rpcUrl)
    const [one, two] = await Promise.all([opened(first), opened(second)])
    expect(one).to.deep.equal(two)
    expect(one).to.have.length(18)
  })

  it('leaves its wallets with plenty to try things with', async () => {
    const [{ node } = expect.fail()] = localnets
    const connection = openConnection(node)
    for (const { publicKey } of LOCALNET_WALLETS) {
      expect((await lamportsOf(connection, publicKey)) > 900_000_000_000n).to.equal(true)
    }
  })
})
