import { COMPARISONS } from '@prediction-market/sdk/condition'
import {
  addRecentStake,
  EARLY_SUPPLY_SECONDS,
  measurePrice,
  meets,
  NO_RECENT_STAKES,
  periodOf,
  wouldDecide,
} from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { BookEntry } from '../../app/src/book/entry.ts'
import { usefulnessOf, usefulSpan } from '../../app/src/keeper/proofs/feed-gaps.ts'
import { FeedMarkets, type TargetMarket } from '../../app/src/keeper/proofs/feed-markets.ts'
import { WantedFeeds } from '../../app/src/keeper/proofs/wanted-feeds.ts'
import type { PriceUpdate } from '../../app/src/prices/source.ts'
import { ADDRESSES } from '../helpers/book.ts'
import { CREATED, EXPIRES, PROOF_WINDOW, plainMarket } from '../helpers/sdk/market.ts'

/** Seconds until the history of a source holds an update. */
const LAG = 3n

const anySecond = fc.bigInt(CREATED - 5n, EXPIRES + BigInt(PROOF_WINDOW) + 5n)

describe('the seconds whose price updates are looked up', () => {
  it('are those before the expiry whose update the program would take now', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('price' as const, 'marketCap' as const),
        fc.option(fc.bigInt(CREATED, EXPIRES - 10n)),
        anySecond,
        (type, betAt, now) => {
          const condition = { type, feed: '', comparison: 'above', target: '1', timing: 'byExpiry' } as const
          const unbet = plainMarket({ condition })
          const bet = betAt === null ? 0n : periodOf(unbet, betAt)
          const market = { ...unbet, recent: addRecentStake(NO_RECENT_STAKES, bet, 'No', 1n) }
          const useful: number[] = []
          for (let second = CREATED - 1n; second < EXPIRES && second <= now - LAG; second += 1n) {
            const shown = { at: second, previous: second - 1n, reading: 'met', isSure: false } as const
            if (wouldDecide(market, shown, now)) useful.push(Number(second))
          }
          const from = useful[0]
          const span = from === undefined ? null : { from, to: useful.at(-1) }
          expect(usefulSpan(usefulnessOf(market), Number(now))).to.deep.equal(span)
        },
      ),
    )
  })

  it('of a market capitalisation are the latest, since its supply must be of about the same time', () => {
    const condition = {
      type: 'marketCap',
      feed: '',
      comparison: 'above',
      target: '1',
      timing: 'byExpiry',
    } as const
    const now = Number(EXPIRES) - 10
    const span = usefulSpan(usefulnessOf(plainMarket({ condition })), now)
    expect(span).to.deep.equal({ from: now - EARLY_SUPPLY_SECONDS, to: now - Number(LAG) })
  })
})

const FEED = 'ef'.repeat(32)
const TOKENS = [Keypair.generate().publicKey, Keypair.generate().publicKey]
const SUPPLY = { value: 3n, exponent: 1 }

const anyMarket = fc
  .record({
    type: fc.constantFrom('price' as const, 'marketCap' as const),
    comparison: fc.constantFrom(...COMPARISONS),
    target: fc.constantFrom('0.5', '1', '1.0', '1.25', '30', '37.5', '300'),
    token: fc.constantFrom(...TOKENS),
  })
  .map(({ token, ...condition }) => {
    return plainMarket({ token, condition: { ...condition, feed: FEED, timing: 'byExpiry' } }) as TargetMarket
  })
const anyMarkets = fc.array(anyMarket, { maxLength: ADDRESSES.length }).map((markets) => {
  return markets.map((market, index) => ({ ...market, address: ADDRESSES[index] ?? market.address }))
})
const anyPrice = fc.record({ price: fc.bigInt(1n, 400n), exponent: fc.integer({ min: -2, max: 0 }) })

describe('the markets of a feed', () => {
  it('that an update meets are found by their targets', () => {
    fc.assert(
      fc.property(anyMarkets, fc.nat(9), anyPrice, (markets, gone, price) => {
        const watched = new FeedMarkets()
        for (const market of markets) watched.set(market, new BookEntry(market, 'Is it?'), 0n)
        const [removed] = markets.slice(gone)
        if (removed) watched.delete(removed)
        const update = { ...price, feedId: FEED } as PriceUpdate
        const found = watched.metBy(update, (token) => (token.equals(TOKENS[0] ?? token) ? SUPPLY : null))
        const wanted = markets.flatMap((market) => {
          const { address, condition, token } = market
          const isCap = condition.type === 'marketCap'
          const isKnown = !isCap || token?.equals(TOKENS[0] ?? expect.fail())
          const isMet = isKnown && meets(condition, measurePrice(update, isCap ? SUPPLY : undefined))
          return isMet && market !== removed ? [address.toBase58()] : []
        })
        expect(found.map(({ address }) => address).sort()).to.deep.equal(wanted.sort())
      }),
    )
  })

  it('are known by their latest state, and when the first began and the last ends', () => {
    const watched = new FeedMarkets()
    const condition = {
      type: 'price',
      feed: FEED,
      comparison: 'above',
      target: '1',
      timing: 'byExpiry',
    } as const
    const market = plainMarket({ condition }) as TargetMarket
    const [address = market.address] = ADDRESSES
    const other = { ...market, address, createdAt: CREATED - 5n, expireAt: EXPIRES + 5n }
    const newer = { ...market, pools: { Yes: 7n, No: 7n } }
    for (const [index, one] of [market, newer, other].entries()) {
      watched.set(one, new BookEntry(one, 'Is it?'), BigInt(index))
    }
    expect(watched.value, 'of the most valuable').to.equal(2n)
    expect([...watched.all()].map(({ entry }) => entry.market)).to.deep.equal([newer, other])
    expect([watched.createdAt, watched.expireAt]).to.deep.equal([Number(CREATED) - 5, Number(EXPIRES) + 5])
    watched.delete(other)
    expect(watched.value).to.equal(1n)
    watched.delete(market)
    expect([...watched.all()]).to.deep.equal([])
  })
})

describe('the feeds of open markets', () => {
  it('are in the order of their most valuable markets, which bets and decisions change', () => {
    const feeds = new WantedFeeds()
    for (const [feed, market, value] of [
      ['empty', 'a', 0n],
      ['small', 'b', 5n],
      ['large', 'c', 9n],
      ['large', 'd', 1n],
    ] as const) {
      feeds.set(feed, market, value, 100)
    }
    expect(feeds.list()).to.deep.equal(['large', 'small', 'empty'])
    feeds.set('empty', 'a', 20n, 100)
    expect(feeds.list()).to.deep.equal(['empty', 'large', 'small'])
    feeds.delete('large', 'c')
    feeds.delete('empty', 'a')
    expect(feeds.list()).to.deep.equal(['small', 'large'])
  })

  it('have an age, if there are stakes on both sides of a market', () => {
    const feeds = new WantedFeeds()
    feeds.set('silent', 'a', 1n, 100)
    feeds.set('live', 'b', 1n, 100)
    feeds.set('empty', 'c', 0n, 100)
    feeds.saw({ feedId: 'live', publishTime: 158 })
    feeds.saw({ feedId: 'live', publishTime: 157 })
    feeds.saw({ feedId: 'stranger', publishTime: 158 })
    expect(feeds.ages(160)).to.deep.equal([
      ['silent', 60],
      ['live', 2],
    ])
  })
})
