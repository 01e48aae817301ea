import { request } from 'node:http'
import { expect } from 'chai'
import { openStream } from '../../helpers/gateway/sse-client.ts'
import { type StreamServer, streamServer } from '../../helpers/gateway/stream-server.ts'
import { publicIds, RecordedHistory } from '../../helpers/history/recorded.ts'
import { until } from '../../helpers/localnet/wait.ts'

describe('history: limits of the stream', () => {
  let server: StreamServer | undefined

  afterEach(async () => {
    await server?.stop()
    server = undefined
  })

  it('keeps silent streams open beyond the idle timeout of the server', async () => {
    const history = await RecordedHistory.open({ bets: 10, wallets: 2, markets: 1 })
    const limits = { idleTimeout: 2_000, headersTimeout: 1_000, requestTimeout: 1_500, checkEvery: 20 }
    server = await streamServer(history, { streams: { heartbeatMs: 100 }, server: limits })
    const client = await openStream(server.url)
    await until('many heartbeats', () => client.comments >= 30)
    expect(client.isEnded).to.equal(false)
    await history.advance()
    const ids = await publicIds(history)
    expect((await client.received(ids.length)).map(({ id }) => id)).to.deep.equal(ids)
  })

  it('counts a stream as one request', async () => {
    const history = await RecordedHistory.open({ bets: 200, wallets: 2, markets: 1 })
    server = await streamServer(history, { reads: 3, streams: { heartbeatMs: 20 } })
    const client = await openStream(server.url)
    await history.advance()
    await client.received((await publicIds(history)).length)
    await until('many heartbeats', () => client.comments >= 10)
    expect(client.isEnded).to.equal(false)
  })

  it('limits streams by caller and in total, and counts closed ones no more', async () => {
    const history = await RecordedHistory.open({ bets: 1, wallets: 1, markets: 1 })
    server = await streamServer(history, { streams: { perCaller: 2, total: 10 } })
    const [first, second] = [await openStream(server.url), await openStream(server.url)]
    const third = await openStream(server.url)
    await third.ended()
    expect([third.status, JSON.parse(third.refusal)]).to.deep.equal([
      429,
      { error: 'Too many open streams: at most 2 for one caller' },
    ])
    expect(third.headers['retry-after']).to.match(/^\d+$/)
    second.close()
    const fourth = await until('a free place', async () => {
      const client = await openStream(server?.url ?? '')
      return client.status === 200 && client
    })
    expect([first.isEnded, fourth.isEnded]).to.deep.equal([false, false])
    await server.stop()

    server = await streamServer(history, { streams: { total: 1 } })
    await openStream(server.url)
    const late = await openStream(server.url)
    await late.ended()
    expect([late.status, JSON.parse(late.refusal).error]).to.deep.equal([
      503,
      'Too many open streams on this gateway; try again',
    ])
  })

  it('answers HEAD without a stream', async () => {
    const history = await RecordedHistory.open({ bets: 1, wallets: 1, markets: 1 })
    server = await streamServer(history, { streams: { perCaller: 1 } })
    const { url } = server
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${url}/v1/events`, { method: 'HEAD', agent: false }, (answer) => {
        answer.resume().on('end', () => resolve([answer.statusCode, answer.headers['content-type']]))
      })
      sent.on('error', reject).end()
    })
    expect(status).to.deep.equal([200, 'text/event-stream'])
    expect((await openStream(url)).status).to.equal(200)
  })

  it('ends all streams when it stops', async () => {
    const history = await RecordedHistory.open({ bets: 5, wallets: 1, markets: 1 })
    server = await streamServer(history)
    const client = await openStream(server.url, '?lastEventId=0')
    await history.advance()
    await client.received((await publicIds(history)).length)
    const stopping = server.stop()
    server = undefined
    await client.ended()
    await stopping
  })
})
