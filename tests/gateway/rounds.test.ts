import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { findMarket, marketIdOf } from '@prediction-market/sdk/accounts'
import { findFeed } from '@prediction-market/sdk/feeds'
import { createRestClient } from '@prediction-market/sdk/rest'
import { acceptsBets, roundAt } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { MarketBook } from '../../app/src/book/book.ts'
import { createApp } from '../../app/src/gateway/app.ts'
import { Metrics } from '../../app/src/gateway/health/metrics.ts'
import { roundRoutes } from '../../app/src/gateway/rounds/routes.ts'
import type { Services } from '../../app/src/gateway/services.ts'
import type { Database } from '../../app/src/store/database.ts'
import { market } from '../helpers/book.ts'
import { openGateway, request, type TestGateway } from '../helpers/gateway/harness.ts'
import { closedRow, insertClosed } from '../helpers/history/closed-markets.ts'
import { ownStore } from '../helpers/history/recorded.ts'

const SOL = findFeed('SOL') ?? expect.fail()
const BTC = findFeed('BTC') ?? expect.fail()
const NOW = 1_200_000n
const LENGTH = 300
const MARGIN = 10n

/** A round of a series, so many lengths before or after the one that takes bets. */
function round(creator: Keypair, { number = 1, feed = SOL, length = LENGTH, ahead = 0, ...state } = {}) {
  const grid = { number, length }
  const { nonce, opensAt, closeAt, referenceAt, expireAt } = roundAt(
    grid,
    NOW + BigInt(length * ahead),
    Number(MARGIN),
  )
  return market({
    address: findMarket(creator.publicKey, nonce),
    creator: creator.publicKey,
    nonce,
    createdAt: opensAt,
    closeAt,
    expireAt,
    pools: { Yes: 3_000_000_000n, No: 1_000_000_000n },
    condition: {
      type: 'change',
      feed: feed.id,
      referenceAt,
      comparison: 'above',
      bps: 0,
      timing: 'atExpiry',
    },
    ...state,
  })
}

const price = (value: bigint, observedAt: bigint) => ({
  value,
  exponent: -2,
  observedAt,
  isMet: true,
  hasValue: true,
})

describe('gateway: rounds', () => {
  let db: Database

  before(async () => {
    db = (await ownStore()).db
  })

  /** The routes on a book of their own. */
  function given(opener: Keypair | undefined) {
    const book = new MarketBook()
    const app = createApp({ db, log: pino({ level: 'silent' }), metrics: new Metrics() })
    roundRoutes(app, {
      book,
      state: { now: () => NOW, takesBets: (one: Parameters<typeof acceptsBets>[0]) => acceptsBets(one, NOW) },
      history: { db },
      client: { programId: PROGRAM_ID },
      deployment: { roundsOpener: opener?.publicKey.toBase58() },
    } as unknown as Services)
    const get = async (path: string) => {
      const answer = await app.request(
        path,
        {},
        { incoming: { url: path, socket: { remoteAddress: '192.0.2.1' } } },
      )
      return { status: answer.status, body: JSON.parse(await answer.text()) }
    }
    return { book, get }
  }

  it('are listed by series, with the round that takes bets and those being measured', async () => {
    const opener = Keypair.generate()
    const { book, get } = given(opener)
    const open = round(opener)
    const taking = market({ ...open, terms: { ...open.terms, maxRatio: 125 } })
    const before = round(opener, { ahead: -1 })
    const measured = market({ ...before, reference: price(16_325n, before.closeAt + MARGIN) })
    for (const one of [taking, measured, round(opener, { number: 2, feed: BTC, length: 900 })]) {
      book.put(one, 'Up?', 1)
    }
    const { status, body } = await get('/v1/rounds')
    expect(status).to.equal(200)
    expect(
      body.map(({ series, asset, lengthSeconds }: Record<string, unknown>) => [series, asset, lengthSeconds]),
    ).to.eql([
      [1, 'SOL/USD', 300],
      [2, 'BTC/USD', 900],
    ])
    const [first] = body
    expect(first).to.deep.include({ currency: 'SOL', opener: opener.publicKey.toBase58(), results: [] })
    expect(first.takingBets).to.deep.include({
      id: marketIdOf(taking.address.toBase58()),
      pools: { Yes: 3, No: 1 },
      feePercentage: { burn: 0.05, developer: 0.05 },
      maxRatio: 1.25,
      odds: { Yes: 0.75, No: 0.25 },
      reference: null,
      closeAt: new Date(Number(taking.closeAt) * 1_000).toISOString().replace('.000', ''),
    })
    expect(first.measuring).to.have.lengthOf(1)
    expect(first.measuring[0]).to.deep.include({ id: marketIdOf(measured.address.toBase58()) })
    expect(first.measuring[0].reference.price).to.equal(163.25)
    expect(first.measuring[0].maxRatio).to.equal(null)
  })

  it('have the results of the last rounds, from the book and from the store, but for empty ones', async () => {
    const opener = Keypair.generate()
    const { book, get } = given(opener)
    const decided = (ahead: number) => {
      const one = round(opener, { ahead })
      const prices = {
        reference: price(16_300n, one.closeAt + MARGIN),
        observation: price(16_400n, one.expireAt),
      }
      return {
        ...one,
        ...prices,
        status: 'resolved' as const,
        outcome: 'Yes' as const,
        resolvedAt: one.expireAt,
      }
    }
    book.put(round(opener), 'Up?', 1)
    book.put(decided(-2), 'Up?', 1)
    const rows = [-3, -4, -5].map((ahead) => {
      const one = decided(ahead)
      return closedRow({
        address: one.address.toBase58(),
        creator: opener.publicKey.toBase58(),
        question: 'Up?',
        createdAt: Number(one.createdAt),
        expireAt: Number(one.expireAt),
        condition: one.condition,
        poolYes: ahead === -4 ? 0n : 1_000_000_000n,
        poolNo: ahead === -4 ? 0n : 1_000_000_000n,
        ...(ahead === -5 ? { status: 'void' as const, outcome: null } : {}),
      })
    })
    await insertClosed(db, rows)

    const all = await get('/v1/rounds/1')
    expect(all.body.results.map(({ id }: { id: string }) => id)).to.eql(
      [-2, -3, -5].map((ahead) => marketIdOf(round(opener, { ahead }).address.toBase58())),
    )
    const [last, , voided] = all.body.results
    expect(last).to.deep.include({ winningOutcome: 'Yes', totalVolume: 4 })
    expect([last.reference.price, last.price.price]).to.eql([163, 164])
    expect(last.payoutRatio).to.deep.equal({ Yes: 1.3, No: 0 })
    expect(voided).to.deep.include({ winningOutcome: null, price: null, payoutRatio: { Yes: 1, No: 1 } })
    expect((await get('/v1/rounds/1?limit=1')).body.results).to.have.lengthOf(1)
  })

  it('leave out markets of other wallets, markets off the grid, and earlier settings of a series', async () => {
    const [opener, stranger] = [Keypair.generate(), Keypair.generate()]
    const { book, get } = given(opener)
    const other = market({ ...round(opener, { number: 3 }), nonce: 1_200_001_003n })
    for (const one of [round(stranger), other, round(opener), round(opener, { ahead: -1, feed: BTC })]) {
      book.put(one, 'Up?', 1)
    }
    const { body } = await get('/v1/rounds')
    expect(body.map(({ series }: { series: number }) => series)).to.eql([1])
    expect(body[0].measuring).to.eql([])
  })

  it('are empty without a wallet that opens them', async () => {
    const { book, get } = given(undefined)
    book.put(round(Keypair.generate()), 'Up?', 1)
    expect((await get('/v1/rounds')).body).to.eql([])
    expect(await get('/v1/rounds/1')).to.deep.equal({ status: 404, body: { error: 'Series not found: 1' } })
  })

  for (const [path, message] of [
    ['/v1/rounds/0', 'series: must be a whole number from 1 to 999'],
    ['/v1/rounds/1000', 'series: must be a whole number from 1 to 999'],
    ['/v1/rounds/one', 'series: must be a whole number from 1 to 999'],
    ['/v1/rounds/1?limit=101', 'limit: must be a whole number from 1 to 100'],
  ] as const) {
    it(`refuse ${path}`, async () => {
      const { get } = given(Keypair.generate())
      expect(await get(path)).to.deep.equal({ status: 400, body: { error: message } })
    })
  }
})

describe('gateway: rounds on a localnet', () => {
  const opener = Keypair.generate()
  let test: TestGateway

  before(async () => {
    test = await openGateway({ deployment: { roundsOpener: opener.publicKey.toBase58() } })
    await test.localnet.node.cheats.setLamports(opener.publicKey, 10_000_000_000n)
  })

  after(() => test.gateway.stop())

  it('are answered in the documented shape, and found by type and asset', async () => {
    const { url } = test.gateway
    const client = new PredictionMarketClient(test.localnet.connection, { signer: opener })
    const { closeMargin } = (await client.config()).settings
    const now = BigInt(test.localnet.node.clock.now.unixSecond)
    const { nonce, closeAt, referenceAt, expireAt } = roundAt({ number: 7, length: 240 }, now, closeMargin)
    const condition = {
      type: 'change',
      feed: SOL.id,
      referenceAt,
      comparison: 'above',
      bps: 0,
      timing: 'atExpiry',
    } as const
    const input = {
      nonce,
      question: 'Up?',
      condition,
      closeAt,
      expireAt,
      currency: 'SOL',
    } as const
    const { market: address } = await client.markets.create(input)
    const id = marketIdOf(address.toBase58())
    await test.gateway.chain.loader.refresh([address])

    const { body } = await request(url, 'GET', '/v1/rounds/7')
    expect(body).to.deep.include({ series: 7, lengthSeconds: 240, measuring: [], results: [] })
    expect(body.takingBets.id).to.equal(id)
    const rest = createRestClient({ baseUrl: url })
    expect((await rest.GET('/v1/rounds')).data?.map(({ series }) => series)).to.eql([7])
    const found = async (query: string) => {
      const list = (await request(url, 'GET', `/v1/markets?limit=100&${query}`)).body
      return list.some((one: { id: string }) => one.id === id)
    }
    expect(await found('type=change&asset=SOL')).to.equal(true)
    // An open round is in every list that it fits.
    expect(await found('status=open')).to.equal(true)
    expect(await found('asset=BTC')).to.equal(false)
    expect(await found('type=price')).to.equal(false)
    expect(await found('type=price&type=change')).to.equal(true)
  })

  it('refuse a type and an asset that are not known', async () => {
    const { url } = test.gateway
    const type = await request(url, 'GET', '/v1/markets?type=rounds')
    expect(type).to.deep.include({ status: 400 })
    expect(type.body.error).to.match(/^type: must be one of price, /)
    const asset = await request(url, 'GET', '/v1/markets?asset=NOTHING')
    expect(asset.body).to.deep.equal({
      error: 'asset: must be an asset with a price feed, such as SOL or BTC/USD',
    })
  })
})
