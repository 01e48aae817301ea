import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import { ApiKey, IssuedKey } from '../../app/src/gateway/keys/routes.ts'
import {
  expectRefusal,
  type GuardedApp,
  guardedApp,
  issueKey,
  send,
  sendSigned,
} from '../helpers/gateway/guarded-app.ts'
import { sharedStore } from '../helpers/gateway/store.ts'

const DAY = 24 * 3_600_000
const KEYS = '/v1/keys'

describe('API keys', () => {
  let guarded: GuardedApp
  let wallet: Keypair
  beforeEach(async () => {
    guarded = await guardedApp()
    wallet = Keypair.generate()
  })

  const issue = (body: unknown) =>
    sendSigned(guarded, wallet, { method: 'POST', path: KEYS, body: JSON.stringify(body) })
  const list = async (owner = wallet) => {
    const answer = await sendSigned(guarded, owner, { path: KEYS })
    expect(answer.status).to.equal(200)
    return (await answer.json()) as { id: string; status: string; revokedAt: string | null }[]
  }
  const revoke = (id: string, owner = wallet) =>
    sendSigned(guarded, owner, { method: 'DELETE', path: `${KEYS}/${id}` })

  it('are issued to the wallet that asks, to read and build for 90 days by default', async () => {
    const answer = await issue({})
    expect(answer.status).to.equal(201)
    expect(answer.headers.get('cache-control')).to.equal('no-store')
    const issued = IssuedKey.parse(await answer.json())
    expect(issued).to.include({ wallet: wallet.publicKey.toBase58(), name: null })
    expect(issued.scopes).to.deep.equal(['read', 'build'])
    expect(Date.parse(issued.expiresAt) - guarded.clock.now).to.equal(90 * DAY)
    expect(issued.key).to.match(new RegExp(`^pmk_${issued.id}_`))
  })

  it('are issued as they were asked for', async () => {
    const expiresAt = new Date(guarded.clock.now + DAY).toISOString()
    const issued = IssuedKey.parse(await (await issue({ name: 'bot', scopes: ['build'], expiresAt })).json())
    expect(issued).to.deep.include({ name: 'bot', scopes: ['build'], expiresAt })
  })

  it('are listed without their secrets, newest first, to their owner alone', async () => {
    const first = await issueKey(guarded, { name: 'first' }, wallet)
    guarded.clock.now += 1
    const second = await issueKey(guarded, { name: 'second' }, wallet)
    const answer = await sendSigned(guarded, wallet, { path: KEYS })
    const text = await answer.text()
    for (const { key } of [first, second]) {
      expect(text).not.to.contain(key)
      expect(text).not.to.contain(key.split('_')[2])
    }
    const listed = ApiKey.array().parse(JSON.parse(text))
    expect(listed.map(({ name }) => name)).to.deep.equal(['second', 'first'])
    expect(await list(Keypair.generate())).to.deep.equal([])
  })

  it('are listed with their status: active, expired or revoked', async () => {
    const soon = new Date(guarded.clock.now + 1_000).toISOString()
    const expired = await issueKey(guarded, { expiresAt: soon }, wallet)
    const revoked = await issueKey(guarded, {}, wallet)
    const active = await issueKey(guarded, {}, wallet)
    await revoke(revoked.id)
    guarded.clock.now += 1_000
    const statuses = Object.fromEntries((await list()).map(({ id, status }) => [id, status]))
    expect(statuses).to.deep.equal({
      [expired.id]: 'expired',
      [revoked.id]: 'revoked',
      [active.id]: 'active',
    })
  })

  it('are revoked by their owner alone, once and for good', async () => {
    const { id, headers } = await issueKey(guarded, {}, wallet)
    await expectRefusal(await revoke(id, Keypair.generate()), 404, 'API key not found')
    expect((await send(guarded, { path: '/v1/mine', headers })).status).to.equal(200)

    const first = ApiKey.parse(await (await revoke(id)).json())
    expect(first).to.include({ status: 'revoked', revokedAt: new Date(guarded.clock.now).toISOString() })
    guarded.clock.now += 1_000
    expect(ApiKey.parse(await (await revoke(id)).json())).to.deep.equal(first)
    await expectRefusal(await send(guarded, { path: '/v1/mine', headers }), 401, 'The API key was revoked')
  })

  it('cannot be revoked under an unknown id', async () => {
    for (const id of ['0', '0'.repeat(16), "'%20OR%20'1'='1", 'x'.repeat(300)]) {
      await expectRefusal(await revoke(id), 404, 'API key not found')
    }
  })

  it('are not issued, listed or revoked by an API key', async () => {
    const { id, headers } = await issueKey(guarded, {}, wallet)
    const requests = [
      { method: 'POST', path: KEYS, body: '{}' },
      { path: KEYS },
      { method: 'DELETE', path: `${KEYS}/${id}` },
    ]
    for (const request of requests) {
      const byKey = await send(guarded, { ...request, headers })
      await expectRefusal(byKey, 403, 'Sign the request with a wallet: an API key is not enough')
      await expectRefusal(await send(guarded, request), 401, 'Sign the request with a wallet')
    }
    expect((await list()).map(({ status }) => status)).to.deep.equal(['active'])
  })

  it('are at most 25 working ones to a wallet', async () => {
    for (let count = 0; count < 25; count += 1) await issueKey(guarded, {}, wallet)
    await expectRefusal(await issue({}), 409, 'This wallet has 25 active API keys: revoke one first')
    const [newest] = await list()
    await revoke(newest?.id ?? '')
    expect((await issue({})).status).to.equal(201)
  })

  it('are refused when a field is wrong, with its name and the reason', async () => {
    const at = (milliseconds: number) => new Date(guarded.clock.now + milliseconds).toISOString()
    const cases: [unknown, RegExp][] = [
      [{ name: '' }, /^name: must not be empty$/],
      [{ name: 'n'.repeat(65) }, /^name: must be at most 64 characters$/],
      [{ name: 'a\nb' }, /^name: must not contain control characters$/],
      [{ name: 5 }, /^name: must be a string$/],
      [{ name: null }, /^name: must be a string$/],
      [{ scopes: [] }, /^scopes: must name at least one/],
      [{ scopes: ['admin'] }, /^scopes\.0: must be one of read, build, bet$/],
      [{ scopes: ['read', 'read'] }, /^scopes: must name each scope once$/],
      [{ scopes: 'read' }, /^scopes: must be an array$/],
      [{ expiresAt: at(0) }, /^expiresAt: must not be in the past$/],
      [{ expiresAt: at(-DAY) }, /^expiresAt: must not be in the past$/],
      [{ expiresAt: at(367 * DAY) }, /^expiresAt: must be at most a year from now$/],
      [{ expiresAt: '2026-13-01T00:00:00Z' }, /^expiresAt: must be an ISO 8601 time/],
      [{ expiresAt: 'tomorrow' }, /^expiresAt: must be an ISO 8601 time/],
      [{ expiresAt: guarded.clock.now }, /^expiresAt: /],
      [{ wallet: 'x' }, /^wallet: is not recognized$/],
      [[], /^The body must be an object$/],
      [null, /^The body must be an object$/],
    ]
    for (const [body, reason] of cases) await expectRefusal(await issue(body), 400, reason)
    expect(await list()).to.deep.equal([])
  })

  it('are refused for a body that is not JSON, or not said to be', async () => {
    const sent = { method: 'POST', path: KEYS }
    for (const body of ['', '{', '{"name":NaN}', '{"name":"a","name":"b"}', '\u0000']) {
      await expectRefusal(await sendSigned(guarded, wallet, { ...sent, body }), 400, /^The body /)
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const answer = await sendSigned(guarded, wallet, {
        ...sent,
        body: '{}',
        headers: { 'Content-Type': type },
      })
      await expectRefusal(answer, 415, 'Content-Type must be application/json')
    }
    expect(await list()).to.deep.equal([])
  })

  it('accept no Idempotency-Key, because their answer is never stored', async () => {
    const headers = { 'Idempotency-Key': 'once-please' }
    const answer = await sendSigned(guarded, wallet, { method: 'POST', path: KEYS, body: '{}', headers })
    await expectRefusal(answer, 400, 'Idempotency-Key is not accepted by /v1/keys')
    expect(await list()).to.deep.equal([])
  })

  it('attack 25: are in no log and, but for a hash, in no table', async () => {
    const { key, headers } = await issueKey(guarded, {}, wallet)
    const secret = key.split('_')[2] ?? ''
    const work = { method: 'POST', path: '/v1/work', body: '{}' }
    await send(guarded, { ...work, headers: { ...headers, 'Idempotency-Key': 'some-key' } })
    guarded.work.before = async () => {
      throw new Error('unforeseen')
    }
    expect((await send(guarded, { ...work, headers })).status).to.equal(500)
    await send(guarded, { path: '/v1/me', headers: { Authorization: `Basic ${key}` } })
    await send(guarded, { path: '/v1/me', headers: { Authorization: `Bearer ${key}x` } })

    const log = guarded.logged.join('')
    expect(log).to.contain('unforeseen')
    expect(log).not.to.contain(secret)
    const { db } = await sharedStore()
    const { rows: tables } = await db.execute(
      sql`SELECT table_name FROM information_schema.tables WHERE table_schema = ANY(current_schemas(false))`,
    )
    expect(tables.map(({ table_name }) => table_name)).to.include('api_keys')
    for (const { table_name } of tables) {
      const { rows } = await db.execute(
        sql`SELECT t::text AS row FROM ${sql.identifier(String(table_name))} t`,
      )
      expect(rows.map(({ row }) => row).join('\n'), String(table_name)).not.to.contain(secret)
    }
  })
})
