import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventsOfLog } from '../../../app/src/history/log/read.ts'
import { PUBLIC_KINDS } from '../../../app/src/history/queries/events.ts'
import { openStream, SseClient } from '../../helpers/gateway/sse-client.ts'
import { type StreamServer, streamServer } from '../../helpers/gateway/stream-server.ts'
import { publicIds, RecordedHistory } from '../../helpers/history/recorded.ts'
import { until } from '../../helpers/localnet/wait.ts'
import { metric } from '../../helpers/metrics.ts'

const STREAMS = 1_000

/** Events that the server keeps in memory for a client that does not read. */
const RECENT = 100

const ids = ({ events: received }: SseClient) => received.map(({ id }) => id)

describe('history: the stream under load', () => {
  let server: StreamServer | undefined

  afterEach(async () => {
    await server?.stop()
    server = undefined
  })

  it('sends every event once and in order to a thousand streams, and reads it once for all of them', async () => {
    const history = await RecordedHistory.open({ bets: 300, wallets: 20, markets: 6 })
    server = await streamServer(history)
    const { url } = server
    // Given a thousand streams, some of them filtered by market.
    await history.advance(10)
    const market = (await eventsOfLog(history.db, 0, 1))[0]?.market ?? ''
    const clients: SseClient[] = []
    for (let start = 0; start < STREAMS; start += 100) {
      const opened = Array.from({ length: 100 }, (_, index) => {
        const filter = index % 10 === 0 ? `&market=market_${market}` : ''
        return openStream(url, `?lastEventId=0${filter}`)
      })
      clients.push(...(await Promise.all(opened)))
    }
    expect(clients.every(({ status }) => status === 200)).to.equal(true)
    expect(await server.metrics.registry.metrics()).to.match(/^gateway_streams 1000$/m)

    // When all events come, while the statements that read the log are counted.
    let reads = 0
    const { db } = history
    const session = (db as unknown as { session: { prepareQuery(...args: unknown[]): unknown } }).session
    const prepare = session.prepareQuery.bind(session)
    session.prepareQuery = (...args) => {
      if (
        /from "log" .*left join "history_[^"]*"?."?markets"|from "log" .*left join "markets"/.test(
          (args[0] as { sql: string }).sql,
        )
      )
        reads += 1
      return prepare(...args)
    }
    while (history.lastEvent === 0 || history.ledger.visible < history.ledger.transactions.length) {
      await history.advance(50)
    }
    session.prepareQuery = prepare

    // Then every stream receives all of its events.
    const all = await publicIds(history)
    const ofMarket = (await eventsOfLog(db, 0, 10_000)).filter(
      (event) => event.market === market && (PUBLIC_KINDS as readonly string[]).includes(event.kind),
    )
    await until('all events at all streams', () =>
      clients.every(({ events: received }, index) => {
        return received.length >= (index % 10 === 0 ? ofMarket.length : all.length)
      }),
    )
    for (const [index, client] of clients.entries()) {
      expect(ids(client)).to.deep.equal(index % 10 === 0 ? ofMarket.map(({ id }) => id) : all)
    }
    expect(reads, 'reads of the log').to.be.lessThan(100)
  })

  it('sends each event once to clients that reconnect all the time', async () => {
    const history = await RecordedHistory.open({ bets: 3_000, wallets: 40, markets: 20 })
    server = await streamServer(history)
    const { url } = server
    // Given clients that disconnect again and again, at any moment.
    let isOver = false
    const wander = async (client: SseClient, pause: number) => {
      while (!isOver) {
        await client.open()
        await sleep(pause)
        client.close()
        await until('the end', () => client.isEnded)
      }
    }
    const wandering = Array.from({ length: 20 }, () => new SseClient(url, '?lastEventId=0'))
    const steady = await openStream(url)
    const wanderings = wandering.map((client, index) => wander(client, 5 + 17 * index))

    // When all events come meanwhile, in batches of all sizes.
    for (let batch = 1; history.ledger.visible < history.ledger.transactions.length; batch += 7) {
      await history.advance(batch)
      await sleep(5)
    }
    const all = await publicIds(history)
    isOver = true
    await Promise.all(wanderings)

    // Then each of them has received every event once and in order.
    await steady.received(all.length)
    expect(ids(steady)).to.deep.equal(all)
    for (const client of wandering) {
      await client.open()
      await client.received(all.length)
      expect(ids(client)).to.deep.equal(all)
    }
  })

  it('disconnects a client that does not read, and sends the rest when it reconnects', async () => {
    const history = await RecordedHistory.open({ bets: 20_000, wallets: 500, markets: 50 })
    server = await streamServer(history, { streams: { heartbeatMs: 200, stallMs: 1_000, recent: RECENT } })
    // Given a client that stops reading, and one that reads.
    const lame = await openStream(server.url)
    const steady = await openStream(server.url)
    lame.pause()

    // When events come until they are more than its connection can hold.
    const { metrics } = server
    const dropped = async () => (await metric({ metrics }, 'gateway_streams_dropped_total')) || 0
    const advance = async () => {
      await history.advance(1_000)
      await until('the one who reads', () => Number(steady.lastId) === history.lastEvent)
    }
    while ((await dropped()) === 0) {
      expect(history.ledger.visible, 'no cut').to.be.lessThan(history.ledger.transactions.length)
      await advance()
    }
    const all = await publicIds(history)
    expect(ids(steady)).to.deep.equal(all)

    // Then it reconnects and receives the rest, which is no longer in memory.
    lame.resume()
    await lame.ended()
    const got = lame.events.length
    expect(got).to.be.lessThan(all.length - RECENT)
    await lame.open()
    await lame.received(all.length)
    expect(ids(lame)).to.deep.equal(all)
    expect(await dropped()).to.equal(1)
  })
})
