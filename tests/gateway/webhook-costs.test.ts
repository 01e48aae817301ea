import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { Registry } from 'prom-client'
import { DEFAULT_DELIVERY, WebhookDelivery } from '../../app/src/channels/webhooks/delivery.ts'
import { EventHub } from '../../app/src/gateway/stream/hub.ts'
import type { History } from '../../app/src/history/history.ts'
import type { Database } from '../../app/src/store/database.ts'
import { webhooks } from '../../app/src/store/schema/gateway.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'
import { projectAll } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { until } from '../helpers/localnet/index.ts'

const T = 1_803_859_200

/** Two pages of the stream: the market and bets, and then its decision and a payout. */
const PAGE = 250
const BETS = 300
const EVENTS = BETS + 3

/** A database that notes each position that is written, and by which statements a run ends. */
function noting(db: Database, written: { position: number; isEnd: boolean }[]): Database {
  const update = (table: Parameters<Database['update']>[0]) => {
    const statement = db.update(table)
    return {
      set: (values: { position?: number; run?: null }) => {
        const { position, run } = values
        if (position !== undefined) written.push({ position, isEnd: run === null })
        return statement.set(values as never)
      },
    }
  }
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'update') return update
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

describe('gateway: what webhooks cost', () => {
  let db: Database

  before(async () => {
    ;({ db } = await sharedStore())
    const ledger = new RecordedLedger('webhooks')
    const play = new Play()
    ledger.add(T, [play.create('a', T)])
    ledger.add(
      T,
      Array.from({ length: BETS }, () => play.bet('a', 'ann', 'Yes', 5n, T)),
    )
    ledger.add(T + 1, [play.resolve('a', null, T + 1), play.settle('a', 'ann')])
    await projectAll(db, ledger)
  })

  /** Sends the history to a webhook. @returns the events that it received and the positions that were written */
  async function deliver(types: string[]) {
    const received: number[] = []
    const receiver = createServer((request, response) => {
      received.push(Number(`${request.headers['webhook-id']}`.slice('evt_'.length)))
      request.resume().on('end', () => response.writeHead(204).end())
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const written: { position: number; isEnd: boolean }[] = []
    const onError = (error: Error) => expect.fail(error.message)
    const history = {
      db: noting(db, written),
      lastEvent: EVENTS,
      isRebuilding: false,
      onChange: () => () => {},
    } as unknown as History
    const hub = new EventHub({ history, onError, heartbeatMs: 60_000, utilityDecimals: 6, recent: 1 })
    const options = { ...DEFAULT_DELIVERY, slowMs: 60_000, send: { allowPrivate: true, timeoutMs: 60_000 } }
    const delivery = new WebhookDelivery({ history, hub, registry: new Registry(), onError }, options)
    const now = new Date(0)
    await db.delete(webhooks)
    await db.insert(webhooks).values({
      id: 'one',
      owner: addressOf('ann').toBase58(),
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      secret: 'c2VjcmV0',
      markets: [],
      types,
      position: 0,
      failures: 0,
      nextAttemptAt: now,
      claimedUntil: now,
      createdAt: now,
    })
    hub.start(0)
    await until('the stream to be read', () => hub.position === EVENTS)
    delivery.start()
    try {
      await until(
        'all to be sent',
        () => written.some(({ position, isEnd }) => isEnd && position === EVENTS),
        60_000,
      )
    } finally {
      await delivery.stop()
      await hub.stop()
      receiver.close()
      await db.delete(webhooks)
    }
    const turns = written.filter(({ isEnd }) => isEnd).length
    return {
      received,
      turns,
      positions: written.filter(({ isEnd }) => !isEnd).map(({ position }) => position),
    }
  }

  it('attack 101: is a write of the position once a page, not for each event', async () => {
    const { received, turns, positions } = await deliver([])
    expect(received).to.deep.equal(Array.from({ length: EVENTS }, (_, index) => index + 1))
    // On a slow machine the turn of a webhook may end within a page.
    expect(positions.length).to.be.at.most(Math.ceil(EVENTS / PAGE) + turns - 1)
    expect(positions.at(-1)).to.equal(EVENTS)
  })

  it('attack 101: is one page for types of which there is one event, however many others there are', async () => {
    const { received, positions } = await deliver(['payout'])
    expect(received).to.deep.equal([EVENTS])
    expect(positions).to.deep.equal([EVENTS])
  })
})
