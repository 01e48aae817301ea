import { HermesError } from '@prediction-market/sdk/oracle/pyth'
import { expect } from 'chai'
import { PriceFailover } from '../../app/src/prices/failover.ts'
import { type PriceSource, type PriceUpdate, UnknownFeedError } from '../../app/src/prices/source.ts'
import { failure } from '../helpers/localnet/wait.ts'

const FEED = 'ef'.repeat(32)

const updateOf = (price: bigint): PriceUpdate => ({
  feedId: FEED,
  price,
  conf: 0n,
  exponent: 0,
  publishTime: 100,
  prevPublishTime: 99,
  emaPrice: price,
  emaConf: 0n,
})

/** Two sources behind a failover; a test sets what the first one throws, and the time. */
function openSources() {
  const test = { error: undefined as Error | undefined, now: 0, asked: [] as string[] }
  const sourceOf = (name: string, price: bigint): PriceSource => {
    const ask = async <T>(answer: T): Promise<T> => {
      test.asked.push(name)
      if (name === 'first' && test.error) throw test.error
      return answer
    }
    return {
      latest: () => ask(updateOf(price)),
      updateAt: () => ask(name === 'first' ? null : updateOf(price)),
      latestOf: () => ask([updateOf(price)]),
    }
  }
  const sources = [sourceOf('first', 1n), sourceOf('second', 2n)]
  return { test, sources, prices: new PriceFailover(sources, () => test.now) }
}

describe('several price sources', () => {
  it('are asked in their order', async () => {
    const { test, prices } = openSources()
    expect(await prices.latestOf([FEED])).to.deep.equal([updateOf(1n)])
    expect(await prices.updateAt(FEED, 100), 'the first has none').to.deep.equal(updateOf(2n))
    expect(test.asked).to.deep.equal(['first', 'first', 'second'])
  })

  it('stand in for one that fails, which is left alone for a while', async () => {
    const { test, prices } = openSources()
    test.error = new HermesError('Hermes answered 503', { status: 503 })
    for (let round = 0; round < 2; round++) {
      expect(await prices.latest(FEED)).to.deep.equal(updateOf(2n))
    }
    expect(test.asked).to.deep.equal(['first', 'second', 'second'])
    test.error = undefined
    test.now += 1_000
    expect(await prices.latest(FEED)).to.deep.equal(updateOf(1n))
  })

  for (const [what, retryAfterMs, pause] of [
    ['as long as it asks for', 17_000, 17_000],
    ['for a minute where it does not say how long', undefined, 60_000],
  ] as const) {
    it(`leave one alone that had too many requests, ${what}`, async () => {
      const { test, sources } = openSources()
      const alone = new PriceFailover(sources.slice(0, 1), () => test.now)
      test.error = new HermesError('Hermes answered 429', { status: 429, retryAfterMs })
      expect((await failure(alone.latestOf([FEED]))).message).to.contain('429')
      test.error = undefined
      test.now += pause - 1
      expect((await failure(alone.latestOf([FEED]))).message).to.contain('paused')
      expect((await failure(alone.updateAt(FEED, 100))).message, 'no update is another thing').to.contain(
        'paused',
      )
      expect(test.asked).to.have.length(1)
      test.now += 1
      expect(await alone.latestOf([FEED])).to.deep.equal([updateOf(1n)])
    })
  }

  it('are not paused for a feed that they do not know', async () => {
    const { test, prices } = openSources()
    test.error = new UnknownFeedError(FEED)
    for (let round = 0; round < 2; round++) await prices.latest(FEED)
    expect(test.asked).to.deep.equal(['first', 'second', 'first', 'second'])
  })
})
