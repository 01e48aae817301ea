import { expect } from 'chai'
import { addressOf } from '../helpers/history/encode.ts'
import {
  ATTESTOR,
  EVENT,
  FEED,
  FetchedAnswers,
  MIGRATION,
  PRICE,
  SUPPLY,
  TOKEN,
  TrackedProgress,
} from '../helpers/progress.ts'

describe('what is read for progress', () => {
  let fetched: FetchedAnswers
  let progress: TrackedProgress

  beforeEach(() => {
    fetched = new FetchedAnswers()
    progress = new TrackedProgress()
    progress.attestorUrls.push(ATTESTOR)
  })

  afterEach(() => fetched.restore())

  /** How often a node was asked by each of so many reads. */
  const asksOf = async (reads: number) => {
    const counts: number[] = []
    for (let read = 0; read < reads; read++) {
      progress.node.asked = []
      await progress.tracker.read()
      counts.push(progress.node.asked.length)
    }
    return counts
  }

  it('is what nodes show every sixth time', async () => {
    progress.add({ condition: SUPPLY, token: TOKEN })
    expect(await asksOf(14)).to.deep.equal([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0])
  })

  it('is what nodes show at once for a new token, and for a new condition about a known one', async () => {
    progress.add({ condition: SUPPLY, token: TOKEN })
    expect(await asksOf(2)).to.deep.equal([1, 0])
    const other = addressOf('other token')
    const entry = progress.add({ condition: SUPPLY, token: other })
    progress.node.setMint(other, 4_000_000n)
    expect(await asksOf(2), 'both tokens with one call').to.deep.equal([1, 0])
    expect(progress.of(entry)?.[0]).to.equal('4')
    progress.add({ condition: MIGRATION, token: TOKEN })
    expect(await asksOf(2), 'a supply, a curve and a pool').to.deep.equal([3, 0])
    expect(await asksOf(2), 'the sixth time').to.deep.equal([3, 0])
  })

  it('is nothing at once for a token that comes back', async () => {
    const entry = progress.add({ condition: SUPPLY, token: TOKEN })
    progress.node.setMint(TOKEN, 3_000_000n)
    await progress.tracker.read()
    progress.book.remove(entry.id)
    expect(await asksOf(1)).to.deep.equal([0])
    const next = progress.add({ condition: SUPPLY, token: TOKEN })
    expect(await asksOf(1)).to.deep.equal([0])
    expect(progress.of(next)?.[0], 'as it was read last').to.equal('3')
  })

  it('is nothing of tokens whose conditions read no accounts', async () => {
    progress.add({ condition: PRICE, token: TOKEN })
    progress.add({ condition: EVENT, token: TOKEN })
    expect(await asksOf(2)).to.deep.equal([0, 0])
  })

  it('are the prices of all feeds once, each time', async () => {
    const other = 'b'.repeat(64)
    for (const feed of [FEED, other, FEED]) progress.add({ condition: { ...PRICE, feed } })
    progress.add({ condition: SUPPLY, token: TOKEN })
    for (let read = 0; read < 2; read++) await progress.tracker.read()
    expect(progress.prices.asked.map((feeds) => [...feeds].sort())).to.deep.equal([
      [FEED, other],
      [FEED, other],
    ])
  })

  it('are observations only while a market is open that attestors decide', async () => {
    progress.add({ condition: PRICE })
    await progress.tracker.read()
    expect(fetched.asked).to.deep.equal([])
    progress.add({ condition: EVENT })
    await progress.tracker.read()
    expect(fetched.asked).to.deep.equal([`${ATTESTOR}/observations`])
    progress.attestorUrls.pop()
    progress.errors.length = 0
    await progress.tracker.read()
    expect([fetched.asked.length, progress.errors]).to.deep.equal([1, []])
  })

  it('are the 250 open markets with the most stakes, and the 250 that expire next', async () => {
    const feedOf = (index: number) => index.toString(16).padStart(64, '0')
    for (let index = 0; index < 600; index++) {
      const expireAt = 100_000n - BigInt(index)
      const pools = { Yes: BigInt(1_000 - index), No: BigInt(1_000 - index) }
      progress.add({ condition: { ...PRICE, feed: feedOf(index) }, expireAt, pools })
    }
    const decided = { condition: { ...PRICE, feed: feedOf(600) }, status: 'void' } as const
    progress.add({ ...decided, expireAt: 1n, pools: { Yes: 5_000n, No: 5_000n } })
    const seen = new Set<string>()
    for (let read = 0; read < 20; read++) {
      await progress.tracker.read()
      for (const feed of progress.prices.asked.at(-1) ?? []) seen.add(feed)
    }
    const indexes = [...seen].map((feed) => Number.parseInt(feed, 16)).sort((a, b) => a - b)
    const wanted = [...Array(250).keys(), ...Array.from({ length: 250 }, (_, index) => 350 + index)]
    expect(indexes).to.deep.equal(wanted)
  })

  it('changes the version, once for each source', async () => {
    const versions = [progress.tracker.version]
    const read = async () => {
      await progress.tracker.read()
      versions.push(progress.tracker.version)
    }
    await read()
    await read()
    progress.add({ condition: EVENT })
    await read()
    fetched.answers.set(`${ATTESTOR}/observations`, { text: '{"observations":[]}' })
    await read()
    // Prices, supplies and migrations; prices; prices and no observations; prices and observations.
    expect(versions).to.deep.equal([0, 3, 4, 5, 7])
  })

  it('is without prices what remains', async () => {
    progress = new TrackedProgress(false)
    const price = progress.add({ condition: PRICE })
    const supply = progress.add({ condition: SUPPLY, token: TOKEN })
    progress.node.setMint(TOKEN, 3_000_000n)
    await progress.tracker.read()
    expect([progress.of(price), progress.of(supply)?.[0]]).to.deep.equal([undefined, '3'])
    expect(progress.tracker.version).to.equal(2)
    expect(progress.errors).to.deep.equal([])
  })

  it('is what the other sources have if prices fail, which is reported', async () => {
    const price = progress.add({ condition: PRICE })
    const supply = progress.add({ condition: SUPPLY, token: TOKEN })
    progress.node.setMint(TOKEN, 3_000_000n)
    progress.prices.prices.set(FEED, 100n)
    await progress.tracker.read()
    progress.prices.error = new Error('no prices')
    await progress.tracker.read()
    expect(progress.errors).to.deep.equal([progress.prices.error])
    expect([progress.of(price), progress.of(supply)?.[0]]).to.deep.equal([undefined, '3'])
  })

  it('is what attestors observed last if they do not answer, which is reported', async () => {
    const event = progress.add({ condition: EVENT })
    const observations = [{ market: event.address, value: '1' }]
    fetched.answers.set(`${ATTESTOR}/observations`, { text: JSON.stringify({ observations }) })
    await progress.tracker.read()
    fetched.answers.clear()
    await progress.tracker.read()
    expect(progress.of(event)).to.deep.equal(['1', '1', 'events'])
    expect(progress.errors.map(({ message }) => message)).to.deep.equal([
      'No attestor answered: http://attestor.example: refused',
    ])
  })

  it('fails if the node does not answer, and asks it again for the same tokens', async () => {
    const entry = progress.add({ condition: SUPPLY, token: TOKEN })
    progress.node.error = new Error('no node')
    const failure = await progress.tracker.read().catch((error: Error) => error)
    expect(failure).to.equal(progress.node.error)
    progress.node.error = undefined
    progress.node.setMint(TOKEN, 3_000_000n)
    await progress.tracker.read()
    expect(progress.of(entry)?.[0]).to.equal('3')
  })
})
