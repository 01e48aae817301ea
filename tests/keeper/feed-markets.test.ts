import { COMPARISONS } from '@prediction-market/sdk/condition'
import { measurePrice, meets } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { BookEntry } from '../../app/src/book/entry.ts'
import { FeedMarkets, type TargetMarket } from '../../app/src/keeper/proofs/feed-markets.ts'
import type { PriceUpdate } from '../../app/src/prices/source.ts'
import { ADDRESSES } from '../helpers/book.ts'
import { CREATED, EXPIRES, plainMarket } from '../helpers/sdk/market.ts'

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
