import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { TokenBuckets } from '../../app/src/runtime/token-buckets.ts'
import {
  expectRefusal,
  guardedApp,
  issueKey,
  type Sent,
  send,
  sendSigned,
} from '../helpers/gateway/guarded-app.ts'

const ME = { path: '/v1/me' }
const WORK: Sent = { method: 'POST', path: '/v1/work', body: '{}' }
const any = Number.POSITIVE_INFINITY

describe('rate limits', () => {
  const few = { reads: 3, writes: 2 }
  const unlimited = { reads: any, writes: any }

  it('apply to an address, and say when to try again', async () => {
    const guarded = await guardedApp({ rates: { address: few } })
    for (let count = 0; count < 3; count += 1) expect((await send(guarded, ME)).status).to.equal(200)
    const answer = await send(guarded, ME)
    expect(answer.headers.get('retry-after')).to.equal('20')
    expect(answer.headers.get('ratelimit-policy')).to.equal('"reads of this address";q=3;w=60')
    expect(answer.headers.get('ratelimit')).to.equal('"reads of this address";r=0;t=60')
    await expectRefusal(answer, 429, 'Too many requests from this address: try again in 20 s')
    guarded.clock.now += 20_000
    expect((await send(guarded, ME)).status).to.equal(200)
    expect((await send(guarded, ME)).status).to.equal(429)
    // Writes are counted apart, other addresses too.
    expect((await send(guarded, WORK)).status).to.equal(401)
    expect((await send(guarded, { ...ME, from: '192.0.2.2' })).status).to.equal(200)
  })

  it('count refused requests and unknown routes', async () => {
    const guarded = await guardedApp({ rates: { address: few } })
    expect((await send(guarded, { path: '/nowhere' })).status).to.equal(404)
    expect((await send(guarded, WORK)).status).to.equal(401)
    expect((await send(guarded, { ...ME, path: '/v1/me?a&a' })).status).to.equal(400)
    expect((await send(guarded, ME)).status).to.equal(200)
    expect((await send(guarded, { path: '/nowhere' })).status).to.equal(429)
  })

  it('count a request with bad credentials as ten, and say so', async () => {
    const guarded = await guardedApp({ rates: { address: { reads: 25, writes: 25 } } })
    const junk = (method: string) => ({ ...ME, method, headers: { Authorization: 'Bearer x' } })
    for (const method of ['GET', 'POST']) {
      for (const left of ['15', '5', '0']) {
        const answer = await send(guarded, junk(method))
        expect(answer.status).to.equal(401)
        expect(answer.headers.get('ratelimit')).to.include(` of this address";r=${left};t=`)
      }
      const answer = await send(guarded, junk(method))
      await expectRefusal(answer, 429, 'Too many requests from this address: try again in 3 s')
    }
    expect((await send(guarded, { ...junk('GET'), from: '192.0.2.2' })).status).to.equal(401)
  })

  it('hold for a wallet wherever it calls from, and for all of its keys together', async () => {
    const guarded = await guardedApp({ rates: { address: unlimited, wallet: { reads: 2, writes: 2 } } })
    const wallet = Keypair.generate()
    const first = await issueKey(guarded, {}, wallet)
    const second = await issueKey(guarded, {}, wallet)
    expect((await send(guarded, { ...ME, headers: first.headers })).status).to.equal(200)
    expect((await send(guarded, { ...ME, headers: second.headers, from: '192.0.2.2' })).status).to.equal(200)
    const answer = await sendSigned(guarded, wallet, { ...ME, from: '192.0.2.3' })
    await expectRefusal(answer, 429, /^Too many requests from this wallet/)
    expect((await sendSigned(guarded, Keypair.generate(), ME)).status).to.equal(200)
  })

  it('hold for an API key', async () => {
    const guarded = await guardedApp({ rates: { address: unlimited, key: few } })
    const wallet = Keypair.generate()
    const first = await issueKey(guarded, {}, wallet)
    const second = await issueKey(guarded, {}, wallet)
    for (let count = 0; count < 2; count += 1) {
      expect((await send(guarded, { ...WORK, headers: first.headers })).status).to.equal(202)
    }
    const answer = await send(guarded, { ...WORK, headers: first.headers })
    await expectRefusal(answer, 429, /^Too many requests from this API key/)
    expect((await send(guarded, { ...WORK, headers: second.headers })).status).to.equal(202)
    expect(guarded.runs.count).to.equal(3)
  })

  it('are 1,200 reads and 300 writes by default', async () => {
    const guarded = await guardedApp()
    for (const [sent, limit] of [
      [ME, 1_200],
      [{ ...WORK, path: '/nowhere' }, 300],
    ] as const) {
      const statuses = new Set<number>()
      for (let count = 0; count < limit; count += 1) statuses.add((await send(guarded, sent)).status)
      expect([...statuses]).not.to.include(429)
      expect((await send(guarded, sent)).status).to.equal(429)
    }
  })

  it('count an IPv6 network as one, and IPv4 the same in either notation', async () => {
    const guarded = await guardedApp({ rates: { address: { reads: 1, writes: 1 } } })
    const status = async (from: string) => (await send(guarded, { ...ME, from })).status
    expect(await status('2001:db8:0:1::1')).to.equal(200)
    expect(await status('2001:0db8::1:ffff:0:0:2')).to.equal(429)
    expect(await status('2001:db8:0:2::1')).to.equal(200)
    expect(await status('::1')).to.equal(200)
    expect(await status('::ffff:198.51.100.7')).to.equal(200)
    expect(await status('198.51.100.7')).to.equal(429)
    expect(await status('::ffff:198.51.100.8')).to.equal(200)
  })

  it('attack 81: count the addresses of one IPv6 site together, too', async () => {
    const guarded = await guardedApp({ rates: { address: { reads: 2, writes: 2 } } })
    const status = async (from: string) => (await send(guarded, { ...ME, from })).status
    const answers: number[] = []
    for (let subnet = 0; subnet < 40; subnet++)
      answers.push(await status(`2001:db8:7:${subnet.toString(16)}::1`))
    expect(answers.filter((one) => one === 200)).to.have.length(32)
    expect(await status('2001:db8:8::1'), 'another site').to.equal(200)
  })

  it('trust X-Forwarded-For from our proxies only', async () => {
    const rates = { address: { reads: 1, writes: 1 } }
    const from = (told: string) => ({ ...ME, headers: { 'X-Forwarded-For': told } })
    const open = await guardedApp({ rates })
    expect((await send(open, from('203.0.113.1'))).status).to.equal(200)
    expect((await send(open, from('203.0.113.2'))).status).to.equal(429)

    const proxied = await guardedApp({ rates, trustedProxies: 1 })
    expect((await send(proxied, from('203.0.113.1'))).status).to.equal(200)
    expect((await send(proxied, from('203.0.113.2'))).status).to.equal(200)
    // Entries that the client wrote itself stand to the left.
    expect((await send(proxied, from('203.0.113.9, 203.0.113.1'))).status).to.equal(429)
    // Nonsense and silence count for the proxy.
    expect((await send(proxied, from('nonsense'))).status).to.equal(200)
    expect((await send(proxied, ME)).status).to.equal(429)
  })
})

describe('a token bucket', () => {
  it('is drained to nothing at most', () => {
    let now = 0
    const buckets = new TokenBuckets(60, () => now)
    buckets.drain('a', 50)
    expect(buckets.take('a').remaining).to.equal(9)
    buckets.drain('a', 50)
    expect(buckets.take('a')).to.include({ retryAfter: 1, remaining: 0 })
    now += 2_000
    expect(buckets.take('a')).to.include({ retryAfter: 0, remaining: 1 })
  })

  it('refills evenly, up to what it holds', () => {
    let now = 0
    const buckets = new TokenBuckets(60, () => now)
    for (let count = 0; count < 60; count += 1) expect(buckets.take('a').retryAfter).to.equal(0)
    expect(buckets.take('a').retryAfter).to.equal(1)
    now += 999
    expect(buckets.take('a').retryAfter).to.equal(1)
    now += 1
    expect(buckets.take('a').retryAfter).to.equal(0)
    expect(buckets.take('a').retryAfter).to.equal(1)
    now += 3_600_000
    for (let count = 0; count < 60; count += 1) expect(buckets.take('a').retryAfter).to.equal(0)
    expect(buckets.take('a').retryAfter).to.equal(1)
  })

  it('says what is left, and when it is full again', () => {
    let now = 0
    const buckets = new TokenBuckets(60, () => now)
    expect(buckets.take('a')).to.deep.equal({ retryAfter: 0, remaining: 59, reset: 1 })
    for (let count = 0; count < 58; count += 1) buckets.take('a')
    expect(buckets.take('a')).to.deep.equal({ retryAfter: 0, remaining: 0, reset: 60 })
    expect(buckets.take('a')).to.deep.equal({ retryAfter: 1, remaining: 0, reset: 60 })
    now += 30_000
    expect(buckets.take('a')).to.deep.equal({ retryAfter: 0, remaining: 29, reset: 31 })
  })

  it('says how long a slow one takes', () => {
    const buckets = new TokenBuckets(1, () => 0)
    expect(buckets.take('a').retryAfter).to.equal(0)
    expect(buckets.take('a').retryAfter).to.equal(60)
  })

  it('forgets the caller that was silent longest, not the oldest one', () => {
    const buckets = new TokenBuckets(2, () => 0)
    buckets.take('first')
    for (let count = 0; count < 49_999; count += 1) buckets.take(`other ${count}`)
    buckets.take('first')
    buckets.take('one too many')
    expect(buckets.take('first').retryAfter).to.equal(30)
    buckets.take('other 1')
    expect(buckets.take('other 1').retryAfter, 'still known').to.equal(30)
    for (let count = 0; count < 50_000; count += 1) buckets.take(`newcomer ${count}`)
    expect(buckets.take('other 1').retryAfter, 'forgotten').to.equal(0)
  })
})

describe('limits of a request', () => {
  it('attack 25: refuse a query that says a thing twice, is too long or not encoded', async () => {
    const guarded = await guardedApp()
    const cases: [string, number, RegExp][] = [
      ['limit=1&limit=2', 400, /^limit: is given more than once$/],
      ['limit=1&%6cimit=1', 400, /^limit: is given more than once$/],
      ['a+b=1&a%20b=1', 400, /^a b: is given more than once$/],
      ['limit&limit', 400, /^limit: is given more than once$/],
      ['a=%zz', 400, /^The query is not valid percent-encoding$/],
      ['%ff=1', 400, /^The query is not valid percent-encoding$/],
      [`a=${'x'.repeat(2_047)}`, 414, /^The query is longer than 2048 characters$/],
    ]
    for (const [query, status, reason] of cases) {
      await expectRefusal(await send(guarded, { path: `/v1/me?${query}` }), status, reason)
    }
    for (const query of ['', 'a=1&b=1', `a=${'x'.repeat(2_046)}`, '&&']) {
      expect((await send(guarded, { path: `/v1/me?${query}` })).status, query).to.equal(200)
    }
  })

  it('refuse a path that is too long', async () => {
    const guarded = await guardedApp()
    await expectRefusal(await send(guarded, { path: `/${'x'.repeat(1_024)}` }), 414, /^The path is longer/)
  })

  it('attack 25: take a body of 64 KiB and not a byte more', async () => {
    const guarded = await guardedApp()
    const body = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
    const wallet = Keypair.generate()
    expect((await sendSigned(guarded, wallet, { ...WORK, body: body(65_536) })).status).to.equal(202)
    const answer = await sendSigned(guarded, wallet, { ...WORK, body: body(65_537) })
    await expectRefusal(answer, 413, 'The body is larger than 65536 bytes')
    expect(guarded.runs.count).to.equal(1)
  })

  it('attack 25: refuse a body that is nested too deep', async () => {
    const guarded = await guardedApp()
    const nested = `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    const sent = { method: 'POST', path: '/v1/keys', body: nested }
    await expectRefusal(
      await sendSigned(guarded, Keypair.generate(), sent),
      400,
      'The body is nested too deeply',
    )
  })
})

describe('browsers', () => {
  const from = (origin: string, more: Record<string, string> = {}) => ({
    headers: { Origin: origin, ...more },
  })
  const preflight = { 'Access-Control-Request-Method': 'POST' }

  it('get security headers with every answer, errors too', async () => {
    const guarded = await guardedApp()
    for (const path of ['/v1/me', '/nowhere', '/v1/mine', '/v1/me?a&a']) {
      const { headers } = await send(guarded, { path })
      expect(headers.get('x-content-type-options'), path).to.equal('nosniff')
      expect(headers.get('content-security-policy')).to.equal("default-src 'none'; frame-ancestors 'none'")
      // Not over plain HTTP: RFC 6797, 7.2.
      expect(headers.get('strict-transport-security')).to.equal(null)
    }
  })

  it('may call from every page by default, without cookies', async () => {
    const guarded = await guardedApp()
    const { headers } = await send(guarded, { ...ME, ...from('https://a.example') })
    expect(headers.get('access-control-allow-origin')).to.equal('*')
    expect(headers.get('access-control-allow-credentials')).to.equal(null)
    expect(headers.get('access-control-expose-headers')?.split(', ')).to.have.members([
      ...['Idempotency-Replayed', 'Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
      ...['X-Error-Code', 'X-Next-Cursor', 'X-Request-Id'],
    ])
  })

  it('get an answer to their preflight that lists what they may send', async () => {
    const guarded = await guardedApp()
    const sent = { method: 'OPTIONS', path: '/v1/markets', ...from('https://a.example', preflight) }
    const answer = await send(guarded, sent)
    expect(answer.status).to.equal(204)
    expect(answer.headers.get('access-control-allow-methods')).to.equal('GET, HEAD, POST, PUT, DELETE')
    expect(answer.headers.get('access-control-allow-headers')?.split(', ')).to.have.members([
      ...['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'Mcp-Protocol-Version'],
      ...['X-Wallet-Address', 'X-Wallet-Nonce', 'X-Wallet-Signature', 'X-Wallet-Timestamp'],
    ])
    expect(answer.headers.get('access-control-max-age')).to.equal('7200')
  })

  it('may call from the pages that were named and no others', async () => {
    const guarded = await guardedApp({ origins: ['https://a.example'] })
    const allowed = async (origin: string, method = 'GET') => {
      const { headers } = await send(guarded, { ...ME, method, ...from(origin, preflight) })
      expect(headers.get('vary')).to.equal('Origin')
      return headers.get('access-control-allow-origin')
    }
    expect(await allowed('https://a.example')).to.equal('https://a.example')
    expect(await allowed('https://a.example', 'OPTIONS')).to.equal('https://a.example')
    for (const origin of ['https://b.example', 'http://a.example', 'https://a.example.evil', 'null']) {
      expect(await allowed(origin), origin).to.equal(null)
      expect(await allowed(origin, 'OPTIONS'), origin).to.equal(null)
    }
  })
})
