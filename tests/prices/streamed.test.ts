import { HermesError } from '@prediction-market/sdk/oracle/pyth'
import { expect } from 'chai'
import type { PriceSource, PriceUpdate } from '../../app/src/prices/source.ts'
import { StreamedPrices } from '../../app/src/prices/streamed.ts'

const feedsOf = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => (index + first).toString(16).padStart(64, '0'))

const updateOf = (feedId: string, publishTime: number, prevPublishTime = publishTime - 1): PriceUpdate => {
  return { feedId, price: 1n, conf: 0n, exponent: 0, publishTime, prevPublishTime, emaPrice: 1n, emaConf: 0n }
}

/** A source whose stream a test drives, and a clock. */
function open() {
  const test = {
    /** Unix milliseconds. */
    now: 1_000_000_000,
    streams: [] as { feeds: string[]; send: (updates: PriceUpdate[]) => void; end: (error: Error) => void }[],
    polls: [] as string[][],
    asked: [] as [string, number][],
    errors: [] as string[],
    /** Ids that the source does not know. */
    unknown: new Set<string>(),
    aborted: 0,
    refuse: undefined as Error | undefined,
  }
  const source: PriceSource = {
    latest: async (id) => updateOf(id, test.now / 1_000),
    async latestOf(ids) {
      test.polls.push([...ids])
      return ids.filter((id) => !test.unknown.has(id)).map((id) => updateOf(id, test.now / 1_000))
    },
    async updateAt(id, second) {
      test.asked.push([id, second])
      return updateOf(id, second)
    },
    stream: (feeds, send, signal) => {
      if (test.refuse) return Promise.reject(test.refuse)
      return new Promise((_, end) => {
        signal.addEventListener('abort', () => {
          test.aborted += 1
          end(signal.reason)
        })
        test.streams.push({ feeds: [...feeds], send, end })
      })
    },
  }
  const onError = (error: Error) => test.errors.push(error.message)
  const prices = new StreamedPrices(source, { onError, clock: () => test.now })
  const isOpen = (index: number) => test.streams[index] ?? expect.fail(`no stream ${index}`)
  return { test, prices, stream: isOpen }
}

describe('streamed prices', () => {
  const feeds = feedsOf(200)

  it('come in one connection for all feeds, and cost no request while it is open', async () => {
    const { test, prices, stream } = open()
    await prices.latestOf(feeds)
    expect(test.streams).to.have.length(1)
    expect(stream(0).feeds).to.deep.equal(feeds)
    stream(0).send(feeds.map((id) => updateOf(id, test.now / 1_000)))
    const polls = test.polls.length
    for (let second = 1; second <= 60; second++) {
      test.now += 1_000
      stream(0).send(feeds.map((id) => updateOf(id, test.now / 1_000)))
      expect(await prices.latestOf(feeds)).to.have.length(second === 1 ? 400 - 64 : 200)
    }
    expect(test.polls.length - polls).to.equal(0)
    expect(test.streams).to.have.length(1)
  })

  it('are polled while the stream is broken or quiet, at most once a second, in turn if they are many', async () => {
    const { test, prices, stream } = open()
    await prices.latestOf(feeds)
    stream(0).send([])
    expect(await prices.latestOf(feeds)).to.deep.equal([])
    test.now += 6_000
    const polls = test.polls.length
    for (let call = 0; call < 40; call++) {
      await prices.latestOf(feeds)
      test.now += 100
    }
    expect(test.polls.length - polls).to.equal(4)
    expect(new Set(test.polls.slice(polls).flat()).size).to.equal(200)
    stream(0).end(new HermesError('cut'))
    await prices.latestOf(feeds)
    expect(test.errors).to.deep.equal(['cut'])
    test.now += 10_000
    await prices.latestOf(feeds)
    expect(test.streams, 'opened again').to.have.length(2)
  })

  it('attack 73: are streamed anew for feeds that the source has answered for, never for made-up ids', async () => {
    const { test, prices, stream } = open()
    const [known, late] = [feedsOf(3), feedsOf(1, 100)]
    const madeUp = feedsOf(30, 1_000)
    for (const id of madeUp) test.unknown.add(id)
    await prices.latestOf(known)
    stream(0).send([])
    for (let second = 0; second < 30; second++) {
      test.now += 1_000
      stream(0).send(known.map((id) => updateOf(id, test.now / 1_000)))
      await prices.latestOf([...known, ...madeUp])
    }
    expect(test.streams).to.have.length(1)
    for (let second = 0; second < 2; second++) {
      test.now += 1_000
      stream(0).send([])
      await prices.latestOf([...known, ...late, ...madeUp])
    }
    expect(stream(1).feeds).to.include(late[0])
    // The first stream goes on until the second one has begun.
    stream(1).send([])
    expect(test.errors).to.deep.equal([])
  })

  it('prove a second without a request, once they have come', async () => {
    const { test, prices, stream } = open()
    const [feed] = feedsOf(1) as [string]
    await prices.latestOf([feed])
    const now = test.now / 1_000
    stream(0).send([updateOf(feed, now + 5, now + 1), updateOf(feed, now + 5, now + 5)])
    test.now += 3_000
    expect(await prices.updateAt(feed, now + 3)).to.include({
      publishTime: now + 5,
      prevPublishTime: now + 1,
    })
    expect(await prices.updateAt(feed, now + 9), 'it will come').to.equal(null)
    expect(test.asked).to.deep.equal([])
    await prices.updateAt(feed, now - 100)
    expect(test.asked, 'from before the stream').to.deep.equal([[feed, now - 100]])
    test.now += 10_000
    await prices.updateAt(feed, now + 9)
    expect(test.asked, 'the stream is silent').to.have.length(2)
  })

  it('are fewer in one stream after a server has refused the length of the request', async () => {
    const { test, prices, stream } = open()
    test.refuse = new HermesError('too long', { status: 414 })
    await prices.latestOf(feeds)
    await new Promise((resolve) => setImmediate(resolve))
    test.refuse = undefined
    test.now += 10_000
    await prices.latestOf(feeds)
    expect(stream(0).feeds).to.deep.equal(feeds.slice(0, 100))
  })

  it('stop with their stream', async () => {
    const { test, prices } = open()
    await prices.latestOf(feeds)
    prices.stop()
    expect(test.aborted).to.equal(1)
    test.now += 20_000
    await prices.latestOf(feeds)
    expect(test.streams).to.have.length(1)
  })
})
