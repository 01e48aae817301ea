import { expect } from 'chai'
import { DroppedEvent, MarketplaceEvent } from '../../../app/src/gateway/stream/schemas.ts'
import { eventsOfLog } from '../../../app/src/history/log/read.ts'
import { PUBLIC_KINDS } from '../../../app/src/history/queries/events.ts'
import { openStream } from '../../helpers/gateway/sse-client.ts'
import { type StreamServer, streamServer } from '../../helpers/gateway/stream-server.ts'
import { RecordedHistory } from '../../helpers/history/recorded.ts'

describe('history: the stream and forks', function () {
  this.timeout(60_000)
  let server: StreamServer | undefined

  afterEach(() => server?.stop())

  it('attack 39: takes several markets, says slot and finality, and announces what the chain dropped', async () => {
    // Given a history of several markets, but for its last transaction, which is a bet.
    const history = await RecordedHistory.open({ bets: 30, wallets: 3, markets: 5 })
    const { db, ledger } = history
    ledger.transactions.splice(20)
    ledger.slot = ledger.transactions.at(-1)?.slot ?? 0
    server = await streamServer(history)
    await history.advance(ledger.transactions.length - 1)
    const log = await eventsOfLog(db, 0, 1_000)
    const markets = [...new Set(log.map(({ market }) => market))].slice(0, 2)
    const query = markets.map((market) => `&market=market_${market}`).join('')
    const isShown = (kind: string) => (PUBLIC_KINDS as readonly string[]).includes(kind)
    const wanted = log.filter(({ market, kind }) => markets.includes(market) && isShown(kind))

    // Then a stream of two markets has their events, with slot and finality.
    const stream = await openStream(server.url, `?lastEventId=0${query}`)
    const received = await stream.received(wanted.length)
    expect(received.map(({ id, data }) => [id, data.slot])).to.deep.equal(
      wanted.map(({ id, slot }) => [id, slot]),
    )
    for (const { data } of received)
      expect(MarketplaceEvent.parse(data)).to.include({ finality: 'confirmed' })
    stream.close()

    // When the chain drops a transaction, its events are taken back, also for those who reconnect.
    const all = await openStream(server.url)
    await history.advance()
    const [told = expect.fail()] = await all.received(1)
    const before = all.events.length
    const { signature } = ledger.transactions.pop() ?? expect.fail()
    expect(told.data.transactionId).to.equal(signature)
    ledger.slot += 100
    await history.pull()
    await all.received(before + 1)
    const announced = all.events.filter(({ event }) => event === 'dropped')
    const dropped = announced.map(({ data }) => DroppedEvent.parse(data))
    expect(dropped.map(({ eventId }) => eventId)).to.deep.equal([told.id])
    expect(before).to.equal(1)
    expect(dropped[0]).to.include({ transactionId: signature, slot: told.data.slot })
    const late = await openStream(server.url, `?lastEventId=${told.id}`)
    expect((await late.received(1)).at(-1)?.event).to.equal('dropped')
  })
})
