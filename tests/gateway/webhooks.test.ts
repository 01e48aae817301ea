import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { Message, MessageHeaders } from '../../app/src/channels/webhooks/schemas.ts'
import { givenMarket, issueKey } from '../helpers/gateway/bankroll.ts'
import {
  act,
  openGateway,
  paidWallet,
  refused,
  request,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { newPlace } from '../helpers/gateway/store.ts'
import { until } from '../helpers/localnet/index.ts'
import { metric } from '../helpers/metrics.ts'

/** A receiver of deliveries, which answers what it is told. */
interface Receiver {
  url: string
  /** Repeats a challenge. */
  echo: (challenge: string, text: string) => string
  /** Whether answers to events are held back, and those that are. */
  isHolding: boolean
  held: ServerResponse[]
  received: { headers: IncomingHttpHeaders; text: string; status: number }[]
  /** Statuses of the next answers; 204 after them. */
  next: number[]
  server: Server
}

async function openReceiver(): Promise<Receiver> {
  const server = createServer((incoming, outgoing) => {
    let text = ''
    incoming.on('data', (chunk) => {
      text += chunk
    })
    incoming.on('end', () => {
      const { type, data } = JSON.parse(text)
      if (type === 'challenge') return outgoing.end(receiver.echo(data.challenge, text))
      if (receiver.isHolding) return receiver.held.push(outgoing)
      const status = receiver.next.shift() ?? 204
      receiver.received.push({ headers: incoming.headers, text, status })
      outgoing.writeHead(status, status === 302 ? { location: receiver.url } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/events`,
    echo: (challenge) => challenge,
    isHolding: false,
    held: [],
    received: [],
    next: [],
    server,
  }
  return receiver
}

describe('webhooks', () => {
  const wallet = Keypair.generate()
  // Nobody who waits for an attempt to end sees that within a test.
  const webhooks = { firstRetryMs: 20, slowMs: 100, send: { allowPrivate: true, timeoutMs: 600_000 } }
  let place: Awaited<ReturnType<typeof newPlace>>
  let test: TestGateway
  let receiver: Receiver
  let market: string

  before(async () => {
    place = await newPlace()
    test = await openGateway({ webhooks, store: { databaseUrl: place.databaseUrl } })
    await paidWallet(test.gateway.url, wallet, { SOL: '50' })
    market = await givenMarket(test, 'SOL', wallet)
  })

  after(async () => {
    await test.gateway.stop()
    await place.remove()
  })

  beforeEach(async () => {
    receiver = await openReceiver()
  })

  afterEach(async () => {
    for (const { id } of await list())
      await request(test.gateway.url, 'DELETE', `/v1/webhooks/${id}`, { wallet })
    receiver.server.close()
    receiver.server.closeAllConnections()
  })

  const list = async () => (await request(test.gateway.url, 'GET', '/v1/webhooks', { wallet })).body
  const bet = (amount: string, id = market) =>
    act(test.gateway.url, `/v1/markets/${id}/bets`, { outcome: 'Yes', amount }, wallet)

  async function register(body: object = {}) {
    const answer = await request(test.gateway.url, 'POST', '/v1/webhooks', {
      body: { url: receiver.url, markets: [market], ...body },
      wallet,
    })
    expect(answer.status, answer.text).to.equal(201)
    return answer.body
  }

  /** The events that were taken, without repetitions of their own making. */
  const taken = () =>
    receiver.received.filter(({ status }) => status === 204).map(({ text }) => JSON.parse(text))

  /** What the stream has of the market from its beginning. */
  async function streamed(count: number): Promise<object[]> {
    const stopping = new AbortController()
    const path = `${test.gateway.url}/v1/events?market=${market}&lastEventId=0`
    const answer = await fetch(path, { signal: stopping.signal })
    let text = ''
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString()
      if ((text.match(/^data: /gm) ?? []).length >= count) break
    }
    stopping.abort()
    return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json))
  }

  it('get exactly the events of the stream, signed by Standard Webhooks', async () => {
    const { secret, status, lastEventId } = await register({ lastEventId: 0 })
    expect({ status, lastEventId }).to.deep.equal({ status: 'active', lastEventId: 0 })
    await bet('0.5')
    await until('both events', () => taken().length >= 2)
    expect(taken().map(({ data }) => data)).to.deep.equal(await streamed(2))
    for (const { headers, text } of receiver.received) {
      const { type, timestamp, data } = JSON.parse(text)
      expect({ type, timestamp }).to.deep.equal({ type: data.type, timestamp: data.time })
      // As the OpenAPI document has it under `webhooks`.
      expect(Message.parse(JSON.parse(text))).to.deep.equal({ type, timestamp, data })
      MessageHeaders.parse(headers)
      const id = headers['webhook-id']
      expect(id).to.equal(`evt_${data.id}`)
      expect(new Webhook(secret).verify(text, headers as Record<string, string>)).to.deep.equal({
        type,
        timestamp,
        data,
      })
      expect(() => new Webhook(secret).verify(`${text} `, headers as Record<string, string>)).to.throw(
        'No matching signature',
      )
    }
  })

  it('filter events, and begin with new ones', async () => {
    const other = await givenMarket(test, 'SOL', wallet)
    await register({ types: ['bet'] })
    await register({ markets: [], wallet: Keypair.generate().publicKey.toBase58() })
    await bet('0.1', other)
    await bet('0.2')
    await until('the bet', () => taken().length >= 1)
    await until('both to be up to date', async () => {
      const [one, two] = await list()
      return one.lastEventId === two.lastEventId
    })
    expect(taken().map(({ type, data }) => [type, data.amount])).to.deep.equal([['bet', 0.2]])
  })

  it('are tried again, in order, and log every attempt', async () => {
    const deliveries = async (result: string) => {
      return (await metric(test.gateway.url, 'gateway_webhook_deliveries_total', { result })) || 0
    }
    const [failed, delivered] = [await deliveries('failed'), await deliveries('delivered')]
    receiver.next = [500, 302, 503]
    const { id } = await register()
    await bet('0.1')
    await bet('0.2')
    await until('both bets', () => taken().length >= 2)
    expect(taken().map(({ data }) => data.amount)).to.deep.equal([0.1, 0.2])
    // A redirect is not followed: the attempts are those of the webhook itself.
    expect(receiver.received.map(({ status }) => status)).to.deep.equal([500, 302, 503, 204, 204])
    expect(new Set(receiver.received.slice(0, 4).map(({ headers }) => headers['webhook-id'])).size).to.equal(
      1,
    )
    // The receiver knows of its answer before the gateway does.
    await until('them to be counted', async () => (await deliveries('delivered')) === delivered + 2)
    const path = `/v1/webhooks/${id}/deliveries`
    const log = await until('five attempts', async () => {
      const { body } = await request(test.gateway.url, 'GET', path, { wallet })
      return body.length >= 5 && body
    })
    expect(log.map(({ status, error }: { status: number; error: string }) => [status, error])).to.deep.equal([
      [204, null],
      [204, null],
      [503, 'answered 503'],
      [302, 'answered 302'],
      [500, 'answered 500'],
    ])
    expect(await deliveries('failed')).to.equal(failed + 3)
  })

  it('are disabled by 410, and enabled and sent again by a replay', async () => {
    receiver.next = [410]
    const { id } = await register()
    await bet('0.1')
    await until('it to be disabled', async () => (await list())[0].status === 'disabled')
    const body = { lastEventId: 0 }
    const replayed = await request(test.gateway.url, 'POST', `/v1/webhooks/${id}/replay`, { body, wallet })
    expect(replayed.body).to.include({ status: 'active', lastEventId: 0 })
    const all = await streamed(1)
    await until('all events', () => taken().length >= all.length)
    const late = { lastEventId: 1_000_000 }
    const refusal = await request(test.gateway.url, 'POST', `/v1/webhooks/${id}/replay`, {
      body: late,
      wallet,
    })
    refused(refusal, 409, 'lastEventId: 1000000 is newer than the newest event')
  })

  it('belong to a wallet, and need the scope build', async () => {
    const { id } = await register()
    const stranger = Keypair.generate()
    const { url } = test.gateway
    refused(
      await request(url, 'DELETE', `/v1/webhooks/${id}`, { wallet: stranger }),
      404,
      'Webhook not found',
    )
    refused(
      await request(url, 'GET', `/v1/webhooks/${id}/deliveries`, { wallet: stranger }),
      404,
      'not found',
    )
    expect((await request(url, 'GET', '/v1/webhooks', { wallet: stranger })).body).to.deep.equal([])
    const { headers } = await issueKey(url, wallet, ['read'])
    const body = { url: receiver.url }
    refused(await request(url, 'POST', '/v1/webhooks', { body, headers }), 403, 'the scope build')
    expect((await request(url, 'GET', '/v1/webhooks', { headers })).body[0]).not.to.have.property('secret')
    for (let count = 1; count < 10; count += 1) await register()
    refused(await request(url, 'POST', '/v1/webhooks', { body, wallet }), 409, 'has 10 webhooks')
    const key = { 'idempotency-key': 'a' }
    refused(await request(url, 'POST', '/v1/webhooks', { body, wallet, headers: key }), 400, 'not accepted')
  })

  it('attack 101: count once their receiver has repeated a challenge', async () => {
    const post = () =>
      request(test.gateway.url, 'POST', '/v1/webhooks', { body: { url: receiver.url }, wallet })
    const message = 'url: must answer the challenge that was sent to it'
    for (const echo of [
      () => '',
      () => 'ok',
      // A server that returns whatever it is sent has not agreed to anything.
      (_: string, text: string) => text,
      (challenge: string) => JSON.stringify({ challenge: `${challenge}0` }),
      (challenge: string) => challenge.repeat(100),
    ]) {
      receiver.echo = echo
      refused(await post(), 400, message)
    }
    expect(await list()).to.deep.equal([])
    receiver.echo = (challenge) => JSON.stringify({ challenge })
    expect((await post()).status).to.equal(201)
    const { server } = receiver
    server.close()
    server.closeAllConnections()
    refused(await post(), 400, message)
  })

  /** Registers webhooks of new wallets, each at the receiver. */
  async function registerOthers(to: Receiver, wallets: number, each: number): Promise<void> {
    owners = Array.from({ length: wallets }, () => Keypair.generate())
    // One wallet at a time: of a hundred at once a busy machine does not answer every challenge in its five seconds.
    for (const other of owners) {
      const sent = Array.from({ length: each }, async () => {
        const body = { url: to.url, markets: [market] }
        const answer = await request(test.gateway.url, 'POST', '/v1/webhooks', { body, wallet: other })
        expect(answer.status, answer.text).to.equal(201)
      })
      await Promise.all(sent)
    }
  }
  let owners: Keypair[] = []

  for (const [what, wallets, each] of [
    ['a hundred wallets', 100, 1],
    ['one wallet', 1, 10],
  ] as const) {
    it(`attack 101: receivers of ${what} that do not answer delay nobody else's events`, async () => {
      const slow = await openReceiver()
      try {
        // Registered before, so that they are due before.
        await registerOthers(slow, wallets, each)
        await register()
        slow.isHolding = true
        for (const amount of ['0.1', '0.2', '0.3']) await bet(amount)
        await until('the honest events', () => taken().length >= 3)
        expect(taken().map(({ data }) => data.amount)).to.deep.equal([0.1, 0.2, 0.3])
        expect(slow.held).to.have.length.above(0)
        expect(slow.received).to.deep.equal([])
        // Neither when it was slow once itself.
        receiver.isHolding = true
        await bet('0.4')
        await until('an answer that is held', () => receiver.held.length > 0)
        await sleep(2 * webhooks.slowMs)
        receiver.isHolding = false
        for (const answer of receiver.held.splice(0)) answer.writeHead(204).end()
        await bet('0.5')
        await until('the event after it', () => taken().length >= 4)
        expect(taken().map(({ data }) => data.amount)).to.deep.equal([0.1, 0.2, 0.3, 0.5])
      } finally {
        const removals = owners.map(async (other) => {
          const { body } = await request(test.gateway.url, 'GET', '/v1/webhooks', { wallet: other })
          for (const { id } of body)
            await request(test.gateway.url, 'DELETE', `/v1/webhooks/${id}`, { wallet: other })
        })
        await Promise.all(removals)
        slow.server.close()
        slow.server.closeAllConnections()
      }
    })
  }

  it('go on where they stopped after a restart, and are sent by one of two gateways', async function () {
    // The embedded database is for one process.
    if (!place.databaseUrl) return this.skip()
    const store = { databaseUrl: place.databaseUrl }
    await register()
    await bet('0.1')
    await until('the first bet', () => taken().length >= 1)
    await test.gateway.stop()
    const [one, two] = await Promise.all([openGateway({ webhooks, store }), openGateway({ webhooks, store })])
    test = one as TestGateway
    try {
      for (const amount of ['0.2', '0.3', '0.4']) await bet(amount)
      await until('all bets', () => taken().length >= 4)
      expect(taken().map(({ data }) => data.amount)).to.deep.equal([0.1, 0.2, 0.3, 0.4])
    } finally {
      await two?.gateway.stop()
    }
    expect(receiver.received).to.have.length(4)
  })
})
