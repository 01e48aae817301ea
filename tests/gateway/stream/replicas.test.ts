import { setTimeout as sleep } from 'node:timers/promises'
import { PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import type { Gateway } from '../../../app/src/gateway/gateway.ts'
import { DroppedEvent, MarketplaceEvent } from '../../../app/src/gateway/stream/schemas.ts'
import type { History } from '../../../app/src/history/follow.ts'
import { eventsOfLog } from '../../../app/src/history/log/read.ts'
import { PUBLIC_KINDS } from '../../../app/src/history/queries/events.ts'
import { openStream, SseClient } from '../../helpers/gateway/sse-client.ts'
import { newPlace } from '../../helpers/gateway/store.ts'
import { type StreamServer, streamServer } from '../../helpers/gateway/stream-server.ts'
import { openGatewayOn } from '../../helpers/history/lived.ts'
import { publicIds, RecordedHistory } from '../../helpers/history/recorded.ts'
import { fundedWallet, sharedLocalnet, until } from '../../helpers/localnet/index.ts'

const BETS = 24

describe('history: the stream of several gateways on one store', () => {
  const gateways: Gateway[] = []
  let remove = async () => {}

  before(async function () {
    // The embedded database has one process and one gateway.
    if (!process.env.DATABASE_URL) return this.skip()
    const localnet = await sharedLocalnet()
    const place = await newPlace()
    remove = place.remove
    for (let count = 0; count < 2; count += 1) {
      gateways.push(await openGatewayOn(localnet, { databaseUrl: place.databaseUrl }))
    }
    for (const { url } of gateways) {
      await until('the history to be there', async () => {
        const { status, body } = await fetch(`${url}/v1/events`)
        await body?.cancel()
        return status === 200
      })
    }
  })

  after(async () => {
    for (const gateway of gateways) await gateway.stop()
    await remove()
  })

  it('continues at one gateway where it ended at another, without a gap or a repeat', async () => {
    // Given a market, and a client that switches gateways all the time.
    const { connection, node } = await sharedLocalnet()
    const bettor = await fundedWallet(connection)
    const client = new PredictionMarketClient(connection, { signer: bettor })
    const expireAt = BigInt(node.clock.now.unixSecond + 3_600)
    const condition = { type: 'event', timing: 'atExpiry' } as const
    const { market } = await client.markets.create({
      question: 'Does it go on?',
      currency: 'SOL',
      expireAt,
      condition,
    })
    const query = `?market=${toMarketId(market)}&lastEventId=0`
    const seen: { id: number; event: string }[] = []
    const wandering = (async () => {
      for (let turn = 0, lastId: string | undefined; seen.length <= BETS; turn += 1) {
        const stream = new SseClient(gateways[turn % 2]?.url ?? '', query)
        stream.lastId = lastId
        await stream.open()
        await stream.received(1)
        stream.close()
        await stream.ended()
        expect(stream.status, stream.refusal).to.equal(200)
        seen.push(...stream.events)
        lastId = stream.lastId
      }
    })()

    // When bets are placed meanwhile.
    for (let bet = 0; bet < BETS; bet += 1) {
      await client.bets.place({ market, outcome: bet % 2 ? 'Yes' : 'No', amount: 1_000_000n + BigInt(bet) })
    }
    await wandering

    // Then it has received each of them once, with increasing ids.
    expect(seen.map(({ event }) => event)).to.deep.equal(['market', ...Array(BETS).fill('bet')])
    expect(seen.every(({ id }, index) => index === 0 || id > (seen[index - 1]?.id ?? 0))).to.equal(true)
  })
})

describe('history: the stream of a store that fails', () => {
  it('continues when the store is back, also if no event follows', async () => {
    // Given a stream, and a store with events that have not been sent.
    const recorded = await RecordedHistory.open({ bets: 400, wallets: 5, markets: 2 })
    const { db } = recorded
    const listeners: (() => void)[] = []
    const history: History & { lastEvent: number } = {
      db,
      lastEvent: 0,
      isComplete: true,
      isRebuilding: false,
      gaps: 0,
      oldestGap: null,
      hasGap: () => false,
      lag: () => ({ slots: 0, seconds: 0 }),
      onChange(listener) {
        listeners.push(listener)
        return () => {}
      },
    }
    const server = await streamServer(history)
    try {
      const client = await openStream(server.url)
      await recorded.advance()
      const ids = await publicIds(recorded)

      // When the history changes while the log cannot be read.
      await db.execute(sql`ALTER TABLE log RENAME TO lost`)
      history.lastEvent = recorded.lastEvent
      for (const listener of listeners) listener()
      await sleep(300)
      expect([client.isEnded, client.events]).to.deep.equal([false, []])
      await db.execute(sql`ALTER TABLE lost RENAME TO log`)

      // Then all events arrive.
      expect((await client.received(ids.length)).map(({ id }) => id)).to.deep.equal(ids)
    } finally {
      await server.stop()
    }
  })
})

describe('history: the stream and forks', () => {
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
