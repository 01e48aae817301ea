import {
  requestMessage,
  type SignedRequest,
  signRequest,
  type WalletHeaders,
} from '@prediction-market/sdk/request'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import { sweep } from '../../app/src/store/store.ts'
import {
  expectRefusal,
  type GuardedApp,
  guardedApp,
  HOST,
  issueKey,
  send,
  sendSigned,
} from '../helpers/gateway/guarded-app.ts'
import { sharedStore } from '../helpers/gateway/store.ts'

const WORK = { method: 'POST', host: HOST, path: '/v1/work', body: '{"amount":"1.5"}' }

describe('authentication by signature', () => {
  const wallet = Keypair.generate()
  const address = wallet.publicKey.toBase58()
  let guarded: GuardedApp
  let signed: (request?: SignedRequest) => Promise<WalletHeaders>
  beforeEach(async () => {
    guarded = await guardedApp()
    signed = (request = WORK) => signRequest(wallet, request, { timestamp: guarded.clock.now })
  })

  const refuse = async (headers: object, reason: string | RegExp, sent = WORK) => {
    const answer = await send(guarded, { ...sent, headers: headers as Record<string, string> })
    expect(answer.headers.get('www-authenticate')).to.equal('Bearer')
    await expectRefusal(answer, 401, reason)
    expect(guarded.runs.count).to.equal(0)
  }

  it('knows the wallet, which may do everything', async () => {
    const answer = await sendSigned(guarded, wallet, { path: '/v1/me?a=1&b=%20' })
    expect(await answer.json()).to.deep.equal({
      caller: { wallet: address, via: 'signature', keyId: null, scopes: ['read', 'build', 'bet'] },
    })
    expect((await sendSigned(guarded, wallet, WORK)).status).to.equal(202)
  })

  it('takes a signature in base64 too', async () => {
    const headers = await signed()
    const signature = Buffer.from(bs58.decode(headers['X-Wallet-Signature'])).toString('base64')
    const answer = await send(guarded, { ...WORK, headers: { ...headers, 'X-Wallet-Signature': signature } })
    expect(answer.status).to.equal(202)
  })

  it('continues without a caller on a public route', async () => {
    const answer = await send(guarded, { path: '/v1/me' })
    expect(await answer.json()).to.deep.equal({ caller: null })
  })

  it('refuses a request without credentials on a protected route', async () => {
    await expectRefusal(await send(guarded, WORK), 401, /Sign the request with a wallet, or send an API key/)
    await expectRefusal(await send(guarded, { path: '/v1/mine' }), 401, /Sign the request/)
  })

  it('attack 23: refuses a replay, on a public route as well', async () => {
    const headers = { ...(await signed()) }
    expect((await send(guarded, { ...WORK, headers })).status).to.equal(202)
    await expectRefusal(await send(guarded, { ...WORK, headers }), 401, 'X-Wallet-Nonce was used before')
    expect(guarded.runs.count).to.equal(1)

    const read = { method: 'GET', host: HOST, path: '/v1/me' }
    const again = { ...read, headers: { ...(await signed(read)) } }
    expect((await send(guarded, again)).status).to.equal(200)
    await expectRefusal(await send(guarded, again), 401, 'X-Wallet-Nonce was used before')
  })

  it('attack 23: refuses a nonce again with another signature', async () => {
    const options = { nonce: 'just-this-one' }
    const other = { ...WORK, body: '{}' }
    const alone = Keypair.generate()
    expect((await sendSigned(guarded, alone, WORK, options)).status).to.equal(202)
    await expectRefusal(
      await sendSigned(guarded, alone, other, options),
      401,
      'X-Wallet-Nonce was used before',
    )
    // To another wallet it is as good as new.
    expect((await sendSigned(guarded, Keypair.generate(), WORK, options)).status).to.equal(202)
  })

  it('refuses a nonce on another replica', async () => {
    const replica = await guardedApp()
    replica.clock.now = guarded.clock.now
    const headers = { ...(await signed()) }
    const answers = await Promise.all(
      [guarded, replica, guarded, replica].map((app) => send(app, { ...WORK, headers })),
    )
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 401, 401, 401])
    expect(guarded.runs.count + replica.runs.count).to.equal(1)
  })

  it('does not use up a nonce if the signature is invalid', async () => {
    const headers = { ...(await signed()) }
    const forged = bs58.encode(new Uint8Array(64).fill(7))
    await refuse(
      { ...headers, 'X-Wallet-Signature': forged },
      'X-Wallet-Signature does not sign this request to localhost',
    )
    expect((await send(guarded, { ...WORK, headers })).status).to.equal(202)
  })

  it('attack 23: takes a clock that is 60 seconds off, and none further', async () => {
    const { now } = guarded.clock
    for (const skew of [-60_000, 60_000]) {
      const answer = await sendSigned(guarded, wallet, WORK, { timestamp: now + skew })
      expect(answer.status, String(skew)).to.equal(202)
    }
    for (const skew of [-60_001, 60_001]) {
      const answer = await sendSigned(guarded, wallet, WORK, { timestamp: now + skew })
      await expectRefusal(answer, 401, 'X-Wallet-Timestamp is more than 60 seconds off')
    }
    expect(guarded.runs.count).to.equal(2)
  })

  it('refuses a replay for as long as a replica takes its timestamp', async () => {
    const timestamp = guarded.clock.now + 60_000
    const sent = { ...WORK, headers: { ...(await signRequest(wallet, WORK, { timestamp })) } }
    expect((await send(guarded, sent)).status).to.equal(202)
    // A replica whose clock is a minute ahead forgets nothing that one whose clock is right still takes.
    const { db } = await sharedStore()
    await sweep(db, new Date(timestamp + 120_000))
    const replica = await guardedApp()
    for (const app of [guarded, replica]) {
      app.clock.now = timestamp + 60_000
      await expectRefusal(await send(app, sent), 401, 'X-Wallet-Nonce was used before')
      app.clock.now += 1
      await expectRefusal(await send(app, sent), 401, /60 seconds off/)
    }
    expect(guarded.runs.count + replica.runs.count).to.equal(1)
  })

  it('attack 23: refuses an altered body, path, query, method, timestamp or nonce', async () => {
    const reason = 'X-Wallet-Signature does not sign this request to localhost'
    await refuse(await signed(), reason, { ...WORK, body: '{"amount":"15"}' })
    await refuse(await signed(), reason, { ...WORK, body: `${WORK.body} ` })
    await refuse(await signed(), reason, { ...WORK, path: '/v1/keys' })
    await refuse(await signed(), reason, { ...WORK, path: '/v1/work?x=1' })
    await refuse(await signed(), reason, { ...WORK, method: 'DELETE' })
    const headers = await signed()
    await refuse({ ...headers, 'X-Wallet-Timestamp': String(guarded.clock.now + 1) }, reason)
    await refuse({ ...headers, 'X-Wallet-Nonce': 'another-nonce' }, reason)
  })

  it('refuses what was signed for another host', async () => {
    const reason = 'X-Wallet-Signature does not sign this request to localhost'
    await refuse(await signed({ ...WORK, host: 'other.example.com' }), reason)
    await refuse(await signed({ ...WORK, host: 'localhost:80' }), reason)
    const elsewhere = { ...(await signed()), Host: 'LocalHost:8080' }
    await refuse(elsewhere, 'X-Wallet-Signature does not sign this request to localhost:8080')
  })

  it('attack 81: takes what was signed for a public host only, whatever the Host header says', async () => {
    guarded = await guardedApp({ publicHosts: ['api.example.com', 'api.example.org'] })
    for (const host of ['API.example.com', 'api.example.org']) {
      const headers = { ...(await signed({ ...WORK, host })) }
      expect((await send(guarded, { ...WORK, headers })).status, host).to.equal(202)
    }
    guarded.runs.count = 0
    await refuse(await signed(), 'X-Wallet-Signature does not sign this request to api.example.com')
  })

  it('refuses a text without the host', async () => {
    const { now } = guarded.clock
    const [domain, , ...rest] = requestMessage(WORK, now, 'some-nonce').split('\n')
    const signature = nacl.sign.detached(Buffer.from([domain, ...rest].join('\n')), wallet.secretKey)
    const headers = {
      'X-Wallet-Address': address,
      'X-Wallet-Timestamp': String(now),
      'X-Wallet-Nonce': 'some-nonce',
      'X-Wallet-Signature': bs58.encode(signature),
    }
    await refuse(headers, 'X-Wallet-Signature does not sign this request to localhost')
  })

  it("refuses somebody else's signature", async () => {
    const other = Keypair.generate().publicKey.toBase58()
    const reason = 'X-Wallet-Signature does not sign this request to localhost'
    await refuse({ ...(await signed()), 'X-Wallet-Address': other }, reason)
  })

  it('names the header that is missing', async () => {
    const headers = await signed()
    for (const name of Object.keys(headers) as (keyof WalletHeaders)[]) {
      const { [name]: _, ...rest } = headers
      await refuse(rest, `${name} is missing`)
    }
  })

  it('names the header that is malformed', async () => {
    const headers = await signed()
    const cases: [keyof WalletHeaders, string, RegExp][] = [
      ['X-Wallet-Address', 'me', /^X-Wallet-Address must be an address/],
      ['X-Wallet-Address', '1'.repeat(5_000), /^X-Wallet-Address must be an address/],
      ['X-Wallet-Address', `${address}, ${address}`, /^X-Wallet-Address must be an address/],
      ['X-Wallet-Timestamp', '', /^X-Wallet-Timestamp must be/],
      ['X-Wallet-Timestamp', 'now', /^X-Wallet-Timestamp must be/],
      ['X-Wallet-Timestamp', '1e12', /^X-Wallet-Timestamp must be/],
      ['X-Wallet-Timestamp', '-1', /^X-Wallet-Timestamp must be/],
      ['X-Wallet-Timestamp', 'NaN', /^X-Wallet-Timestamp must be/],
      ['X-Wallet-Nonce', 'short', /^X-Wallet-Nonce must be/],
      ['X-Wallet-Nonce', 'n'.repeat(65), /^X-Wallet-Nonce must be/],
      ['X-Wallet-Nonce', "'; drop table", /^X-Wallet-Nonce must be/],
      ['X-Wallet-Signature', 'x', /^X-Wallet-Signature must be 64 bytes/],
      ['X-Wallet-Signature', bs58.encode(new Uint8Array(63)), /^X-Wallet-Signature must be 64 bytes/],
    ]
    for (const [name, value, reason] of cases) await refuse({ ...headers, [name]: value }, reason)
  })
})

describe('authentication by API key', () => {
  let guarded: GuardedApp
  beforeEach(async () => {
    guarded = await guardedApp()
  })

  const bearer = (value: string, path = '/v1/me') =>
    send(guarded, { path, headers: { Authorization: value } })

  it('knows the wallet and what the key may do', async () => {
    const { id, wallet, headers } = await issueKey(guarded, { scopes: ['read'] })
    const answer = await send(guarded, { path: '/v1/me', headers })
    expect(await answer.json()).to.deep.equal({
      caller: { wallet: wallet.publicKey.toBase58(), via: 'key', keyId: id, scopes: ['read'] },
    })
  })

  it('refuses what the key has no scope for', async () => {
    const reader = await issueKey(guarded, { scopes: ['read'] })
    expect((await send(guarded, { path: '/v1/mine', headers: reader.headers })).status).to.equal(200)
    const work = await send(guarded, { ...WORK, headers: reader.headers })
    await expectRefusal(work, 403, 'The API key does not have the scope build')

    const builder = await issueKey(guarded, { scopes: ['build'] })
    expect((await send(guarded, { ...WORK, headers: builder.headers })).status).to.equal(202)
    const mine = await send(guarded, { path: '/v1/mine', headers: builder.headers })
    await expectRefusal(mine, 403, 'The API key does not have the scope read')
    expect(guarded.runs.count).to.equal(1)
  })

  it('refuses a key from the moment it expires', async () => {
    const { key, expiresAt } = await issueKey(guarded)
    guarded.clock.now = Date.parse(expiresAt) - 1
    expect((await bearer(`Bearer ${key}`)).status).to.equal(200)
    guarded.clock.now += 1
    await expectRefusal(await bearer(`Bearer ${key}`), 401, `The API key expired at ${expiresAt}`)
  })

  it('refuses a revoked key at once, on every replica', async () => {
    const { id, key, wallet } = await issueKey(guarded)
    const replica = await guardedApp()
    expect((await bearer(`Bearer ${key}`)).status).to.equal(200)
    const revoked = await sendSigned(replica, wallet, { method: 'DELETE', path: `/v1/keys/${id}` })
    expect(revoked.status).to.equal(200)
    await expectRefusal(await bearer(`Bearer ${key}`), 401, 'The API key was revoked')
  })

  it('refuses a wrong secret with the same message as an unknown key', async () => {
    const { id, key } = await issueKey(guarded)
    const other = await issueKey(guarded)
    const reason = 'Unknown API key'
    const secretOf = (text: string) => text.split('_')[2] ?? ''
    await expectRefusal(await bearer(`Bearer pmk_${id}_${secretOf(other.key)}`), 401, reason)
    await expectRefusal(await bearer(`Bearer pmk_${'0'.repeat(16)}_${secretOf(key)}`), 401, reason)
  })

  it('refuses a malformed key, on a public route as well', async () => {
    const { id, key } = await issueKey(guarded)
    const malformed = [
      key,
      `Basic ${key}`,
      'Bearer',
      `Bearer ${key} ${key}`,
      `Bearer ${key}, Bearer ${key}`,
      `Bearer pmk_${id}_`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${'x'.repeat(5_000)}`,
      `Bearer ${id}`,
    ]
    for (const value of malformed) {
      await expectRefusal(await bearer(value), 401, 'Authorization must be: Bearer <API key>')
    }
  })

  it('refuses both kinds of credentials at once', async () => {
    const { headers, wallet } = await issueKey(guarded)
    const answer = await sendSigned(guarded, wallet, { path: '/v1/me', headers })
    await expectRefusal(answer, 401, 'Send either Authorization or the X-Wallet headers, not both')
    const partly = await send(guarded, { path: '/v1/me', headers: { ...headers, 'X-Wallet-Nonce': 'n' } })
    await expectRefusal(partly, 401, /not both$/)
  })
})
