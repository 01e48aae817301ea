import { formatAmount } from '@prediction-market/sdk'
import { parseQuestion } from '@prediction-market/sdk/question'
import {
  type Auction,
  burnPrice,
  largestPurchase,
  MIN_PURCHASE,
  PRICE_BITS,
  quoteBurn,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Asset } from '../../web/src/model/types.ts'
import { auctionAt, type ReadBurns } from '../../web/src/pages/burns/auction.ts'
import { composeQuestion } from '../../web/src/pages/new-market/compose.ts'
import { type Draft, emptyDraft, fromMeant, tokenOf } from '../../web/src/pages/new-market/draft.ts'
import { roundValue } from '../../web/src/pages/new-market/fixes.ts'
import { closeOf } from '../../web/src/pages/new-market/local-time.ts'
import { MOVES, type MoveName } from '../../web/src/pages/new-market/moves.ts'

const SOL = 1_000_000_000n

/** What the gateway says about an auction in a slot. */
function answer(vault: Auction, slot: bigint, slotMilliseconds: number | null = 400): ReadBurns {
  const price = (value: bigint) => formatAmount((value + (1n << PRICE_BITS) - 1n) >> PRICE_BITS, 6)
  const sol = (lamports: bigint) => formatAmount(lamports, 9)
  return {
    burned: { amount: 0, label: '0 UTILITY', byAuction: 0, byMarkets: 0 },
    reserved: { amount: sol(vault.forSale), label: `${sol(vault.forSale)} SOL` },
    price: price(burnPrice(vault, slot).value),
    auction: {
      smallestPurchase: sol(BigInt(MIN_PURCHASE)),
      largestPurchase: sol(largestPurchase(vault)),
      smallestLot: sol(vault.auction.smallestLot),
      halfLifeSlots: String(vault.auction.halfLife),
      slotMilliseconds,
      slot: String(slot),
      start: {
        slot: String(vault.pricedAt),
        price: price(vault.price.value),
        floor: price(vault.price.floor),
      },
    },
    mintAuthority: null,
    purchases: [],
    readAt: 1_000,
  }
}

describe('page: the burn auction between two reads', () => {
  it('has the price and the cost of the program in each slot, but for the rounding of the answer', () => {
    const input = fc.record({
      value: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      floorPart: fc.bigInt({ min: 8n, max: 100n }),
      halfLife: fc.integer({ min: 150, max: 216_000 }),
      forSale: fc.bigInt({ min: SOL / 100n, max: 1_000n * SOL }),
      before: fc.bigInt({ min: 0n, max: 1_000_000n }),
      slots: fc.integer({ min: 0, max: 1_000_000 }),
      slotMs: fc.constantFrom(200, 400, 413),
    })
    fc.assert(
      fc.property(input, ({ value, floorPart, halfLife, forSale, before, slots, slotMs }) => {
        const scaled = value << PRICE_BITS
        const vault: Auction = {
          auction: { halfLife, smallestLot: SOL },
          forSale,
          price: { value: scaled, floor: scaled / floorPart },
          pricedAt: 7n,
        }
        const read = 7n + before
        // Half a slot more keeps the sum away from its edge.
        const shown = auctionAt(answer(vault, read, slotMs), 1_000 + ((slots + 0.5) * slotMs) / 1_000, 6)
        const slot = read + BigInt(slots)
        const price = burnPrice(vault, slot).value
        const exact = (price + (1n << PRICE_BITS) - 1n) >> PRICE_BITS
        // The floor in the answer is rounded up to a base unit.
        expect(shown.price - exact).to.be.oneOf([0n, 1n])
        const cost = quoteBurn(vault, shown.least, slot).tokens
        expect(shown.cost(shown.least) - cost).to.be.oneOf([0n, 1n])
      }),
    )
  })

  it('says what the price does', () => {
    const vault = (forSale: bigint, floor: bigint): Auction => ({
      auction: { halfLife: 150, smallestLot: SOL },
      forSale,
      price: { value: 1_000n << PRICE_BITS, floor: floor << PRICE_BITS },
      pricedAt: 0n,
    })
    const stateOf = (forSale: bigint, floor: bigint) =>
      auctionAt(answer(vault(forSale, floor), 75n), 1_000, 6).state
    expect(stateOf(0n, 0n)).to.equal('empty')
    expect(stateOf(SOL - 1n, 0n)).to.equal('waiting')
    expect(stateOf(SOL, 0n)).to.equal('falling')
    expect(stateOf(SOL, 999n)).to.equal('atFloor')
  })
})

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const feed = (digit: string) => digit.repeat(64)
const ASSETS: readonly Asset[] = [
  { symbol: 'SOL', name: 'Solana', feed: feed('1'), tokenAddress: null, price: null },
  {
    symbol: 'BONK',
    name: 'Bonk',
    feed: '72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419',
    tokenAddress: BONK,
    price: null,
  },
]

describe('page: the builder of questions', () => {
  const draft = (fields: Partial<Draft> = {}): Draft => ({
    ...emptyDraft(),
    asset: 'BONK',
    token: BONK,
    ...fields,
  })

  /** What the gateway reads of the question in a builder. */
  const read = (asked: Draft) => {
    const question = composeQuestion(asked, ASSETS)
    const context = {
      tokenAddress: tokenOf(asked, ASSETS),
      expireAt: new Date(asked.expiry),
      now: new Date(),
    }
    const result = parseQuestion(question, context)
    if (!result.ok) return expect.fail(`${question}: ${result.reason}`)
    return { question, ...context, condition: result.condition }
  }

  it('writes questions that are understood, of every topic and move, and that fill it in again', () => {
    const moves = Object.keys(MOVES) as MoveName[]
    for (const topic of ['price', 'marketCap', 'supply', 'holders'] as const) {
      for (const move of moves) {
        // A supply is not asked for one moment.
        if (topic === 'supply' && MOVES[move].timing === 'atExpiry') continue
        const target = topic === 'price' ? '0.000025' : '1234567890'
        const asked = draft({ topic, move, target })
        const { condition, tokenAddress, expireAt, question } = read(asked)
        const { comparison, timing } = MOVES[move]
        expect(condition).to.include({ type: topic, comparison, timing, target })
        const meant = {
          question,
          tokenAddress,
          expireAt: expireAt.toISOString(),
          condition: sendable(condition),
        }
        expect({ ...asked, ...fromMeant(meant, ASSETS) }).to.deep.equal(asked)
      }
    }
  })

  it('writes questions about changes and migrations', () => {
    expect(read(draft({ topic: 'change' })).condition).to.include({ comparison: 'above', bps: 0 })
    const loss = draft({ topic: 'change', direction: 'down', percent: '2.5' })
    const { condition, expireAt, question } = read(loss)
    expect(condition).to.include({ comparison: 'atMost', bps: -250 })
    const meant = {
      question,
      tokenAddress: null,
      expireAt: expireAt.toISOString(),
      condition: sendable(condition),
    }
    expect({ ...loss, ...fromMeant(meant, ASSETS) }).to.deep.equal(loss)
    expect(read(draft({ topic: 'migration' })).condition).to.deep.equal({
      type: 'migration',
      timing: 'byExpiry',
    })
  })

  it('leaves a gap where something is missing', () => {
    expect(composeQuestion(draft({ expiry: '' }), ASSETS)).to.equal('Will BONK rise above $… by …?')
    expect(composeQuestion(draft({ topic: 'event' }), ASSETS)).to.equal('…')
  })

  it('proposes half time, and no time of its own for a change', () => {
    const now = Date.parse('2026-11-17T08:00:00Z')
    const times = { topic: 'price', expiry: '2026-11-17T10:00:00Z', close: '2026-11-17T08:30:00Z' } as const
    expect(closeOf({ ...times, closing: 'half' }, now)).to.equal('2026-11-17T09:00:00.000Z')
    expect(closeOf({ ...times, closing: 'own' }, now)).to.equal('2026-11-17T08:30:00.000Z')
    expect(closeOf({ ...times, closing: 'latest' }, now)).to.equal(null)
    expect(closeOf({ ...times, topic: 'change', closing: 'half' }, now)).to.equal(null)
  })

  it('rounds proposed values to what people would type', () => {
    const rounded = [157.4213, 95_123.4, 0.0000219431, 1, 3_412.9, 0.85312].map(roundValue)
    expect(rounded).to.deep.equal(['157', '95120', '0.0000219', '1', '3413', '0.853'])
  })

  /** A condition as the gateway answers it. */
  function sendable(condition: object) {
    const fields = Object.entries(condition).map(([name, value]) => [
      name,
      name === 'referenceAt' ? new Date(Number(value) * 1_000).toISOString() : value,
    ])
    return Object.fromEntries(fields)
  }
})
