import { type Condition, toMarketId } from '@prediction-market/sdk'
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

const asked = { comparison: 'above', timing: 'atExpiry' } as const
const CAP = { type: 'marketCap', feed: FEED, target: '1000000', ...asked } as const
const HOLDERS = { type: 'holders', target: '1000', minimumBalance: 1n, ...asked } as const
const CHANGE: Condition = {
  type: 'change',
  feed: FEED,
  referenceAt: 1_500n,
  comparison: 'above',
  bps: 500,
  timing: 'atExpiry',
}

describe('the progress of a market', () => {
  let fetched: FetchedAnswers
  let progress: TrackedProgress

  beforeEach(() => {
    fetched = new FetchedAnswers()
    progress = new TrackedProgress()
    progress.attestorUrls.push(ATTESTOR)
  })

  afterEach(() => fetched.restore())

  const attest = (market: string, value: string) => {
    const text = JSON.stringify({ observations: [{ market, value }] })
    fetched.answers.set(`${ATTESTOR}/observations`, { text })
  }

  it('is the price of its feed in dollars', async () => {
    const entry = progress.add({ condition: PRICE })
    progress.prices.prices.set(FEED, 15_012n)
    expect(progress.of(entry), 'nothing was read yet').to.equal(undefined)
    await progress.tracker.read()
    expect(progress.of(entry)).to.deep.equal(['150.12', '200', 'USD'])
    progress.prices.prices.set(FEED, 1n)
    await progress.tracker.read()
    expect(progress.of(entry)).to.deep.equal(['0.01', '200', 'USD'])
  })

  it('is the supply of its token in whole tokens', async () => {
    const entry = progress.add({ condition: SUPPLY, token: TOKEN })
    progress.node.setMint(TOKEN, 3_000_001n)
    await progress.tracker.read()
    expect(progress.of(entry)).to.deep.equal(['3.000001', '12.5', 'tokens'])
  })

  it('is the price times the supply, of a market capitalisation', async () => {
    const entry = progress.add({ condition: CAP, token: TOKEN })
    progress.prices.prices.set(FEED, 250n)
    progress.node.setMint(TOKEN, 3_000_001n)
    await progress.tracker.read()
    expect(progress.of(entry)).to.deep.equal(['7.5000025', '1000000', 'USD'])
  })

  it('is 0 or 1 of a migration', async () => {
    const entry = progress.add({ condition: MIGRATION, token: TOKEN })
    await progress.tracker.read()
    expect(progress.of(entry)).to.deep.equal(['0', '1', 'migrations'])
    const migrated = addressOf('migrated')
    progress.node.migrate(migrated)
    const other = progress.add({ condition: MIGRATION, token: migrated })
    await progress.tracker.read()
    expect(progress.of(other)).to.deep.equal(['1', '1', 'migrations'])
  })

  it('is what attestors observe of it', async () => {
    const holders = progress.add({ condition: HOLDERS, token: TOKEN })
    const event = progress.add({ condition: EVENT })
    attest(addressOf('progress 0').toBase58(), '450')
    await progress.tracker.read()
    expect(holders.id).to.equal(toMarketId(addressOf('progress 0')))
    expect(progress.of(holders)).to.deep.equal(['450', '1000', 'holders'])
    expect(progress.of(event), 'not observed').to.equal(undefined)
    expect(progress.errors).to.deep.equal([])
  })

  it('is the price of a change against its share of the reference, once that is recorded', async () => {
    const before = progress.add({ condition: CHANGE })
    const reference = { value: 100n, exponent: 0, observedAt: 1_500n, hasValue: true, isMet: false }
    const entry = progress.add({ condition: CHANGE, reference })
    progress.prices.prices.set(FEED, 10_450n)
    await progress.tracker.read()
    expect(progress.of(entry)).to.deep.equal(['104.5', '105', 'USD'])
    expect(progress.of(before)).to.equal(undefined)
  })

  it('is not known of decided markets', async () => {
    const condition = PRICE
    const decided = progress.add({ condition, status: 'resolved', outcome: 'Yes' })
    const ended = progress.add({ condition, status: 'void' })
    progress.add({ condition })
    progress.prices.prices.set(FEED, 15_012n)
    await progress.tracker.read()
    expect([decided, ended].map((entry) => progress.of(entry))).to.deep.equal([undefined, undefined])
  })

  it('is not known without one of its values', async () => {
    const entries = [CAP, PRICE, SUPPLY].map((condition) => progress.add({ condition, token: TOKEN }))
    progress.prices.prices.set(FEED, 250n)
    await progress.tracker.read()
    expect(entries.map((entry) => progress.of(entry)?.[0])).to.deep.equal([undefined, '2.5', undefined])
  })

  it('is that of its own feed, token and observations', async () => {
    const other = addressOf('other token')
    const entries = [
      progress.add({ condition: { ...PRICE, feed: 'b'.repeat(64) }, token: TOKEN }),
      progress.add({ condition: PRICE, token: other }),
      progress.add({ condition: SUPPLY, token: TOKEN }),
      progress.add({ condition: SUPPLY, token: other }),
    ]
    progress.prices.prices.set(FEED, 100n).set('b'.repeat(64), 200n)
    progress.node.setMint(TOKEN, 3_000_000n)
    progress.node.setMint(other, 4_000_000n)
    await progress.tracker.read()
    expect(entries.map((entry) => progress.of(entry)?.[0])).to.deep.equal(['2', '1', '3', '4'])
  })

  it('is sampled at the time of the chain when it is read', async () => {
    const entry = progress.add({ condition: PRICE })
    const unknown = progress.add({ condition: SUPPLY, token: TOKEN })
    progress.prices.prices.set(FEED, 100n)
    await progress.tracker.read()
    progress.now += 5n
    progress.prices.prices.set(FEED, 250n)
    await progress.tracker.read()
    const { samples } = progress.tracker
    expect(samples.of(entry.id).map(({ at, value }) => [at, value.value])).to.deep.equal([
      [5_000, '1'],
      [5_005, '2.5'],
    ])
    expect(samples.of(unknown.id)).to.deep.equal([])
  })
})

describe('what callers ask of a token', () => {
  let progress: TrackedProgress

  beforeEach(() => {
    progress = new TrackedProgress()
    progress.callerNode.setMint(TOKEN, 3_500_000n, addressOf('authority'))
    progress.prices.prices.set(FEED, 250n)
  })

  it('is read from the node for callers and from prices', async () => {
    const { tracker } = progress
    expect(await tracker.currentValue({ type: 'price', feed: FEED }, null)).to.equal('2.5')
    expect(await tracker.currentValue({ type: 'marketCap', feed: FEED }, TOKEN)).to.equal('8.75')
    expect(await tracker.currentValue({ type: 'supply' }, TOKEN)).to.equal('3.5')
    expect(await tracker.currentValue({ type: 'holders' }, TOKEN)).to.equal(undefined)
    expect(await tracker.mintedTokens(TOKEN)).to.equal('3.5')
    expect(await tracker.canMint(TOKEN)).to.equal(true)
    progress.callerNode.setMint(TOKEN, 3_500_000n)
    expect(await tracker.canMint(TOKEN)).to.equal(false)
    expect(progress.node.asked).to.deep.equal([])
    expect(progress.errors).to.deep.equal([])
  })

  it('is not known of what is no mint', async () => {
    const { tracker } = progress
    const nothing = addressOf('nothing')
    expect(await tracker.currentValue({ type: 'supply' }, nothing)).to.equal(undefined)
    expect(await tracker.mintedTokens(nothing)).to.equal(undefined)
    expect(await tracker.canMint(nothing)).to.equal(undefined)
    expect(progress.errors).to.deep.equal([])
  })

  it('is not known if the node does not answer, which is reported', async () => {
    const { tracker, callerNode, errors } = progress
    callerNode.error = new Error('no node')
    expect(await tracker.currentValue({ type: 'supply' }, TOKEN)).to.equal(undefined)
    expect(await tracker.mintedTokens(TOKEN)).to.equal(undefined)
    expect(await tracker.canMint(TOKEN)).to.equal(undefined)
    expect(errors).to.deep.equal([callerNode.error, callerNode.error, callerNode.error])
  })
})
