import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  HermesBusyError,
  HermesError,
  HermesPrices,
  UnknownFeedError,
} from '@prediction-market/sdk/oracle/pyth'
import { expect } from 'chai'

const SOL_USD = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const T = 1_717_632_000

/** An answer in the shape that Hermes documents for `/v2/updates/price/…`. */
const ANSWER = {
  binary: { encoding: 'base64', data: [Buffer.from('PNAU signed').toString('base64')] },
  parsed: [
    {
      id: SOL_USD,
      price: { price: '17196000000', conf: '8912345', expo: -8, publish_time: T },
      ema_price: { price: '17181234567', conf: '9012345', expo: -8, publish_time: T },
      metadata: { slot: 139_876_543, proof_available_time: T + 1, prev_publish_time: T - 1 },
    },
  ],
}

describe('prices from Hermes', () => {
  let server: Server
  let url: string
  let requests: IncomingMessage[]
  let respond: (response: ServerResponse) => void

  beforeEach(async () => {
    requests = []
    respond = (response) => response.end(JSON.stringify(ANSWER))
    server = createServer((request, response) => {
      requests.push(request)
      respond(response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hermes`
  })

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const status = (code: number, body: string) => {
    respond = (response) => response.writeHead(code).end(body)
  }
  const times = (values: { prev_publish_time: number | null; publish_time: number }) => {
    const [parsed] = ANSWER.parsed
    const price = { ...parsed?.price, publish_time: values.publish_time }
    const entry = { ...parsed, price, metadata: { prev_publish_time: values.prev_publish_time } }
    respond = (response) => response.end(JSON.stringify({ ...ANSWER, parsed: [entry] }))
  }
  const failure = (promise: Promise<unknown>): Promise<HermesError> =>
    promise.then(
      () => expect.fail('It succeeded'),
      (error: HermesError) => error,
    )

  it('come with what Pyth signed', async () => {
    const update = await new HermesPrices({ url }).updateAt(`0x${SOL_USD.toUpperCase()}`, T)
    expect(update).to.deep.equal({
      feedId: SOL_USD,
      price: 17_196_000_000n,
      conf: 8_912_345n,
      exponent: -8,
      publishTime: T,
      prevPublishTime: T - 1,
      emaPrice: 17_181_234_567n,
      emaConf: 9_012_345n,
      signed: Buffer.from('PNAU signed'),
    })
  })

  it('have schedules, which one request reads for all feeds', async () => {
    const [apple, coin, listed] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]
    const schedule = 'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;1225/C'
    const feeds = [
      { id: apple, attributes: { symbol: 'Equity.US.AAPL/USD', asset_type: 'Equity', schedule } },
      { id: coin, attributes: { symbol: 'Crypto.COIN/USD', asset_type: 'Crypto' } },
    ]
    const hermes = new HermesPrices({ url, apiKey: 'key' })
    status(500, 'down')
    expect((await failure(hermes.schedule(apple))).status).to.equal(500)
    status(200, JSON.stringify(feeds))
    expect(await hermes.schedule(`0x${apple.toUpperCase()}`)).to.equal(schedule)
    expect(await hermes.schedule(coin)).to.equal(null)
    expect(await hermes.schedule(listed)).to.equal(null)
    expect(await hermes.schedule(SOL_USD), 'a crypto asset of the table').to.equal(null)
    expect(requests.map((request) => request.url)).to.deep.equal([
      '/hermes/v2/price_feeds',
      '/hermes/v2/price_feeds',
    ])
    status(200, '{"feeds":[]}')
    expect((await failure(new HermesPrices({ url }).schedule(apple))).message).to.include('unexpected body')
  })

  it('are asked for by feed and time, with the key where there is one', async () => {
    await new HermesPrices({ url: `${url}/`, apiKey: 'secret' }).updateAt(SOL_USD, T)
    await new HermesPrices({ url }).latest(SOL_USD)

    const query = `ids%5B%5D=${SOL_USD}&encoding=base64&parsed=true`
    expect(requests.map((request) => request.url)).to.deep.equal([
      `/hermes/v2/updates/price/${T}?${query}`,
      `/hermes/v2/updates/price/latest?${query}`,
    ])
    expect(requests.map(({ headers }) => headers.authorization)).to.deep.equal(['Bearer secret', undefined])
  })

  for (const { prev_publish_time, publish_time, proves } of [
    { prev_publish_time: null, publish_time: T, proves: false },
    { prev_publish_time: T - 1, publish_time: T, proves: true },
    { prev_publish_time: T - 9, publish_time: T + 9, proves: true },
    { prev_publish_time: T, publish_time: T, proves: false },
    { prev_publish_time: T, publish_time: T + 1, proves: false },
    { prev_publish_time: T - 2, publish_time: T - 1, proves: false },
  ]) {
    const from = prev_publish_time === null ? 'unknown' : prev_publish_time - T
    it(`${proves ? 'prove' : 'do not prove'} the price at T by an update from ${from} to ${publish_time - T}`, async () => {
      times({ prev_publish_time, publish_time })
      const update = await new HermesPrices({ url }).updateAt(SOL_USD, T)
      expect(update?.publishTime).to.equal(proves ? publish_time : undefined)
      if (!proves) expect(update).to.equal(null)
    })
  }

  it('are none where Hermes has none', async () => {
    status(404, 'Price ids not found')
    expect(await new HermesPrices({ url }).updateAt(SOL_USD, T)).to.equal(null)
    expect(await failure(new HermesPrices({ url }).latest(SOL_USD))).to.be.instanceOf(UnknownFeedError)
  })

  it('fail clearly when Hermes refuses the key', async () => {
    status(401, 'missing API key')
    const error = await failure(new HermesPrices({ url }).latest(SOL_USD))
    expect(error).to.be.instanceOf(HermesError).and.to.have.property('status', 401)
    expect(error.message).to.contain('the API key is missing or refused').and.to.contain('missing API key')
  })

  it('fail clearly when Hermes is in trouble', async () => {
    status(503, 'overloaded')
    const error = await failure(new HermesPrices({ url }).updateAt(SOL_USD, T))
    expect(error.message)
      .to.contain('answered 503')
      .and.to.contain(`/price/${T}`)
      .and.to.contain('overloaded')
  })

  it('fail clearly when Hermes takes too long', async () => {
    respond = () => {}
    const error = await failure(new HermesPrices({ url, timeoutMs: 50 }).latest(SOL_USD))
    expect(error).to.be.instanceOf(HermesError)
    expect(error.message).to.contain('did not answer within 50 ms')
  })

  it('fail clearly when there is no Hermes', async () => {
    server.close()
    const error = await failure(new HermesPrices({ url }).latest(SOL_USD))
    expect(error).to.be.instanceOf(HermesError)
    expect(error.message).to.contain('cannot be reached')
  })

  for (const body of [
    'not JSON',
    '{}',
    JSON.stringify({ ...ANSWER, parsed: null }),
    JSON.stringify({ ...ANSWER, parsed: [{ ...ANSWER.parsed[0], id: 'zz' }] }),
  ]) {
    it(`fail clearly when Hermes answers with ${body.slice(0, 20)}…`, async () => {
      respond = (response) => response.end(body)
      const error = await failure(new HermesPrices({ url }).latest(SOL_USD))
      expect(error).to.be.instanceOf(HermesError)
      expect(error.message).to.contain('an unexpected body')
    })
  }

  it('fail clearly when Hermes leaves the feed out', async () => {
    respond = (response) => response.end(JSON.stringify({ ...ANSWER, parsed: [] }))
    const error = await failure(new HermesPrices({ url }).latest(SOL_USD))
    expect(error.message).to.contain(`without feed ${SOL_USD}`)
  })

  describe('of several feeds', () => {
    const feeds = Array.from({ length: 5 }, (_, index) => String(index + 1).repeat(64))
    const idsOf = (request: IncomingMessage, name: string) => {
      return new URL(request.url ?? '', url).searchParams.getAll(name)
    }
    const answerOf = (ids: readonly string[]) => ({
      ...ANSWER,
      parsed: ids.map((id) => ({ ...ANSWER.parsed[0], id })),
    })

    it('are one request', async () => {
      respond = (response) => response.end(JSON.stringify(answerOf(feeds)))
      const updates = await new HermesPrices({ url }).latestOf(feeds)
      expect(updates.map(({ feedId }) => feedId)).to.deep.equal(feeds)
      expect(requests).to.have.length(1)
      expect(idsOf(requests[0] as IncomingMessage, 'ids[]')).to.deep.equal(feeds)
    })

    it('come without a feed that the key may not read, which is left alone from then on', async () => {
      const refused = feeds[3] as string
      respond = (response) => {
        const ids = idsOf(requests.at(-1) as IncomingMessage, 'ids[]')
        if (ids.includes(refused)) response.writeHead(403).end('not entitled')
        else response.end(JSON.stringify(answerOf(ids)))
      }
      const prices = new HermesPrices({ url })
      const others = feeds.filter((feed) => feed !== refused)
      expect((await prices.latestOf(feeds)).map(({ feedId }) => feedId)).to.deep.equal(others)
      requests.length = 0
      expect((await prices.latestOf(feeds)).map(({ feedId }) => feedId)).to.deep.equal(others)
      expect(requests).to.have.length(1)
    })

    /** Ids that nobody knows, as anyone can put into a market. */
    const madeUp = Array.from({ length: 300 }, (_, index) => (index + 1).toString(16).padStart(64, '0'))
    const answerKnown = (response: ServerResponse) => {
      const ids = idsOf(requests.at(-1) as IncomingMessage, 'ids[]')
      response.end(JSON.stringify(answerOf(ids.filter((id) => feeds.includes(id)))))
    }

    it('attack 73: come although made-up ids are requested with them, each of which is requested once', async () => {
      respond = answerKnown
      const prices = new HermesPrices({ url, budget: 100 })
      for (let call = 0; call < 8; call++) {
        const updates = await prices.latestOf([...feeds, ...madeUp])
        expect(
          updates.map(({ feedId }) => feedId),
          `call ${call}`,
        ).to.deep.equal(feeds)
      }
      const asked = requests.flatMap((request) => idsOf(request, 'ids[]'))
      expect(madeUp.filter((id) => asked.filter((other) => other === id).length !== 1)).to.deep.equal([])
    })

    it('attack 73: come from a server that refuses unknown ids, without those that it names', async () => {
      respond = (response) => {
        const ids = idsOf(requests.at(-1) as IncomingMessage, 'ids[]')
        const missing = ids.filter((id) => !feeds.includes(id))
        if (missing.length === 0) answerKnown(response)
        else response.writeHead(404).end(`Price ids not found: ${missing.map((id) => `0x${id}`).join(', ')}`)
      }
      const prices = new HermesPrices({ url })
      const asked = [...feeds, ...madeUp.slice(0, 50)]
      for (let call = 0; call < 3; call++) expect(await prices.latestOf(asked)).to.have.length(feeds.length)
      expect(requests, 'refused once').to.have.length(4)
      expect(await prices.updateAt(madeUp[0] as string, T)).to.equal(null)
      expect(requests, 'nor is it asked for by its time').to.have.length(4)
    })

    it('attack 73: are not asked for again at another second where there is no such feed', async () => {
      status(404, `Price ids not found: 0x${madeUp[0]}`)
      const prices = new HermesPrices({ url })
      for (let second = 0; second < 5; second++) await prices.updateAt(madeUp[0] as string, T + second)
      expect(requests).to.have.length(1)
      status(404, 'Update data not found')
      for (let second = 0; second < 5; second++) await prices.updateAt(feeds[0] as string, T + second)
      expect(requests, 'an update that is not there yet').to.have.length(6)
    })

    it('come though another part of them fails', async () => {
      respond = answerKnown
      const prices = new HermesPrices({ url, budget: 100 })
      const many = Array.from({ length: 100 }, (_, index) => (index + 1).toString(16).padStart(64, 'f'))
      feeds.push(...many)
      for (let call = 0; call < 2; call++) await prices.latestOf(many)
      respond = (response) => {
        const ids = idsOf(requests.at(-1) as IncomingMessage, 'ids[]')
        if (ids.includes(many[0] as string)) response.writeHead(500).end('down')
        else answerKnown(response)
      }
      expect((await prices.latestOf(many)).map(({ feedId }) => feedId)).to.deep.equal(many.slice(64))
      feeds.splice(5)
    })

    it('cost no more requests than the budget, and a source that is used up is not a failing one', async () => {
      const prices = new HermesPrices({ url, budget: 3 })
      const reads = await Promise.allSettled(feeds.map(() => prices.latest(SOL_USD)))
      expect(requests).to.have.length(3)
      const refused = reads.flatMap((read) => (read.status === 'rejected' ? [read.reason] : []))
      expect(refused).to.have.length(2)
      for (const error of refused) expect(error).to.be.instanceOf(HermesBusyError)
    })

    it('come from the history of Benchmarks, a window at a time', async () => {
      const [feed = ''] = feeds
      const outside = { ...answerOf([feed]) }
      outside.parsed = outside.parsed.map((entry) => ({
        ...entry,
        price: { ...entry.price, price: entry.price?.price ?? '', publish_time: T + 60 },
      })) as typeof outside.parsed
      respond = (response) => response.end(JSON.stringify([answerOf([feed]), outside]))
      const prices = new HermesPrices({ url: 'http://127.0.0.1:9', benchmarksUrl: url, apiKey: 'secret' })
      const updates = await prices.history?.([feed], T - 30, T + 29)
      expect(updates?.map(({ publishTime }) => publishTime)).to.deep.equal([T])
      const [request] = requests as [IncomingMessage]
      expect(request.url).to.contain(`/hermes/v1/updates/price/${T - 30}/60?ids=${feed}&`)
      expect(request.headers.authorization).to.equal('Bearer secret')
    })

    it('come from the history though one of them is not in it', async () => {
      respond = (response) => {
        const ids = idsOf(requests.at(-1) as IncomingMessage, 'ids')
        if (ids.includes(madeUp[0] as string)) response.writeHead(404).end('no such feed')
        else response.end(JSON.stringify([answerOf(ids)]))
      }
      const prices = new HermesPrices({ url: 'http://127.0.0.1:9', benchmarksUrl: url })
      const updates = await prices.history?.([...feeds, madeUp[0] as string], T - 30, T + 29)
      expect(updates?.map(({ feedId }) => feedId)).to.deep.equal(feeds)
      const count = requests.length
      await prices.history?.([...feeds, madeUp[0] as string], T - 30, T + 29)
      expect(requests.length - count, 'the one that was refused is left out').to.equal(1)
    })

    describe('by stream', () => {
      const streamed = (parts: readonly string[]) => {
        respond = async (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          for (const part of parts) {
            response.write(part)
            await new Promise((resolve) => setTimeout(resolve, 5))
          }
          response.end()
        }
      }
      const read = async (prices = new HermesPrices({ url, apiKey: 'secret' })) => {
        const updates: string[] = []
        const ended = prices.stream(
          feeds,
          (some) => updates.push(...some.map(({ feedId }) => feedId)),
          new AbortController().signal,
        )
        return {
          updates,
          error: await ended.then(
            () => null,
            (error: Error) => error,
          ),
        }
      }

      it('come in one connection, however the events are cut into parts', async () => {
        const event = `data:${JSON.stringify(answerOf(feeds.slice(0, 2)))}\n\n`
        streamed([
          ':No update available\n\n',
          event.slice(0, 50),
          event.slice(50),
          'event: error\ndata:lagged\n\n',
          event,
        ])
        const { updates, error } = await read()
        expect(updates).to.deep.equal([...feeds.slice(0, 2), ...feeds.slice(0, 2)])
        expect(error).to.equal(null)
        const [request] = requests as [IncomingMessage]
        expect(request.url).to.contain('/hermes/v2/updates/price/stream?')
        expect(idsOf(request, 'ids[]')).to.deep.equal(feeds)
        expect(request.url).to.contain('ignore_invalid_price_ids=true')
        expect(request.headers.authorization).to.equal('Bearer secret')
      })

      it('say why they do not come', async () => {
        status(429, 'slow down')
        expect((await read()).error)
          .to.be.instanceOf(HermesError)
          .and.include({ status: 429 })
        streamed(['data:nonsense\n\n'])
        expect((await read()).error?.message).to.contain('an unexpected body')
      })

      it('end when they are aborted', async () => {
        respond = (response) => response.writeHead(200).write(':open\n\n')
        const abort = new AbortController()
        const ended = failure(new HermesPrices({ url }).stream(feeds, () => {}, abort.signal))
        setTimeout(() => abort.abort(new Error('enough')), 50)
        expect((await ended).message).to.equal('enough')
      })
    })

    it('say how long to wait when there were too many requests', async () => {
      respond = (response) => response.writeHead(429, { 'retry-after': '17' }).end('slow down')
      const error = await failure(new HermesPrices({ url }).latestOf(feeds))
      expect(error).to.include({ status: 429, retryAfterMs: 17_000 })
    })
  })
})
