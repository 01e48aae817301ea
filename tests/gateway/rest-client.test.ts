import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  createRestClient,
  followEvents,
  type RestClient,
  RestError,
  type RestEvent,
  signAndSubmit,
  signTransaction,
  unwrap,
} from '@prediction-market/sdk/rest'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { expect } from 'chai'
import { inSeconds, paidWallet, sharedGateway, type TestGateway } from '../helpers/gateway/harness.ts'

describe('the REST client of the SDK', () => {
  let test: TestGateway
  let baseUrl: string
  let anyone: RestClient
  let alice: RestClient
  const wallet = Keypair.generate()

  before(async () => {
    test = await sharedGateway()
    baseUrl = test.gateway.url
    anyone = createRestClient({ baseUrl })
    alice = createRestClient({ baseUrl, signer: wallet })
    await paidWallet(baseUrl, wallet, { SOL: '50' })
  })

  const question = 'Will SOL be above $250?'

  /** Opens a market that lasts an hour. */
  async function open() {
    const expireAt = inSeconds(test, 3_600)
    const body = { question, outcomes: ['Yes', 'No'], currency: 'SOL' as const, expireAt }
    return signAndSubmit(alice, unwrap(await alice.POST('/v1/markets', { body })), wallet)
  }

  it('opens a market, quotes and places a signed bet, with queries in the signature', async () => {
    const market = await open()
    expect(market).to.include({ question, status: 'open' })
    const path = { id: market.id }
    const quoted = unwrap(
      await anyone.GET('/v1/markets/{id}/quote', {
        params: { path, query: { outcome: 'Yes', amount: '0.5' } },
      }),
    )
    expect(quoted.payout).to.equal(0.5)
    const built = unwrap(
      await alice.POST('/v1/markets/{id}/bets', {
        params: { path, query: { build: 'true' } },
        body: { outcome: 'Yes', amount: '0.5' },
      }),
    )
    if (!('transaction' in built)) expect.fail('a signed request is built')
    const bet = await signAndSubmit(alice, built, wallet)
    expect(bet).to.deep.include({ amountStaked: 0.5, newOdds: { Yes: 1, No: 0 } })
    expect(bet.transactionId).to.be.a('string')
  })

  it('places a bet in one call with an API key, once for an Idempotency-Key', async () => {
    const { id } = await open()
    const deposit = unwrap(
      await alice.POST('/v1/bankroll/deposits', { body: { currency: 'SOL', amount: '5' } }),
    )
    const bankroll = await signAndSubmit(alice, deposit, wallet)
    expect(bankroll.balances.SOL).to.equal(5)
    const issued = unwrap(await alice.POST('/v1/keys', { body: { scopes: ['bet'] } }))
    const limits = { perBet: '1', total: '2' }
    const delegate = unwrap(
      await alice.PUT('/v1/bankroll/delegates/{keyId}', {
        params: { path: { keyId: issued.id } },
        body: {
          limits: { SOL: limits, UTILITY: limits },
          maxFee: '0.00005',
          expiresAt: inSeconds(test, 86_400),
        },
      }),
    )
    await signAndSubmit(alice, delegate, wallet)
    const bettor = createRestClient({ baseUrl, apiKey: issued.key })
    const place = (amount: string, key: string) =>
      bettor.POST('/v1/markets/{id}/bets', {
        params: { path: { id }, header: { 'Idempotency-Key': key } },
        body: { outcome: 'No', amount },
      })
    const first = await place('0.25', 'first')
    expect(first.response.status).to.equal(201)
    expect(unwrap(first)).to.deep.equal(unwrap(await place('0.25', 'first')))
    const market = unwrap(await anyone.GET('/v1/markets/{id}', { params: { path: { id } } }))
    expect(market.totalVolume).to.equal(0.25)

    const tooMuch = await place('1.5', 'second')
    expect(tooMuch.response.status).to.equal(403)
    expect(() => unwrap(tooMuch))
      .to.throw(RestError)
      .that.includes({ status: 403, code: 'DelegatePerBetExceeded' })
  })

  it('throws the message of a refusal, and when to try again', async () => {
    const missing = await anyone.GET('/v1/markets/{id}', { params: { path: { id: 'market_1' } } })
    expect(() => unwrap(missing))
      .to.throw(RestError, 'Market not found: market_1')
      .that.includes({ status: 404, code: 'MarketNotFound', retryAfter: null })
  })

  it('signs like web3.js, and refuses what it cannot sign', async () => {
    const body = { currency: 'SOL' as const, amount: '1' }
    const { transaction } = unwrap(await alice.POST('/v1/bankroll/deposits', { body }))
    const signed = await signTransaction(transaction.base64, wallet)
    const expected = VersionedTransaction.deserialize(Buffer.from(transaction.base64, 'base64'))
    expected.sign([wallet])
    expect(signed).to.equal(Buffer.from(expected.serialize()).toString('base64'))
    const stranger = Keypair.generate()
    const refusal = (base64: string, signer = wallet) =>
      signTransaction(base64, signer).then(
        () => 'signed',
        ({ message }: Error) => message,
      )
    expect(await refusal(transaction.base64, stranger)).to.equal(
      `transaction: does not ask for a signature of ${stranger.publicKey.toBase58()}`,
    )
    expect(await refusal('AAAA')).to.equal('transaction: must be of version 0')
    expect(await refusal('')).to.equal('transaction: is malformed')
  })

  describe('follows events', () => {
    /** The events of a market until there are enough. */
    async function read(client: RestClient, market: string, count: number): Promise<RestEvent[]> {
      const events: RestEvent[] = []
      for await (const event of followEvents(client, { market: [market], lastEventId: '0' })) {
        events.push(event)
        if (events.length === count) break
      }
      return events
    }

    it('from any id, with their types', async () => {
      const { id } = await open()
      const [created] = await read(anyone, id, 1)
      expect(created).to.include({ type: 'market', marketId: id, question })
    })

    it('resumes after a lost connection without a gap or a repetition', async () => {
      // Given a proxy that cuts every stream after its first event.
      const market = await open()
      const path = { id: market.id }
      for (const amount of ['0.1', '0.2']) {
        const body = { outcome: 'Yes' as const, amount }
        const built = unwrap(await alice.POST('/v1/markets/{id}/bets', { params: { path }, body }))
        if ('transaction' in built) await signAndSubmit(alice, built, wallet)
      }
      let connections = 0
      const proxy = await cuttingProxy(baseUrl, () => {
        connections += 1
      })
      try {
        // When a client follows the market through it.
        const { port } = proxy.address() as AddressInfo
        const client = createRestClient({ baseUrl: `http://127.0.0.1:${port}` })
        const events = await read(client, market.id, 3)

        // Then it sees every event once, in order.
        expect(events.map(({ type }) => type)).to.deep.equal(['market', 'bet', 'bet'])
        expect(connections).to.equal(3)
      } finally {
        proxy.closeAllConnections()
        proxy.close()
      }
    })

    it('ends with an aborted signal also after a garbage collection', async () => {
      // Given a stream that is being read, and whose request is no longer needed by anyone.
      const { id } = await open()
      const abort = new AbortController()
      const query = { market: [id], lastEventId: '0' }
      const events = followEvents(anyone, query, { signal: abort.signal })
      await events.next()
      const next = events.next().catch((error: Error) => error)
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('gc') as () => void
      for (let count = 0; count < 5; count++) {
        collect()
        await new Promise((resolve) => setImmediate(resolve))
      }
      // When it is aborted.
      abort.abort(new Error('enough'))
      expect(await next).to.have.property('message', 'enough')
    })

    it('ends with the reason of an aborted signal, and with a refusal', async () => {
      const abort = new AbortController()
      const events = followEvents(anyone, {}, { signal: abort.signal })
      const next = events.next().catch((error: Error) => error)
      abort.abort(new Error('enough'))
      expect(await next).to.have.property('message', 'enough')
      const refused = followEvents(anyone, { wallet: 'nobody' }).next()
      expect(await refused.catch((error: Error) => error)).to.be.instanceOf(RestError)
    })
  })
})

/** A server that passes event streams on up to their first event, and then cuts them. */
async function cuttingProxy(target: string, onConnection: () => void): Promise<Server> {
  const server = createServer(async ({ url = '' }, response) => {
    onConnection()
    const { status, headers, body } = await fetch(target + url)
    response.writeHead(status, { 'content-type': headers.get('content-type') ?? '' })
    let text = ''
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString()
      const end = text.indexOf('\n\n', text.indexOf('data:'))
      if (!text.includes('data:') || end === -1) continue
      response.write(text.slice(0, end + 2), () => response.destroy())
      break
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
