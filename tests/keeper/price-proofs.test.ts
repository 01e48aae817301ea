import {
  addRecentStake,
  type Fetched,
  type Market,
  NO_RECENT_STAKES,
  PYTH_PRO,
  periodOf,
} from '@prediction-market/sdk'
import { Connection, Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { PriceProofs } from '../../app/src/keeper/proofs/price.ts'
import { WatchedAccounts } from '../../app/src/keeper/watched-accounts.ts'
import type { PriceSource, PriceUpdate } from '../../app/src/prices/source.ts'
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
function openProofs() {
  const feed: { latest: PriceUpdate; atExpiry: PriceUpdate | null; asked: number[]; worldTime: bigint } = {
    worldTime: 0n,
    latest: updateOf(CREATED, 1n),
    atExpiry: null,
    asked: [],
  }
  const prices: PriceSource = {
    latest: async () => feed.latest,
    async updateAt(_, second) {
      feed.asked.push(second)
      return feed.atExpiry
    },
  }
  const accounts = new WatchedAccounts(new Connection('http://127.0.0.1:9'))
  const onError = (error: Error) => expect.fail(error.message)
  const clock = () => Number(feed.worldTime) * 1_000
  return { feed, proofs: new PriceProofs({ prices, unsignedPrices: undefined, accounts, clock, onError }) }
}

/** The market after a bet at a second. */
function withBet(market: Fetched<Market>, second: bigint): Fetched<Market> {
  const recent = addRecentStake(market.recent, periodOf(market, second), 'No', 1n)
  return { ...market, recent }
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
      await proofs.follow([market], BigInt(update.publishTime))
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
    const proofs = new PriceProofs({ ...prices, unsignedPrices: undefined, accounts, onError })
    const second = {
      ...market,
      address: Keypair.generate().publicKey,
      terms: { ...market.terms, pythReceiver: PYTH_PRO.receiver },
    }
    await proofs.follow([market, second], first)
    expect(asked).to.deep.equal(['first now', 'second now'])
    asked.length = 0
    for (const one of [market, second]) await proofs.prove(one, one.expireAt)
    expect(asked).to.deep.equal(['first at expiry', 'second at expiry'])
  })

  it('show nothing while the price has not crossed', async () => {
    const { feed, proofs } = openProofs()
    feed.latest = updateOf(first, 100n)
    await proofs.follow([market], first)
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
    await proofs.follow([], later + 1n)
    expect(proofs.hasEarly(market, later + 1n)).to.equal(false)
  })

  for (const [what, update] of [
    ['is too uncertain', updateOf(first, 200n, { conf: 3n })],
    ['is from before the market', updateOf(CREATED, 200n)],
  ] as const) {
    it(`show no price that ${what}`, async () => {
      const { feed, proofs } = openProofs()
      feed.latest = update
      await proofs.follow([market], first)
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

  it('show it at most 60 seconds late', async () => {
    const { feed, proofs } = openProofs()
    const prevPublishTime = Number(EXPIRES) - 1
    feed.atExpiry = updateOf(EXPIRES + 60n, 99n, { prevPublishTime })
    expect(await proofs.prove(market, EXPIRES + 61n)).to.deep.equal({ price: feed.atExpiry })
    feed.atExpiry = updateOf(EXPIRES + 61n, 99n, { prevPublishTime })
    expect(await proofs.prove(market, EXPIRES + 61n)).to.equal(null)
  })

  it('do not look for it once one is recorded', async () => {
    const { feed, proofs } = openProofs()
    feed.atExpiry = updateOf(EXPIRES, 99n)
    const observation = { value: 99n, exponent: 0, observedAt: EXPIRES, isMet: false }
    expect(await proofs.prove({ ...market, observation }, EXPIRES + 1n)).to.equal(null)
    expect(feed.asked).to.deep.equal([])
  })
})
