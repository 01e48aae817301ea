import { type Condition, type Market, PredictionMarketClient } from '@prediction-market/sdk'
import { findFeedById } from '@prediction-market/sdk/feeds'
import { parseQuestion } from '@prediction-market/sdk/question'
import { latestClose } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { planDemo } from '../../app/src/localnet/demo/plan.ts'
import { LOCALNET_WALLETS } from '../../app/src/localnet/keys.ts'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { localnetSettings } from '../../app/src/localnet/market-program.ts'
import { lamportsOf, openConnection } from '../helpers/localnet/index.ts'

const MINT = Keypair.generate().publicKey
/** Question, and condition as type, feed, comparison, target, smallest balance and timing. */
const CONDITIONS = [
  ['Will SOL be above $150?', 'price SOL above 150 atExpiry'],
  ['Will BTC be at least $95,000?', 'price BTC atLeast 95000 atExpiry'],
  ['Will ETH be below $3,400?', 'price ETH below 3400 atExpiry'],
  ['Will SOL reach $155?', 'price SOL atLeast 155 byExpiry'],
  ['Will BTC reach $150k?', 'price BTC atLeast 150000 byExpiry'],
  ['Will JUP fall below $0.80?', 'price JUP below 0.8 byExpiry'],
  ["Will BONK's market cap be above $1.85 billion?", 'marketCap BONK above 1850000000 atExpiry'],
  ["Will BONK's market cap exceed $3 billion?", 'marketCap BONK above 3000000000 byExpiry'],
  ['Will JUP have a market cap of at least $6 billion?', 'marketCap JUP atLeast 6000000000 atExpiry'],
  ["Will this token's supply reach 1 million?", 'supply atLeast 1000000 byExpiry'],
  ["Will this token's supply fall below 1,000?", 'supply below 1000 byExpiry'],
  ["Will BONK's supply fall below 87 trillion?", 'supply below 87000000000000 byExpiry'],
  ['Will FROG migrate to PumpSwap?', 'migration byExpiry'],
  ['Will CAT graduate?', 'migration byExpiry'],
  ['Will this token reach 100 holders?', 'holders atLeast 100 1 byExpiry'],
  ['Will this token have more than 9 holders?', 'holders above 9 1 atExpiry'],
]

const summary = (condition: Condition) => {
  const feed = 'feed' in condition ? findFeedById(condition.feed)?.symbol : undefined
  const target = 'target' in condition ? `${condition.comparison} ${condition.target}` : undefined
  const balance = 'minimumBalance' in condition ? condition.minimumBalance.toString() : undefined
  return [condition.type, feed, target, balance, condition.timing]
    .filter((part) => part !== undefined)
    .join(' ')
}

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

  it('has the conditions that its questions say', () => {
    const markets = planDemo('any', MINT).filter(({ condition }) => condition.type !== 'event')
    expect(markets.map(({ question, condition }) => [question, summary(condition)])).to.deep.equal(CONDITIONS)
  })

  it('has questions about events that say no other condition', () => {
    const events = planDemo('any', MINT).filter(({ condition }) => condition.type === 'event')
    expect(events).to.have.length(2)
    for (const { question } of events) {
      const read = parseQuestion(question, { expireAt: 1_800_000_000n, tokenAddress: null })
      expect(read.ok, question).to.equal(false)
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

  /** The open markets of a localnet by question, without the fields that depend on the time of its start. */
  async function opened({ node, demo }: Localnet) {
    const connection = openConnection(node)
    const client = new PredictionMarketClient(connection)
    const markets = new Map((await client.markets.all()).map((market) => [market.address.toBase58(), market]))
    const questions = await client.markets.questions()
    const positions = await client.bets.positions()
    const stakes = ({ address }: Market & { address: { toBase58(): string } }) =>
      positions
        .filter(({ market }) => market.toBase58() === address.toBase58())
        .map(({ owner, stakes: { Yes: yes, No: no } }) => `${owner} ${yes} ${no}`)
        .sort()
    expect(markets.size).to.equal(demo.length)
    return demo.map((planned) => {
      const market = markets.get(planned.address.toBase58()) ?? expect.fail(`No market ${planned.id}`)
      expect(planned.id).to.equal(`market_${planned.address}`)
      expect(market.expireAt).to.equal(planned.expireAt)
      expect(market.closeAt).to.equal(
        latestClose(localnetSettings(), market.condition, market.createdAt, market.expireAt),
      )
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
      expect(market.pools).to.deep.equal({ Yes: staked('Yes'), No: staked('No') })
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

  it('is left out, and said to be, where its markets cannot be opened', async () => {
    const said: string[] = []
    const { error } = console
    console.error = (line: string) => said.push(line)
    try {
      // Most of its markets run for longer than a minute.
      const settings = { maxDuration: 60 }
      const localnet = await startLocalnet({ rpcPort: 0, attestors: false, settings })
      expect(localnet.demo).to.deep.equal([])
      await localnet.stop()
    } finally {
      console.error = error
    }
    expect(said.join('\n')).to.match(/^The demonstration failed: .*goes on without the markets/)
  })
})
