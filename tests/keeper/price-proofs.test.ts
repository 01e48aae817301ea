import type { Fetched, Market, Stakes } from '@prediction-market/sdk'
import { PYTH } from '@prediction-market/sdk/oracle/pyth'
import { addRecentStake, NO_RECENT_STAKES, periodOf } from '@prediction-market/sdk/rules'
import { Connection, Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { BookEntry } from '../../app/src/book/entry.ts'
import { PriceProofs } from '../../app/src/keeper/proofs/price.ts'
import { WatchedAccounts } from '../../app/src/keeper/watched-accounts.ts'
import type { PricePoster, PriceSource, PriceUpdate } from '../../app/src/prices/source.ts'
import { rankOf } from '../helpers/book.ts'
import { CREATED, EXPIRES, PERIOD, PROOF_WINDOW, plainMarket } from '../helpers/sdk/market.ts'

const FEED = 'ef'.repeat(32)
const condition = {
  type: 'price',
  feed: FEED,
  comparison: 'above',
  target: '100',
  timing: 'byExpiry',
} as const

/** A signed update of the feed, in whole dollars. */
function updateOf(second: bigint, price: bigint, change: Partial<PriceUpdate> = {}): PriceUpdate {
  return {
    feedId: FEED,
    price,
    conf: 0n,
    exponent: 0,
    publishTime: Number(second),
    prevPublishTime: Number(second) - 1,
    emaPrice: price,
    emaConf: 0n,
    signed: Uint8Array.of(1),
    ...change,
  }
}

/** Proofs from a feed whose latest update, and whose update for the expiry, a test sets. */
function openProofs(unsignedPrices?: PricePoster) {
  const feed: {
    latest: PriceUpdate
    /** The update for any second that `updates` has none for. */
    atExpiry: PriceUpdate | null
    updates: PriceUpdate[]
    asked: number[]
    worldTime: bigint
  } = {
    updates: [],
    worldTime: 0n,
    latest: updateOf(CREATED, 1n),
    atExpiry: null,
    asked: [],
  }
  const prices: PriceSource = {
    latest: async () => feed.latest,
    async updateAt(_, second) {
      feed.asked.push(second)
      return feed.updates.find(({ publishTime }) => publishTime === second) ?? feed.atExpiry
    },
  }
  const accounts = new WatchedAccounts(new Connection('http://127.0.0.1:9'))
  const onError = (error: Error) => expect.fail(error.message)
  const clock = () => Number(feed.worldTime) * 1_000
  return {
    feed,
    proofs: new PriceProofs({ prices, unsignedPrices, accounts, rankOf, clock, onError }),
  }
}

/** The market after a bet at a second. */
function withBet(market: Fetched<Market>, second: bigint): Fetched<Market> {
  const recent = addRecentStake(market.recent, periodOf(market, second), 'No', 1n)
  return { ...market, recent }
}

/** Watches markets and reads the prices at a second. */
function follow(proofs: PriceProofs, markets: readonly Fetched<Market>[], now: bigint): Promise<string[]> {
  for (const market of markets) proofs.watch(new BookEntry(market, 'Is it?'))
  return proofs.follow(now)
}

describe("the keeper's proofs by prices", () => {
  const market = plainMarket({ condition, recent: NO_RECENT_STAKES })
  const first = CREATED + 100n
  const later = first + 3n * BigInt(PERIOD)

  /** Proofs that have seen the price cross at `first`, hold above for a while, and fall again. */
  const openCrossed = async () => {
    const { feed, proofs } = openProofs()
    for (const update of [
      updateOf(first - 1n, 100n),
      updateOf(first, 101n),
      updateOf(first + 1n, 102n),
      updateOf(later, 103n),
      updateOf(later + 1n, 99n),
    ]) {
      feed.latest = update
      await follow(proofs, [market], BigInt(update.publishTime))
    }
    return { feed, proofs }
  }

  it('are asked of the source of the deployment that the market names', async () => {
    const asked: string[] = []
    const sourceOf = (name: string): PriceSource => ({
      async latest() {
        asked.push(`${name} now`)
        return updateOf(CREATED, 1n)
      },
      async updateAt() {
        asked.push(`${name} at expiry`)
        return null
      },
    })
    const accounts = new WatchedAccounts(new Connection('http://127.0.0.1:9'))
    const onError = (error: Error) => expect.fail(error.message)
    const prices = { prices: sourceOf('first'), proPrices: sourceOf('second') }
    const proofs = new PriceProofs({ ...prices, unsignedPrices: undefined, accounts, rankOf, onError })
    const older = {
      ...market,
      address: Keypair.generate().publicKey,
      terms: { ...market.terms, pythReceiver: PYTH.receiver },
    }
    await follow(proofs, [older, market], first)
    expect(asked).to.deep.equal(['first now', 'second now'])
    asked.length = 0
    for (const one of [older, market]) await proofs.prove(one, one.expireAt)
    expect(asked).to.deep.equal(['first at expiry', 'second at expiry'])
  })

  it('report the age of prices that are followed: without a stream, not of those at expiry', async () => {
    const staked = { pools: { Yes: 10n ** 9n, No: 10n ** 9n } }
    const ages = async (timing: 'atExpiry' | 'byExpiry') => {
      const { feed, proofs } = openProofs()
      feed.worldTime = first
      feed.latest = updateOf(first - 40n, 99n)
      await follow(proofs, [{ ...market, ...staked, condition: { ...condition, timing } }], first)
      feed.worldTime = first + 7n
      return (await proofs.ages()).map(([, seconds]) => seconds)
    }
    expect(await ages('byExpiry')).to.deep.equal([7])
    expect(await ages('atExpiry')).to.deep.equal([])
  })

  it('show nothing while the price has not crossed', async () => {
    const { feed, proofs } = openProofs()
    feed.latest = updateOf(first, 100n)
    await follow(proofs, [market], first)
    expect(proofs.hasEarly(market, first)).to.equal(false)
    expect(await proofs.prove(market, first)).to.equal(null)
    expect(feed.asked, 'nothing at expiry before it').to.deep.equal([])
  })

  it('show the earliest of the updates that decide', async () => {
    const { proofs } = await openCrossed()
    expect(proofs.hasEarly(market, later + 1n)).to.equal(true)
    expect(await proofs.prove(market, later + 1n)).to.deep.equal({ price: updateOf(first, 101n) })
  })

  it('show a newer one once bets make the program refuse the earliest', async () => {
    const { proofs } = await openCrossed()
    const stillCovered = withBet(market, first + BigInt(PERIOD))
    expect(await proofs.prove(stillCovered, later)).to.deep.equal({ price: updateOf(first, 101n) })
    const tooOld = withBet(market, later)
    expect(await proofs.prove(tooOld, later)).to.deep.equal({ price: updateOf(later, 103n) })
    const allTooOld = withBet(market, later + 2n * BigInt(PERIOD))
    expect(proofs.hasEarly(allTooOld, later + 2n * BigInt(PERIOD))).to.equal(false)
  })

  it('show an early one until the proof window ends, and not after it', async () => {
    const { feed, proofs } = await openCrossed()
    feed.atExpiry = updateOf(EXPIRES, 50n)
    const windowEnd = EXPIRES + BigInt(PROOF_WINDOW)
    expect(await proofs.prove(market, windowEnd - 1n)).to.deep.equal({ price: updateOf(first, 101n) })
    expect(await proofs.prove(market, windowEnd)).to.deep.equal({ price: feed.atExpiry })
  })

  it("show the one at expiry as soon as it is public, however far the chain's clock is behind", async () => {
    const { feed, proofs } = openProofs()
    const atExpiry = plainMarket({ condition: { ...condition, timing: 'atExpiry' } })
    feed.atExpiry = updateOf(EXPIRES, 50n)
    feed.worldTime = EXPIRES - 1n
    expect(await proofs.prove(atExpiry, EXPIRES - 600n)).to.equal(null)
    feed.worldTime = EXPIRES
    expect(proofs.isOut(atExpiry)).to.equal(true)
    expect(await proofs.prove(atExpiry, EXPIRES - 600n)).to.deep.equal({ price: feed.atExpiry })
  })

  it('forget markets that are decided', async () => {
    const { proofs } = await openCrossed()
    proofs.unwatch(market)
    expect(proofs.hasEarly(market, later + 1n)).to.equal(false)
  })

  for (const [what, update] of [
    ['is too uncertain', updateOf(first, 200n, { conf: 3n })],
    ['is from before the market', updateOf(CREATED, 200n)],
  ] as const) {
    it(`show no price that ${what}`, async () => {
      const { feed, proofs } = openProofs()
      feed.latest = update
      await follow(proofs, [market], first)
      expect(proofs.hasEarly(market, first)).to.equal(false)
    })
  }

  it('show the update for the expiry, whether it meets the condition or not', async () => {
    for (const price of [99n, 101n]) {
      const { feed, proofs } = openProofs()
      expect(await proofs.prove(market, EXPIRES), 'not there yet').to.equal(null)
      feed.atExpiry = updateOf(EXPIRES + 2n, price, { prevPublishTime: Number(EXPIRES) - 1 })
      expect(await proofs.prove(market, EXPIRES + 2n)).to.deep.equal({ price: feed.atExpiry })
      expect(new Set(feed.asked)).to.deep.equal(new Set([Number(EXPIRES)]))
    }
  })

  it('show the first price of a change, then the one at its expiry; signed ones never together', async () => {
    const referenceAt = EXPIRES - 300n
    const { target: _, ...compared } = condition
    const change = { ...compared, type: 'change', bps: 0, referenceAt, timing: 'atExpiry' } as const
    const begins = plainMarket({ condition: change, closeAt: referenceAt - 9n })
    const [before, after] = [updateOf(referenceAt, 100n), updateOf(EXPIRES, 101n)]
    const { feed, proofs } = openProofs()
    expect(await proofs.prove(begins, referenceAt), 'not there yet').to.equal(null)
    expect(feed.asked).to.deep.equal([Number(referenceAt)])
    feed.atExpiry = before
    expect(await proofs.prove(begins, referenceAt)).to.deep.equal({ referencePrice: before })
    expect(await proofs.prove(begins, EXPIRES + 1n)).to.deep.equal({ referencePrice: before })
    feed.atExpiry = updateOf(referenceAt, 100n, { conf: 2n })
    expect(await proofs.prove(begins, referenceAt), 'too wide').to.equal(null)
    // Once it is recorded.
    const reference = { value: 100n, exponent: 0, observedAt: referenceAt, isMet: false, hasValue: true }
    const began = { ...begins, reference }
    feed.worldTime = EXPIRES - 1n
    expect(await proofs.prove(began, EXPIRES - 1n), 'before expiry').to.equal(null)
    feed.atExpiry = after
    expect(await proofs.prove(began, EXPIRES)).to.deep.equal({ price: after })
    // One that may be both prices is not posted.
    feed.atExpiry = updateOf(EXPIRES, 101n, { prevPublishTime: Number(referenceAt) - 1 })
    expect(await proofs.prove(began, EXPIRES)).to.equal(null)
  })

  it('show both prices of a change together where they are not signed, and its expiry is over', async () => {
    const posted = new Map<number, PublicKey>()
    const { feed, proofs } = openProofs({
      async post({ publishTime }) {
        const account = posted.get(publishTime) ?? Keypair.generate().publicKey
        posted.set(publishTime, account)
        return account
      },
    })
    const referenceAt = EXPIRES - 300n
    const { target: _, ...compared } = condition
    const change = { ...compared, type: 'change', bps: 0, referenceAt, timing: 'atExpiry' } as const
    const begins = plainMarket({ condition: change, closeAt: referenceAt - 9n })
    feed.updates = [referenceAt, EXPIRES].map((second) => {
      const { signed: _, ...unsigned } = updateOf(second, 100n)
      return unsigned
    })
    feed.worldTime = EXPIRES - 1n
    const accountAt = (second: bigint) => posted.get(Number(second)) ?? expect.fail()
    const alone = await proofs.prove(begins, EXPIRES - 1n)
    expect(alone).to.deep.equal({ referencePrice: accountAt(referenceAt) })
    // By either clock.
    const both = async (now: bigint) => {
      const proof = await proofs.prove(begins, now)
      expect(proof).to.deep.equal({ referencePrice: accountAt(referenceAt), price: accountAt(EXPIRES) })
    }
    await both(EXPIRES)
    feed.worldTime = EXPIRES
    await both(EXPIRES - 1n)
    // Without a price at expiry, the first one alone.
    feed.updates.pop()
    expect(await proofs.prove(begins, EXPIRES)).to.deep.equal(alone)
  })

  it('are asked for once by all markets that expire at the same second', async () => {
    const { feed, proofs } = openProofs()
    feed.atExpiry = updateOf(EXPIRES, 99n)
    const many = Array.from({ length: 32 }, () => ({ ...market, address: Keypair.generate().publicKey }))
    const found = await Promise.all(many.map((one) => proofs.prove(one, EXPIRES)))
    expect(found).to.deep.equal(many.map(() => ({ price: feed.atExpiry })))
    expect(feed.asked).to.deep.equal([Number(EXPIRES)])
  })

  for (const [what, unreadable] of [
    [
      'comes more than 60 seconds late',
      updateOf(EXPIRES + 61n, 101n, { prevPublishTime: Number(EXPIRES) - 1 }),
    ],
    ['is too uncertain', updateOf(EXPIRES, 101n, { conf: 3n })],
  ] as const) {
    it(`show one that ${what} by expiry, where it is "not met", but not at expiry`, async () => {
      const { feed, proofs } = openProofs()
      feed.atExpiry = unreadable
      expect(await proofs.prove(market, EXPIRES + 61n)).to.deep.equal({ price: unreadable })
      const atExpiry = plainMarket({ condition: { ...condition, timing: 'atExpiry' } })
      expect(await proofs.prove(atExpiry, EXPIRES + 61n)).to.equal(null)
      feed.atExpiry = updateOf(EXPIRES + 60n, 101n, { prevPublishTime: Number(EXPIRES) - 1 })
      expect(await proofs.prove(atExpiry, EXPIRES + 61n)).to.deep.equal({ price: feed.atExpiry })
    })
  }

  it('do not look for it once one is recorded', async () => {
    const { feed, proofs } = openProofs()
    feed.atExpiry = updateOf(EXPIRES, 99n)
    const observation = { value: 99n, exponent: 0, observedAt: EXPIRES, isMet: false, hasValue: true }
    expect(await proofs.prove({ ...market, observation }, EXPIRES + 1n)).to.equal(null)
    expect(feed.asked).to.deep.equal([])
  })

  describe('that nobody saw', () => {
    /** Proofs from a source with a history, which publishes every second. */
    const openWithHistory = () => {
      const published = new Map<number, bigint>()
      const asked: [from: number, to: number][] = []
      const source = { isDown: false, now: CREATED }
      const at = (second: number) => updateOf(BigInt(second), published.get(second) ?? 1n)
      const prices: PriceSource = {
        latest: async () => at(Number(source.now)),
        async latestOf() {
          if (source.isDown) throw new Error('no answer')
          return [at(Number(source.now))]
        },
        updateAt: async (_, second) => at(second),
        async history(_, from, to) {
          if (source.isDown) throw new Error('no answer')
          asked.push([from, to])
          return Array.from({ length: to - from + 1 }, (_, index) => at(from + index))
        },
      }
      const accounts = new WatchedAccounts(new Connection('http://127.0.0.1:9'))
      const proofs = new PriceProofs({
        prices,
        unsignedPrices: undefined,
        accounts,
        rankOf,
        onError: () => {},
      })
      /** Follows the feed at each second of a span. */
      const followAll = async (from: bigint, to: bigint) => {
        for (source.now = from; source.now <= to; source.now += 1n) await follow(proofs, [market], source.now)
      }
      return { published, asked, source, proofs, followAll }
    }

    it('are looked up from before the start, until the proof window ends', async () => {
      const { published, asked, proofs, followAll } = openWithHistory()
      published.set(Number(first), 101n)
      // When the keeper starts after the expiry: ten minutes are ten requests.
      await followAll(EXPIRES + 5n, EXPIRES + 20n)
      expect(asked).to.have.length(10)
      expect(asked[0]).to.deep.equal([Number(CREATED) + 1, Number(CREATED) + 60])
      expect(asked.at(-1)).to.deep.equal([Number(EXPIRES) - 59, Number(EXPIRES) - 1])
      expect(await proofs.prove(market, EXPIRES + 20n)).to.deep.equal({ price: updateOf(first, 101n) })
    })

    it('attack 71: are looked up for the most valuable feed first, however many others have earlier deadlines', async () => {
      const feeds: string[][] = []
      const prices: PriceSource = {
        latest: async () => expect.fail('a single feed'),
        latestOf: async () => [],
        updateAt: async () => null,
        async history(ids) {
          feeds.push([...ids])
          return []
        },
      }
      const accounts = new WatchedAccounts(new Connection('http://127.0.0.1:9'))
      const proofs = new PriceProofs({
        prices,
        unsignedPrices: undefined,
        accounts,
        rankOf,
        onError: () => {},
      })
      const marketOf = (id: number, pools: Stakes, expireAt: bigint) => ({
        ...market,
        address: Keypair.generate().publicKey,
        condition: { ...condition, feed: id.toString(16).padStart(64, '0') },
        pools,
        expireAt,
      })
      const empty = Array.from({ length: 300 }, (_, index) =>
        marketOf(index + 1, { Yes: 9n, No: 0n }, EXPIRES - 1n),
      )
      const rich = marketOf(0xffff, { Yes: 10n ** 9n, No: 10n ** 9n }, EXPIRES)
      await follow(proofs, [...empty, rich], EXPIRES + 5n)
      expect(feeds[0]?.[0]).to.equal(rich.condition.feed)
      for (let second = 6n; second < 14n; second += 1n) await proofs.follow(EXPIRES + second)
      const others = feeds.filter(([first]) => first !== rich.condition.feed)
      expect(
        others,
        'one in eight for the nearest deadline, one for those without stakes on both sides',
      ).to.have.length(2)
    })

    it('are looked up after a pause', async () => {
      const { published, asked, source, proofs, followAll } = openWithHistory()
      await followAll(CREATED + 1n, first - 10n)
      asked.length = 0
      published.set(Number(first), 101n)
      source.isDown = true
      await followAll(first - 9n, first + 9n)
      expect(proofs.hasEarly(market, first + 9n)).to.equal(false)
      source.isDown = false
      await followAll(first + 10n, first + 20n)
      // The last second is in the history a little later.
      expect(asked).to.deep.equal([
        [Number(first) - 9, Number(first) + 8],
        [Number(first) + 9, Number(first) + 9],
      ])
      expect(await proofs.prove(market, first + 20n)).to.deep.equal({ price: updateOf(first, 101n) })
    })

    it('cost no request while every second is seen', async () => {
      const { asked, followAll } = openWithHistory()
      await followAll(CREATED, CREATED + 30n)
      expect(asked).to.deep.equal([])
    })

    it('are looked up without decoding the market each second', async () => {
      const { asked, source, proofs } = openWithHistory()
      const entry = new BookEntry(market, 'Is it?')
      proofs.watch(entry)
      Object.defineProperty(entry, 'market', { get: () => expect.fail('decoded') })
      for (source.now = EXPIRES + 5n; source.now < EXPIRES + 15n; source.now += 1n) {
        await proofs.follow(source.now)
      }
      expect(asked, 'a request for each minute').to.have.length(10)
    })

    it('are not looked up where bets since then make the program refuse them', async () => {
      const { asked, source, proofs } = openWithHistory()
      const now = later + 5n
      source.now = now
      await follow(proofs, [withBet(market, later)], now)
      const [[from = 0] = []] = asked
      expect(periodOf(market, BigInt(from))).to.equal(periodOf(market, later) - 1n)
      expect(periodOf(market, BigInt(from) - 1n)).to.equal(periodOf(market, later) - 2n)
    })
  })
})
