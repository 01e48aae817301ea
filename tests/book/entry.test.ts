import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Fetched, type Market, toMarketId } from '@prediction-market/sdk'
import { decodeMarket } from '@prediction-market/sdk/accounts'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { BookEntry } from '../../app/src/book/entry.ts'
import { ADDRESSES, MINT, market, WALLETS } from '../helpers/book.ts'
import { garbageCollector } from '../helpers/garbage.ts'
import { marketData } from '../helpers/market-data.ts'

const SOL_USD = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const [ADDRESS, OTHER] = ADDRESSES as [PublicKey, PublicKey]
const [CREATOR] = WALLETS as [PublicKey]

const entryOf = (state: Partial<Fetched<Market>> = {}) => new BookEntry(market(state), 'Is it?')

describe('an entry of the book', () => {
  it('has the fields of an open market that lists read', () => {
    const terms = { ...market().terms, proofWindow: 60 }
    const condition = { type: 'event', timing: 'byExpiry' } as const
    const pools = { Yes: 5n, No: 3n }
    const entry = new BookEntry(
      market({ condition, terms, pools, sequence: 7, openPositions: 2 }),
      'Is it?',
      4,
    )
    expect(entry).to.deep.include({
      id: toMarketId(ADDRESS),
      question: 'Is it?',
      since: 4,
      slot: 4,
      status: 'open',
      currency: 'SOL',
      type: 'event',
      feed: null,
      token: null,
      creator: CREATOR.toBase58(),
      createdAt: 1_000,
      expireAt: 2_000,
      endsAt: 2_000,
      decisionDue: 2_060,
      isPaidOut: false,
      pools,
      sequence: 7,
      outcome: null,
      volume: 8n * 10n ** 15n,
      matched: 3n * 10n ** 15n,
      address: ADDRESS.toBase58(),
      condition,
    })
  })

  it('has the fields of a decided market about a token, with stakes of UTILITY', () => {
    const condition = {
      type: 'price',
      feed: SOL_USD,
      comparison: 'above',
      target: '1',
      timing: 'atExpiry',
    } as const
    const decided = { status: 'resolved', outcome: 'No', resolvedAt: 2_500n } as const
    const entry = entryOf({ address: OTHER, token: CREATOR, mint: MINT, decimals: 6, condition, ...decided })
    expect(entry).to.deep.include({
      id: toMarketId(OTHER),
      address: OTHER.toBase58(),
      slot: 0,
      since: 0,
      currency: 'UTILITY',
      type: 'price',
      feed: SOL_USD,
      token: CREATOR.toBase58(),
      expireAt: 2_000,
      endsAt: 2_500,
      decisionDue: 2_000,
      isPaidOut: true,
      outcome: 'No',
      condition,
    })
  })

  it('is paid out once no positions are left and both fees are collected', () => {
    const isPaidOut = (openPositions: number, burn: bigint, developer: bigint) =>
      entryOf({ openPositions, feesDue: { burn, developer } }).isPaidOut
    expect(isPaidOut(0, 0n, 0n)).to.equal(true)
    expect(isPaidOut(1, 0n, 0n)).to.equal(false)
    expect(isPaidOut(0, 1n, 0n)).to.equal(false)
    expect(isPaidOut(0, 0n, 1n)).to.equal(false)
  })

  it('is of the data that it was decoded from, and of no other', () => {
    const data = Buffer.of(1, 2, 3)
    const entry = new BookEntry(market(), 'Is it?', 1, 'id', data)
    expect(entry.isOf(Buffer.of(1, 2, 3))).to.equal(true)
    expect(entry.isOf(Buffer.of(1, 2, 4))).to.equal(false)
    expect(entryOf().isOf(data)).to.equal(false)
    expect(entryOf().isOf(Buffer.alloc(0))).to.equal(false)
  })

  it('takes no bets once an observation is recorded', () => {
    const observation = { value: 0n, exponent: 0, observedAt: 2_000n, isMet: false, hasValue: true }
    const takesBets = (state: Partial<Market>) =>
      new BookEntry(market({ closeAt: 1_990n, ...state }), 'Is it?').acceptsBets(1_989n)
    expect(takesBets({})).to.equal(true)
    expect(takesBets({ closeAt: 1_989n })).to.equal(false)
    expect(takesBets({ observation })).to.equal(false)
    expect(takesBets({ status: 'void' })).to.equal(false)
  })
})
describe('the market of an entry', () => {
  const collectGarbage = garbageCollector()

  /** An entry that alone refers to its market. */
  const entryFrom = (data: Buffer, kept?: Buffer) =>
    new BookEntry({ ...decodeMarket(data), address: ADDRESS }, 'Is it?', 1, toMarketId(ADDRESS), kept)

  const forget = async () => {
    // Until the turn ends, everything is kept that a weak reference was made to.
    await nextTurn()
    collectGarbage()
  }

  it('is decoded again from its data once memory is short', async () => {
    const data = await marketData(CREATOR, [5, 3])
    const entry = entryFrom(data, data)
    await forget()
    data.writeUInt32LE(0xffff, data.indexOf(CREATOR.toBuffer()))
    const { creator, pools, address, status, expireAt } = entry.market
    expect(creator.equals(CREATOR), 'read from the data as it is now').to.equal(false)
    expect({ pools, status, expireAt }).to.deep.equal({
      pools: { Yes: 5n, No: 3n },
      status: 'open',
      expireAt: 3_000n,
    })
    expect(address.equals(ADDRESS)).to.equal(true)
    expect(entry.market, 'decoded once').to.equal(entry.market)
  })

  it('is the given one while it is in memory', async () => {
    const data = await marketData(CREATOR, [5, 3])
    const given = { ...decodeMarket(data), address: ADDRESS }
    const entry = new BookEntry(given, 'Is it?', 1, toMarketId(ADDRESS), data)
    await forget()
    expect(entry.market).to.equal(given)
  })

  it('is kept if there is no data', async () => {
    const entry = entryFrom(await marketData(CREATOR, [5, 3]))
    await forget()
    expect(entry.market.creator.equals(CREATOR)).to.equal(true)
  })
})
