import { signRequest } from '@prediction-market/sdk/request'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { bankrollOf, givenBettor } from '../helpers/gateway/bankroll.ts'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { newPlace } from '../helpers/gateway/store.ts'
import { freePorts, until } from '../helpers/localnet/index.ts'

describe('gateway: two on one Postgres', () => {
  const wallet = Keypair.generate()
  let place: Awaited<ReturnType<typeof newPlace>>
  const gateways: TestGateway[] = []
  let [one, two] = ['', '']
  let bets: string

  before(async function () {
    // The embedded database is for one process.
    if (!process.env.DATABASE_URL) return this.skip()
    place = await newPlace()
    const store = { databaseUrl: place.databaseUrl }
    const first = await freePorts(2)
    const ports = [first, first + 1]
    const publicHosts = ports.map((port) => `127.0.0.1:${port}`)
    // Both at once: they take turns with the migrations.
    const opened = ports.map((port) => openGateway({ store, port, publicHosts }))
    gateways.push(...(await Promise.all(opened)))
    ;[one, two] = gateways.map(({ gateway }) => gateway.url) as [string, string]
    await paidWallet(one, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: inSeconds(gateways[0] as TestGateway, 3_600),
    }
    const { id } = (await act(one, '/v1/markets', body, wallet)).sent.body
    bets = `/v1/markets/${id}/bets`
  })

  after(async () => {
    for (const { gateway } of gateways) await gateway.stop()
    await place?.remove()
  })

  const body = JSON.stringify({ outcome: 'Yes', amount: '0.5' })

  it('accept a signed request once, whichever receives it first', async () => {
    const headers = {
      ...(await signRequest(wallet, { method: 'POST', host: new URL(one).host, path: bets, body })),
    }
    const answers = await Promise.all(
      [one, two, one, two].map((base) => request(base, 'POST', bets, { body, headers })),
    )
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 401, 401, 401])
    const refused = answers.find(({ status }) => status === 401)
    expect(refused?.body).to.deep.equal({ error: 'X-Wallet-Nonce was used before' })
  })

  it('give one answer to one request under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'a-bet' }
    const send = (base: string) => request(base, 'POST', bets, { body, wallet, headers })
    const answers = await Promise.all([send(one), send(two), send(one), send(two)])
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202, 202, 202])
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
    const replayed = answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')
    expect(replayed).to.have.length(3)
    const other = await request(two, 'POST', bets, { body: { outcome: 'No', amount: 1 }, wallet, headers })
    expect([other.status, other.body.error]).to.deep.equal([
      422,
      'Idempotency-Key was used before, for another request',
    ])
  })

  it('know the same API keys, and when they are revoked', async () => {
    const issued = await request(one, 'POST', '/v1/keys', { body: {}, wallet })
    const headers = { authorization: `Bearer ${issued.body.key}` }
    expect((await request(two, 'POST', `${bets}?build=true`, { body, headers })).status).to.equal(202)
    const path = `/v1/keys/${issued.body.id}`
    expect((await request(two, 'DELETE', path, { wallet })).status).to.equal(200)
    const refused = await request(one, 'POST', bets, { body, headers })
    expect([refused.status, refused.body.error]).to.deep.equal([401, 'The API key was revoked'])
  })

  it('read the same bets from one history', async () => {
    await act(one, bets, { outcome: 'Yes', amount: '0.25' }, wallet)
    await act(two, bets, { outcome: 'No', amount: '0.75' }, wallet)
    const seen = (base: string) =>
      until('both bets', async () => {
        const { body: listed } = await request(base, 'GET', bets)
        return listed.length === 2 && listed
      })
    const [first, second] = [await seen(one), await seen(two)]
    expect(first.map(({ amount }: { amount: number }) => amount)).to.deep.equal([0.75, 0.25])
    expect(second).to.deep.equal(first)
  })

  it('place one bet for one API key and Idempotency-Key, also if the first one stops before it has an answer', async () => {
    const bettor = await givenBettor(gateways[0] as TestGateway)
    const headers = { ...bettor.key.headers, 'idempotency-key': 'one-call' }
    const send = (base: string) => request(base, 'POST', bets, { body, headers })
    const answers = await Promise.all([send(one), send(two), send(one), send(two)])
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
    const hasty = await openGateway({ store: { databaseUrl: place.databaseUrl }, patienceMs: 1 })
    const later = { ...bettor.key.headers, 'idempotency-key': 'one-call-2' }
    const pending = await request(hasty.gateway.url, 'POST', bets, { body, headers: later })
    await hasty.gateway.stop()
    expect(pending.status, pending.text).to.equal(202)
    const placed = await request(two, 'POST', bets, { body, headers: later })
    expect([placed.status, placed.body.transactionId]).to.deep.equal([201, pending.body.transactionId])
    const { delegates } = await bankrollOf(one, bettor.wallet)
    expect(delegates[0].spent.SOL).to.be.greaterThan(1).and.lessThan(1.1)
  })
})
