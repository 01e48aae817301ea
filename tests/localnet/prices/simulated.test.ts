import { PRICE_FEEDS } from '@prediction-market/sdk/feeds'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { AccountState } from '../../../app/src/localnet/cheats.ts'
import { FollowedClock } from '../../../app/src/localnet/clock.ts'
import { SIMULATED_FEEDS } from '../../../app/src/localnet/prices/publishing.ts'
import { SimulatedPrices } from '../../../app/src/localnet/prices/simulated.ts'
import { decodePriceUpdate, feedAddress } from '../../../app/src/prices/pyth.ts'
import { UnknownFeedError } from '../../../app/src/prices/source.ts'

const FEEDS = SIMULATED_FEEDS

const idOf = (symbol: string) => {
  const feed = FEEDS.find((candidate) => candidate.symbol === symbol)
  return feed?.id ?? expect.fail(`No feed ${symbol}`)
}

/** Feeds on a chain whose clock stands still until it is told: `tick`. */
async function givenFeeds(seed: string, start = 1_800_000_000) {
  const accounts = new Map<string, AccountState>()
  let failing = false
  let written = Promise.resolve()
  const clock = new FollowedClock({ slot: 32, unixSecond: start }, async () => {})
  const cheats = {
    setAccount: async (address: PublicKey, state: AccountState) => {
      if (failing) throw new Error('no node')
      await written
      accounts.set(address.toBase58(), state)
    },
  }
  const errors: Error[] = []
  const onError = (error: Error) => void errors.push(error)
  const prices = await SimulatedPrices.start({ chain: { clock, cheats }, seed, onError })
  const tick = async (unixTimestamp: number) => {
    clock.read([{ kind: 'systemClockUpdated', clock: { slot: 32 + unixTimestamp - start, unixTimestamp } }])
    await new Promise(setImmediate)
  }
  const current = (symbol: string) => {
    const account = accounts.get(feedAddress(idOf(symbol)).toBase58())
    return decodePriceUpdate(account?.data ?? expect.fail(`No account of ${symbol}`))
  }
  const fail = (value: boolean) => {
    failing = value
  }
  /** Lets writes wait until the returned function is called. */
  const holdWrites = () => {
    let release = () => {}
    written = new Promise((resolve) => {
      release = resolve
    })
    return release
  }
  return { prices, tick, current, start, errors, fail, holdWrites }
}

describe('the simulated feeds', () => {
  it('are SOL, BTC, ETH, BONK, JUP and USDC, by their ids of Pyth', () => {
    expect(FEEDS.map(({ symbol }) => symbol)).to.have.members(['SOL', 'BTC', 'ETH', 'BONK', 'JUP', 'USDC'])
    for (const { symbol, id } of FEEDS)
      expect(PRICE_FEEDS.find((feed) => feed.id === id)?.symbol).to.equal(symbol)
  })

  it('publish once a second, a second after the one before, with growing times', async () => {
    const { prices, tick, current, start } = await givenFeeds('seed')
    for (const second of [start + 1, start + 1, start + 2, start + 3]) {
      await tick(second)
      for (const { symbol, id } of FEEDS) {
        const { update, postedSlot } = current(symbol)
        expect(update.publishTime).to.equal(second)
        expect(update.prevPublishTime).to.equal(second - 1)
        expect(postedSlot).to.equal(BigInt(32 + second - start))
        expect(await prices.latest(id)).to.deep.equal(update)
      }
    }
  })

  it('answer for every second since the start, one update each, and for no other', async () => {
    const { prices, tick, start } = await givenFeeds('seed')
    const id = idOf('SOL')
    await tick(start + 5)

    for (let second = start; second <= start + 5; second++) {
      const update = await prices.updateAt(id, second)
      expect(update?.publishTime).to.equal(second)
      expect(update?.prevPublishTime).to.equal(second - 1)
    }
    expect(await prices.updateAt(id, start - 1)).to.equal(null)
    expect(await prices.updateAt(id, start + 6)).to.equal(null)
  })

  it('never change what they have answered', async () => {
    const { prices, tick, start } = await givenFeeds('seed')
    const id = idOf('BTC')
    await tick(start + 1)
    const before = await Promise.all([0, 1].map((offset) => prices.updateAt(id, start + offset)))

    void prices.set('BTC', '1')
    await tick(start + 2)
    await tick(start + 100)

    const after = await Promise.all([0, 1].map((offset) => prices.updateAt(id, start + offset)))
    expect(after).to.deep.equal(before)
  })

  it('are the same for the same seed, counted from the start', async () => {
    const series = async (seed: string, start: number) => {
      const { prices, tick } = await givenFeeds(seed, start)
      await tick(start + 50)
      const updates = await Promise.all(
        FEEDS.flatMap(({ id }) => [10, 50].map((offset) => prices.updateAt(id, start + offset))),
      )
      return updates.map((update) => update?.price)
    }
    const one = await series('seed', 1_800_000_000)
    expect(await series('seed', 1_900_000_000)).to.deep.equal(one)
    expect(await series('another', 1_800_000_000)).not.to.deep.equal(one)
  })

  it('hold a price that is set, exactly, from the next second on', async () => {
    const { prices, tick, current, start } = await givenFeeds('seed')
    const set = prices.set('BONK', '0.0000123456')
    await tick(start + 1)
    const first = await set
    expect(first).to.include({ price: 123_456n, exponent: -10, publishTime: start + 1 })
    expect(current('BONK').update).to.deep.equal(first)
    expect((await prices.updateAt(first.feedId, start))?.price).not.to.equal(123_456n)

    // Also over a jump of the clock.
    await tick(start + 3600)
    expect((await prices.updateAt(first.feedId, start + 1800))?.price).to.equal(123_456n)
  })

  it('are published while a slow node still writes those before, and written after them', async () => {
    const { prices, tick, current, start, holdWrites } = await givenFeeds('seed')
    const release = holdWrites()
    const set = prices.set('SOL', '250')
    await tick(start + 1)
    await tick(start + 2)
    await tick(start + 60)
    expect((await prices.latest(idOf('SOL'))).publishTime).to.equal(start + 60)
    expect(current('SOL').update.publishTime).to.equal(start)

    release()
    expect((await set).publishTime).to.equal(start + 1)
    await tick(start + 60)
    expect(current('SOL').update).to.deep.equal(await prices.latest(idOf('SOL')))
  })

  it('report a failure and write again the next second', async () => {
    const { prices, tick, current, start, errors, fail } = await givenFeeds('seed')
    fail(true)
    const set = prices.set('SOL', '200')
    await tick(start + 1)
    expect(errors.map(({ message }) => message)).to.deep.equal(['no node'])
    expect(current('SOL').update.publishTime).to.equal(start)

    fail(false)
    await tick(start + 2)
    expect((await set).price).to.equal(200_00000000n)
    expect(current('SOL').update.publishTime).to.equal(start + 2)
  })

  it('stop, and reject those who wait for a price', async () => {
    const { prices, tick, current, start } = await givenFeeds('seed')
    const set = prices.set('SOL', '200').catch((error: Error) => error.message)
    prices.stop()
    expect(await set).to.equal('The simulated prices were stopped')
    await tick(start + 1)
    expect(current('SOL').update.publishTime).to.equal(start)
  })

  it('refuse what they do not know, by its name', async () => {
    const { prices, start } = await givenFeeds('seed')
    const unknown = 'ab'.repeat(32)
    const failure = (promise: Promise<unknown>) => promise.catch((error: Error) => error)

    expect(await failure(prices.latest(unknown))).to.be.instanceOf(UnknownFeedError)
    expect(await failure(prices.updateAt(unknown, start))).to.be.instanceOf(UnknownFeedError)
    expect(await failure(prices.updateAt(idOf('SOL'), 1.5)))
      .to.have.property('message')
      .that.contains('time: ')
    expect(await failure(prices.set('DOGE', '1')))
      .to.have.property('message')
      .that.equals('symbol: must be one of SOL, BTC, ETH, BONK, JUP, USDC, got DOGE')
    expect(await failure(prices.set('SOL', '1.123456789')))
      .to.have.property('message')
      .that.contains('must have at most 8 decimals')
  })
})
