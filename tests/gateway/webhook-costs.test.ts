import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { Registry } from 'prom-client'
import { DEFAULT_DELIVERY, WebhookDelivery } from '../../app/src/channels/webhooks/delivery.ts'
import { isPublicAddress, publicLookup } from '../../app/src/channels/webhooks/public-address.ts'
import { sendMessage } from '../../app/src/channels/webhooks/send.ts'
import { EventHub } from '../../app/src/gateway/stream/hub.ts'
import type { History } from '../../app/src/history/follow.ts'
import type { Database } from '../../app/src/store/database.ts'
import { webhooks } from '../../app/src/store/schema/gateway.ts'
import { openGateway, refused, request } from '../helpers/gateway/harness.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'
import { projectAll } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { until } from '../helpers/localnet/index.ts'

/** A resolver that answers with these addresses, one after the other. */
function resolver(...answers: string[]) {
  const resolve = (_host: string, _options: unknown, callback: (error: null, found: object[]) => void) =>
    callback(null, [{ address: answers.shift() ?? '', family: 4 }])
  return resolve as unknown as typeof lookup
}

const MESSAGE = { secret: 'whsec_AAAA', id: 'evt_1', body: '{}' }

describe('addresses of webhooks', () => {
  it('are public', () => {
    for (const address of ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111']) {
      expect(isPublicAddress(address), address).to.equal(true)
    }
    const others = ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1']
    const special = ['0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.2.1', 'example.com', '']
    const six = [
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      '::ffff:127.0.0.1',
      '::ffff:1.1.1.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'ff02::1',
    ]
    for (const address of [...others, ...special, ...six])
      expect(isPublicAddress(address), address).to.equal(false)
  })

  it('are checked where the connection is made, so a name that changes its address reaches nobody', async () => {
    let requests = 0
    const server = createServer((_, outgoing) => {
      requests += 1
      outgoing.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const options = { allowPrivate: false, timeoutMs: 2_000 }
      for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
        const sent = await sendMessage({ ...MESSAGE, url: `http://${host}:${port}/` }, options)
        expect(sent.error, host).to.include('an address that is not public')
      }
      // The name had a public address when it was registered, and has another when something is sent.
      const lookup = publicLookup(resolver('127.0.0.1'))
      const sent = await sendMessage(
        { ...MESSAGE, url: `http://example.com:${port}/` },
        { ...options, lookup },
      )
      expect(sent).to.deep.equal({ status: null, error: 'example.com has an address that is not public' })
      expect(requests).to.equal(0)
      const allowed = await sendMessage(
        { ...MESSAGE, url: `http://127.0.0.1:${port}/` },
        { ...options, allowPrivate: true },
      )
      expect(allowed).to.deep.equal({ status: 200, error: null })
    } finally {
      server.close()
    }
  })

  it('are https and public away from a localnet', async () => {
    const { gateway } = await openGateway({ localnet: undefined })
    const wallet = Keypair.generate()
    const register = (url: string) => request(gateway.url, 'POST', '/v1/webhooks', { body: { url }, wallet })
    try {
      refused(await register('http://example.com/'), 400, 'url: must begin with https://')
      refused(
        await register('https://me:secret@example.com/'),
        400,
        'url: must not contain a name or a password',
      )
      for (const host of ['localhost', 'a.localhost', '127.0.0.1', '10.0.0.1', '[::1]', '0x7f000001']) {
        refused(await register(`https://${host}/`), 400, 'url: must have a public address')
      }
      refused(await register('ftp://example.com'), 400, 'url: must be a URL')
      refused(await register('https://host.invalid/'), 400, 'url: must answer the challenge')
    } finally {
      await gateway.stop()
    }
  })
})

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
      await until('all to be sent', () => written.some(({ position, isEnd }) => isEnd && position === EVENTS))
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
