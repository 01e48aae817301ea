import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { Hono } from 'hono'
import type { GatewayEnv } from '../../app/src/gateway/http/context.ts'
import { ApiError, errorCode } from '../../app/src/gateway/http/errors/api-error.ts'
import { type IdempotencyOptions, idempotent } from '../../app/src/gateway/http/idempotency.ts'
import {
  expectRefusal,
  type GuardedApp,
  guardedApp,
  issueKey,
  type Sent,
  send,
  sendSigned,
} from '../helpers/gateway/guarded-app.ts'
import { sharedStore } from '../helpers/gateway/store.ts'

describe('Idempotency-Key', () => {
  let guarded: GuardedApp
  let wallet: Keypair
  beforeEach(async () => {
    guarded = await guardedApp()
    wallet = Keypair.generate()
  })

  const work = (key: string, body = '{"a":1}', over: Partial<Sent> = {}): Sent => ({
    method: 'POST',
    path: '/v1/work',
    body,
    headers: { 'Idempotency-Key': key },
    ...over,
  })
  const signed = (sent: Sent, by = wallet, at = guarded) => sendSigned(at, by, sent)

  it('gives the same answer to the same request, which ran once', async () => {
    const first = await signed(work('k1'))
    expect(first.headers.get('idempotency-replayed')).to.equal(null)
    const again = await signed(work('k1'))
    expect(again.status).to.equal(202)
    expect(again.headers.get('idempotency-replayed')).to.equal('true')
    expect(again.headers.get('content-type')).to.match(/^application\/json/)
    expect(await again.text()).to.equal(await first.text())
    expect(guarded.runs.count).to.equal(1)
  })

  it('gives it however the wallet proves itself, and on every replica', async () => {
    const { headers } = await issueKey(guarded, {}, wallet)
    const replica = await guardedApp()
    const first = await (await signed(work('k2'))).text()
    const sent = work('k2')
    const again = await send(replica, { ...sent, headers: { ...sent.headers, ...headers } })
    expect(await again.text()).to.equal(first)
    expect(replica.runs.count).to.equal(0)
  })

  it('refuses the key for another body or path', async () => {
    expect((await signed(work('k3'))).status).to.equal(202)
    const reason = 'Idempotency-Key was used before, for another request'
    await expectRefusal(await signed(work('k3', '{"a":2}')), 422, reason)
    await expectRefusal(await signed(work('k3', undefined, { path: '/v1/work?x=1' })), 422, reason)
    expect(guarded.runs.count).to.equal(1)
  })

  it('keeps the keys of different callers apart', async () => {
    const other = Keypair.generate()
    const first = await signed(work('k4'))
    const second = await signed(work('k4'), other)
    expect(second.status).to.equal(202)
    expect(await first.json()).to.include({ wallet: wallet.publicKey.toBase58() })
    expect(await second.json()).to.include({ wallet: other.publicKey.toBase58() })
  })

  it('runs duplicates that come at once one time, and answers all of them', async () => {
    const replica = await guardedApp()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    for (const app of [guarded, replica]) {
      app.work.before = async () => {
        begin()
        await finished
      }
    }
    const answers = [guarded, replica, guarded, replica].map((at) => signed(work('k5'), wallet, at))
    await begun
    finish()
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()))
    expect(new Set(texts).size).to.equal(1)
    expect(JSON.parse(texts[0] ?? '')).to.include({ run: 1 })
    expect(guarded.runs.count + replica.runs.count).to.equal(1)
  })

  it('attack 100: forty duplicates at once take the work of one', async () => {
    const { db } = await sharedStore()
    let statements = 0
    const counted = new Proxy(db, {
      get(target, name, receiver) {
        if (['insert', 'update', 'delete', 'select'].includes(String(name))) statements += 1
        return Reflect.get(target, name, receiver)
      },
    })
    const statementsOf = async (keys: readonly string[]) => {
      const app = new Hono<GatewayEnv>()
      let runs = 0
      app.use(idempotent(counted, { addressOf: () => 'forty', placesBet: () => false }))
      app.post('/v1/work', async (c) => {
        runs += 1
        await sleep(20)
        return c.json({ runs }, 202)
      })
      statements = 0
      const answers = await Promise.all(
        keys.map((key) =>
          app.request(
            '/v1/work',
            { method: 'POST', headers: { 'idempotency-key': key } },
            { incoming: { url: '/v1/work' } },
          ),
        ),
      )
      expect(answers.every(({ status }) => status === 202)).to.equal(true)
      return { runs, statements }
    }
    const run = randomUUID()
    const one = await statementsOf([`${run}-one`])
    expect(await statementsOf(Array(40).fill(`${run}-same`))).to.deep.equal(one)
  })

  it('attack 100: a duplicate at another replica looks ever more rarely whether the first is answered', async () => {
    const { db } = await sharedStore()
    const options = { addressOf: () => 'replicas', placesBet: () => false }
    let finish = () => {}
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const working = new Promise<void>((resolve) => {
      finish = resolve
    })
    const replica = (over: Partial<IdempotencyOptions> = {}) => {
      const app = new Hono<GatewayEnv>()
      app.use(idempotent(db, { ...options, ...over }))
      app.post('/v1/work', async (c) => {
        begin()
        await working
        return c.json({}, 202)
      })
      const headers = { 'idempotency-key': key }
      return app.request('/v1/work', { method: 'POST', headers }, { incoming: { url: '/v1/work' } })
    }
    const key = randomUUID()
    const first = replica()
    await begun
    const pauses: number[] = []
    const second = await replica({
      async pause(milliseconds) {
        pauses.push(milliseconds)
        if (pauses.length < 8) return
        finish()
        await first
      },
    })
    expect(second.headers.get('idempotency-replayed')).to.equal('true')
    expect(pauses).to.deep.equal([50, 100, 200, 400, 800, 1_600, 1_600, 1_600])
  })

  it('lets a refused or failed request be tried again', async () => {
    for (const error of [
      new ApiError(402, 'The funds do not cover it', errorCode('InsufficientFunds')),
      new Error('unforeseen'),
    ]) {
      guarded.work.before = async () => {
        throw error
      }
      const status = error instanceof ApiError ? 402 : 500
      expect((await signed(work('k6'))).status).to.equal(status)
    }
    guarded.work.before = async () => {}
    expect((await signed(work('k6'))).status).to.equal(202)
    expect((await signed(work('k6'))).headers.get('idempotency-replayed')).to.equal('true')
    expect(guarded.runs.count).to.equal(3)
  })

  it('forgets an answer after a day', async () => {
    await signed(work('k7'))
    guarded.clock.now += 24 * 3_600_000
    const again = await signed(work('k7', '{"a":2}'))
    expect(again.status).to.equal(202)
    expect(guarded.runs.count).to.equal(2)
  })

  it('refuses a malformed key', async () => {
    for (const key of ['', 'a b', 'k'.repeat(256), 'ключ'.normalize()]) {
      const headers = { 'Idempotency-Key': Buffer.from(key).toString('latin1') }
      const answer = await signed(work('', undefined, { headers }))
      await expectRefusal(answer, 400, /^Idempotency-Key must be 1 to 255 visible ASCII/)
    }
    expect(guarded.runs.count).to.equal(0)
  })

  it('says nothing about requests that only read', async () => {
    const headers = { 'Idempotency-Key': 'k8' }
    for (const path of ['/v1/mine', '/v1/me']) {
      const answer = await signed({ path, headers })
      expect(answer.status).to.equal(200)
      expect(answer.headers.get('idempotency-replayed')).to.equal(null)
    }
  })
})
