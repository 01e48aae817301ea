import { type Fetched, type Market, type MarketsChange, PredictionMarketClient } from '@prediction-market/sdk'
import { expect } from 'chai'
import { closeConnection, openConnection, until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, SOL, startClientWorld, travelTo } from '../helpers/sdk/client-world.ts'

/** Everything that a generator yields. */
async function collect<T>(generator: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of generator) all.push(one)
  return all
}

describe('live', () => {
  let world: ClientWorld
  let client: PredictionMarketClient
  let proxy: RpcProxy
  /** A client whose websocket can be cut. */
  let follower: PredictionMarketClient
  /** Calls of the follower that fail. */
  let failing = new Set<string>()

  before(async () => {
    world = await startClientWorld()
    client = world.client
    proxy = await openRpcProxy({
      node: world.node,
      fate: (method) => (failing.has(method) ? 'refuse' : 'pass'),
    })
    follower = new PredictionMarketClient(openConnection(proxy))
  })

  afterEach(() => {
    failing = new Set()
  })

  after(async () => {
    await closeConnection(follower.connection)
    await proxy.close()
    await world.stop()
  })

  async function openMarket(options: { expiresIn?: bigint; token?: string } = {}) {
    const expireAt = (await client.chainTime()) + (options.expiresIn ?? 3_600n)
    const { token = null } = options
    const input = { question: `Will it, at ${expireAt}?`, token, expireAt, condition: PRICE_AT_EXPIRY }
    return { ...(await client.markets.create({ ...input, currency: 'SOL' })), expireAt }
  }

  const bet = (market: string, outcome: 'Yes' | 'No' = 'Yes') =>
    client.bets.place({ market, outcome, amount: SOL })

  it('gives a market at once, then every change, until it is stopped', async () => {
    const { id } = await openMarket()
    const seen: (Fetched<Market> | null)[] = []
    const stop = follower.markets.follow(id, (market) => seen.push(market))
    await until('a snapshot', () => seen.length === 1)
    await bet(id)
    await until('the bet', () => seen.at(-1)?.pools.Yes === SOL)
    await stop()
    const { length } = seen
    await bet(id)
    const read = await until('the second bet', async () => {
      const market = await client.markets.get(id)
      return market?.pools.Yes === 2n * SOL && market
    })
    expect(seen).to.have.length(length)
    expect(seen.every((market) => market?.address.equals(read.address))).to.equal(true)
  })

  it('reports each state once, though reads and notifications repeat it', async () => {
    const { id } = await openMarket()
    const pools: (bigint | undefined)[] = []
    const stop = follower.markets.follow(id, (market) => pools.push(market?.pools.Yes), { refreshMs: 50 })
    for (let count = 1n; count <= 3n; count += 1n) {
      await bet(id)
      await until(`bet ${count}`, () => pools.at(-1) === count * SOL)
    }
    await stop()
    expect(pools).to.deep.equal([...new Set(pools)])
    expect(pools).to.deep.equal([0n, SOL, 2n * SOL, 3n * SOL])
  })

  it('reads a market again after a lost connection', async () => {
    const { id } = await openMarket()
    const seen: (Fetched<Market> | null)[] = []
    const stop = follower.markets.follow(id, (market) => seen.push(market))
    await until('a snapshot', () => seen.length === 1)
    await bet(id, 'Yes')
    await until('the first bet', () => seen.at(-1)?.pools.Yes === SOL)
    proxy.cutSockets()
    await bet(id, 'No')
    await until('the bet that nobody reported', () => seen.at(-1)?.pools.No === SOL)
    await bet(id, 'No')
    await until('the bet after that', () => seen.at(-1)?.pools.No === 2n * SOL)
    await stop()
  })

  it('goes on after a read that fails, which it reports', async () => {
    const { id } = await openMarket()
    failing = new Set(['getAccountInfo'])
    const errors: Error[] = []
    const seen: (Fetched<Market> | null)[] = []
    const stop = follower.markets.follow(id, (market) => seen.push(market), {
      refreshMs: 50,
      onError: (error) => errors.push(error),
    })
    await until('an error', () => errors.length > 0)
    failing = new Set()
    await until('a snapshot', () => seen.length === 1)
    await stop()
  })

  it('follows a position from before the first bet to its payout', async () => {
    const { id, expireAt } = await openMarket()
    const owner = world.node.payer.publicKey.toBase58()
    const stakes: (bigint | null)[] = []
    const stop = follower.bets.followPosition(id, owner, (position) =>
      stakes.push(position?.stakes.Yes ?? null),
    )
    await until('a snapshot', () => stakes.length === 1)
    await bet(id)
    await until('the position', () => stakes.at(-1) === SOL)
    await travelTo(world, expireAt)
    await client.decisions.resolve({ market: id, price: await world.price(300n, expireAt) })
    await client.bets.claim({ market: id })
    await until('the payout', () => stakes.at(-1) === null)
    await stop()
    expect(stakes).to.deep.equal([null, SOL, null])
  })

  it('follows the markets that match a filter, and says which leave it', async () => {
    const token = (await world.wallet()).publicKey.toBase58()
    const first = await openMarket({ token })
    const changes: MarketsChange[] = []
    const filter = { token, status: 'open' } as const
    const stop = follower.markets.followAll(filter, (change) => changes.push({ ...change }))
    await until('a snapshot', () => changes.length === 1)
    expect(changes[0]?.changed.map(({ address }) => address)).to.deep.equal([first.market])

    const second = await openMarket({ token })
    await openMarket()
    await bet(first.id)
    await until('the bet', () => changes.at(-1)?.markets.get(first.market.toBase58())?.pools.Yes === SOL)
    expect(changes.at(-1)?.markets.has(second.market.toBase58())).to.equal(true)
    expect(changes.at(-1)?.markets.size).to.equal(2)

    await travelTo(world, first.expireAt)
    await client.decisions.resolve({ market: first.id, price: await world.price(300n, first.expireAt) })
    const left = await until('the decision', () => changes.find(({ removed }) => removed.length > 0))
    expect(left.removed.map(({ address }) => address)).to.deep.equal([first.market])
    expect(left.removed[0]?.status).to.equal('resolved')

    proxy.cutSockets()
    const third = await openMarket({ token })
    await until('the market that nobody reported', () => changes.at(-1)?.markets.has(third.market.toBase58()))
    await stop()
  })

  it('lists markets with their questions, and those that take bets now', async () => {
    const token = (await world.wallet()).publicKey.toBase58()
    const late = await openMarket({ token, expiresIn: 7_200n })
    const soon = await openMarket({ token, expiresIn: 3_600n })
    const listed = await client.markets.list({ token })
    expect(listed.map(({ address }) => address)).to.deep.equal([soon.market, late.market])
    expect(listed.map(({ question }) => question)).to.deep.equal([
      `Will it, at ${soon.expireAt}?`,
      `Will it, at ${late.expireAt}?`,
    ])
    expect((await client.markets.acceptingBets({ token })).map(({ address }) => address)).to.deep.equal([
      soon.market,
      late.market,
    ])
    await travelTo(world, soon.expireAt)
    const [open, ...others] = await client.markets.acceptingBets({ token })
    expect(open?.question).to.equal(`Will it, at ${late.expireAt}?`)
    expect(others).to.deep.equal([])
    expect(await client.markets.all({ token, status: 'open' })).to.have.length(2)
  })

  it('asks for questions a hundred at a time', async () => {
    const { market } = await openMarket()
    const others = await Promise.all(Array.from({ length: 149 }, () => world.wallet()))
    const calls = () => proxy.fates.get('pass') ?? 0
    const before = calls()
    const questions = await follower.markets.questions([...others.map(({ publicKey }) => publicKey), market])
    expect(calls() - before).to.equal(2)
    expect([...questions.keys()]).to.deep.equal([market.toBase58()])
  })

  it('returns the events since a transaction, in order', async () => {
    const { id, signature } = await openMarket()
    const first = await bet(id)
    const elsewhere = await openMarket()
    const second = await bet(id, 'No')
    const all = await until('the transactions', async () => {
      const found = await collect(client.eventsSince(signature))
      return found.length === 3 && found
    })
    expect(all.map((one) => one.signature)).to.deep.equal([first, elsewhere, second].map((s) => s.signature))
    expect(all.flatMap(({ events }) => events.map(({ name }) => name))).to.deep.equal([
      'BetPlaced',
      'MarketCreated',
      'BetPlaced',
    ])
    const about = await collect(client.eventsSince(first.signature, { market: id }))
    expect(about.map((one) => one.signature)).to.deep.equal([second.signature])
    const whole = await collect(client.eventsSince(null, { market: id }))
    expect(whole[0]?.events[0]?.name).to.equal('MarketCreated')
  })
})
