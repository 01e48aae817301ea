import { readFileSync } from 'node:fs'
import { InvalidInputError } from '@prediction-market/sdk'
import {
  MAX_CLOCK_SKEW,
  type RequestSigner,
  readableMessage,
  requestMessage,
  type SignedRequest,
  signRequest,
  verifyRequest,
  type WalletHeaders,
} from '@prediction-market/sdk/request'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import { type RequestVector, requestVectors } from '../../tools/vectors/request-vectors.ts'

const text = readFileSync(new URL('../../sdk/vectors/requests.json', import.meta.url), 'utf8')
const { vectors } = JSON.parse(text) as { vectors: RequestVector[] }

const NOW = 1_767_225_600_000
const wallet = Keypair.fromSeed(new Uint8Array(32).fill(7))
const bet: SignedRequest = {
  method: 'POST',
  host: 'api.example.com',
  path: '/v1/markets/market_1/bets',
  body: '{"amount":"1"}',
}

function asRequest({ method, host, path, body }: RequestVector): SignedRequest {
  return body === null ? { method, host, path } : { method, host, path, body }
}

function reasonOf(headers: object, request: SignedRequest = bet, now = NOW): string {
  const result = verifyRequest(headers, request, now)
  return result.ok ? expect.fail('the request was accepted') : result.reason
}

async function betHeaders(changes: Partial<WalletHeaders> = {}): Promise<WalletHeaders> {
  return { ...(await signRequest(wallet, bet, { timestamp: NOW, nonce: 'nonce-1234' })), ...changes }
}

describe('request vectors', () => {
  it('are what their generator writes', () => {
    expect(requestVectors()).to.equal(text)
  })

  for (const vector of vectors) {
    it(vector.name, async () => {
      const keypair = Keypair.fromSeed(Buffer.from(vector.seed, 'hex'))
      const { timestamp, nonce } = vector
      expect(requestMessage(asRequest(vector), timestamp, nonce)).to.equal(vector.message)

      const headers = await signRequest(keypair, asRequest(vector), { timestamp, nonce })
      expect(headers).to.deep.equal({
        'X-Wallet-Address': vector.address,
        'X-Wallet-Timestamp': String(timestamp),
        'X-Wallet-Nonce': nonce,
        'X-Wallet-Signature': vector.signatureBase58,
      })

      const accepted = { ok: true, wallet: vector.address, timestamp, nonce }
      for (const signature of [
        vector.signatureBase58,
        vector.signatureBase64,
        vector.signatureBase64.slice(0, -2),
      ]) {
        const sent = { ...headers, 'X-Wallet-Signature': signature }
        expect(verifyRequest(sent, asRequest(vector), timestamp)).to.deep.equal(accepted)
      }
    })
  }
})

describe('the text that the owner of a wallet reads', () => {
  const body = JSON.stringify({ scopes: ['read', 'build'], expiresAt: '2026-12-01T00:00:30Z' })
  const key: SignedRequest = { method: 'POST', host: 'API.example.com', path: '/v1/keys', body }

  /** A wallet that keeps what it was asked to sign. */
  function givenWallet() {
    const shown: string[] = []
    const signMessage = async (message: Uint8Array) => {
      shown.push(new TextDecoder().decode(message))
      return nacl.sign.detached(message, wallet.secretKey)
    }
    return { shown, signer: { publicKey: wallet.publicKey, signMessage } }
  }

  it('of a key says who asks, what it may do and until when, and is bound like any other', async () => {
    const { shown, signer } = givenWallet()
    const headers = await signRequest(signer, key, { timestamp: NOW, nonce: 'nonce-1234' })
    const [domain, ...lines] = requestMessage(key, NOW, 'nonce-1234').split('\n')
    expect(shown.join().split('\n')).to.deep.equal([
      domain,
      'api.example.com asks for a key. It may read your results and bankroll and build transactions ' +
        'for you to sign, until 2026-12-01 00:00 UTC. It can never withdraw.',
      ...lines,
    ])
    expect(verifyRequest(headers, key, NOW).ok).to.equal(true)
    // A longer life, another scope or another host is another text.
    for (const changes of [
      { body: body.replace('2026', '2027') },
      { body: body.replace('"read"', '"bet"') },
      { body: `${body} ` },
      { host: 'other.example.com' },
      { path: '/v1/keys?x=1' },
    ]) {
      expect(reasonOf(headers, { ...key, ...changes })).to.contain('does not sign this request')
    }
  })

  it('names the scope that bets, and what is left out as the gateway takes it', () => {
    const words = (asked: object) =>
      readableMessage({ ...key, body: JSON.stringify(asked) }, NOW, 'nonce-1234').split('\n')[1]
    expect(words({ scopes: ['bet'] })).to.contain('It may bet from your bankroll as a delegate, for 90 days.')
    expect(words({})).to.contain('It may read your results and bankroll and build transactions')
  })

  it('is the usual one for everything else, and for a body that is none of a key', async () => {
    const { shown, signer } = givenWallet()
    await signRequest(signer, bet, { timestamp: NOW, nonce: 'nonce-1234' })
    expect(shown).to.deep.equal([requestMessage(bet, NOW, 'nonce-1234')])
    for (const bad of [
      '',
      '[]',
      'null',
      '{',
      '{"scopes":[]}',
      '{"scopes":["all"]}',
      '{"expiresAt":"soon\\n"}',
    ]) {
      const request = { ...key, body: bad }
      expect(readableMessage(request, NOW, 'nonce-1234')).to.equal(requestMessage(request, NOW, 'nonce-1234'))
    }
  })
})

describe('request messages', () => {
  it('are six lines', () => {
    const request = { method: 'get', host: 'API.example.com:8080', path: '/v1/markets?limit=5' }
    expect(requestMessage(request, NOW, 'abcdefgh').split('\n')).to.deep.equal([
      'prediction-market:v1',
      'api.example.com:8080',
      'GET /v1/markets?limit=5',
      '1767225600000',
      'abcdefgh',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ])
  })

  it('are the same for a text and its bytes, and for no body and an empty one', () => {
    const message = requestMessage(bet, NOW, 'abcdefgh')
    expect(requestMessage({ ...bet, body: Buffer.from('{"amount":"1"}') }, NOW, 'abcdefgh')).to.equal(message)
    const { body: _, ...bare } = bet
    expect(requestMessage({ ...bet, body: '' }, NOW, 'abcdefgh')).to.equal(
      requestMessage(bare, NOW, 'abcdefgh'),
    )
  })

  const refused: [
    name: string,
    field: string,
    request: Partial<SignedRequest>,
    timestamp?: number,
    nonce?: string,
  ][] = [
    ['a method of two words', 'method', { method: 'GET /x' }],
    ['a method with a line feed', 'method', { method: 'GET\n' }],
    ['no host', 'host', { host: '' }],
    ['a URL as host', 'host', { host: 'https://api.example.com' }],
    ['a host with a line feed', 'host', { host: 'api.example.com\n' }],
    ['a path without a slash', 'path', { path: 'v1/markets' }],
    ['a whole URL', 'path', { path: 'http://localhost/v1' }],
    ['a path with a line feed', 'path', { path: '/v1\n1' }],
    ['a path with a space', 'path', { path: '/v1/a b' }],
    ['a path beyond ASCII', 'path', { path: '/v1/ü' }],
    ['a path with a fragment', 'path', { path: '/v1#top' }],
    ['half a millisecond', 'timestamp', {}, 1.5],
    ['a time before 1970', 'timestamp', {}, -1],
    ['no time', 'timestamp', {}, Number.NaN],
    ['a short nonce', 'nonce', {}, NOW, 'abcdefg'],
    ['a long nonce', 'nonce', {}, NOW, 'a'.repeat(65)],
    ['a nonce with a line feed', 'nonce', {}, NOW, 'abcdefgh\n'],
    ['a nonce with a dot', 'nonce', {}, NOW, 'abcd.efgh'],
  ]
  for (const [name, field, request, timestamp = NOW, nonce = 'abcdefgh'] of refused) {
    it(`refuse ${name}`, () => {
      expect(() => requestMessage({ ...bet, ...request }, timestamp, nonce))
        .to.throw(InvalidInputError)
        .with.property('field', field)
    })
  }
})

describe('signed requests', () => {
  it('are accepted from a keypair and from a wallet adapter', async () => {
    const adapter: RequestSigner = {
      publicKey: wallet.publicKey,
      signMessage: async (message) => nacl.sign.detached(message, wallet.secretKey),
    }
    for (const signer of [wallet, adapter]) {
      const headers = await signRequest(signer, bet)
      const result = verifyRequest(headers, bet, Date.now())
      expect(result).to.include({ ok: true, wallet: wallet.publicKey.toBase58() })
    }
  })

  it('have a fresh nonce and the present time', async () => {
    const before = Date.now()
    const [first, second] = await Promise.all([signRequest(wallet, bet), signRequest(wallet, bet)])
    expect(first['X-Wallet-Nonce']).to.match(/^[A-Za-z0-9_-]{8,64}$/)
    expect(first['X-Wallet-Nonce']).to.not.equal(second['X-Wallet-Nonce'])
    expect(Number(first['X-Wallet-Timestamp'])).to.be.within(before, Date.now())
  })

  it('are refused when anything that is signed has changed', async () => {
    const headers = await betHeaders()
    const reason = 'X-Wallet-Signature does not sign this request to api.example.com'
    expect(reasonOf(headers, { ...bet, method: 'PUT' })).to.equal(reason)
    expect(reasonOf(headers, { ...bet, path: `${bet.path}?dry=1` })).to.equal(reason)
    expect(reasonOf(headers, { ...bet, body: '{"amount":"2"}' })).to.equal(reason)
    expect(reasonOf(headers, { ...bet, body: '' })).to.equal(reason)
    expect(reasonOf({ ...headers, 'X-Wallet-Timestamp': String(NOW + 1) })).to.equal(reason)
    expect(reasonOf({ ...headers, 'X-Wallet-Nonce': 'nonce-1235' })).to.equal(reason)
    const other = Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey.toBase58()
    expect(reasonOf({ ...headers, 'X-Wallet-Address': other })).to.equal(reason)
    expect(reasonOf(headers, { ...bet, host: 'evil.example.com' })).to.equal(
      'X-Wallet-Signature does not sign this request to evil.example.com',
    )
    const bytes = bs58.decode(headers['X-Wallet-Signature'])
    bytes.set([(bytes[0] ?? 0) ^ 1])
    expect(reasonOf({ ...headers, 'X-Wallet-Signature': bs58.encode(bytes) })).to.equal(reason)
  })

  it('are refused without the host', async () => {
    const [domain, , ...rest] = requestMessage(bet, NOW, 'nonce-1234').split('\n')
    const signature = nacl.sign.detached(Buffer.from([domain, ...rest].join('\n')), wallet.secretKey)
    const headers = await betHeaders({ 'X-Wallet-Signature': bs58.encode(signature) })
    expect(reasonOf(headers)).to.equal('X-Wallet-Signature does not sign this request to api.example.com')
  })

  it('are refused by the check that fails', async () => {
    const refusals: [change: { [name in keyof WalletHeaders]?: string | undefined }, reason: string][] = [
      [{ 'X-Wallet-Address': undefined }, 'X-Wallet-Address must'],
      [{ 'X-Wallet-Address': 'not an address' }, 'X-Wallet-Address must'],
      [{ 'X-Wallet-Address': '1'.repeat(100_000) }, 'X-Wallet-Address must'],
      [{ 'X-Wallet-Timestamp': undefined }, 'X-Wallet-Timestamp must'],
      [{ 'X-Wallet-Timestamp': '1e12' }, 'X-Wallet-Timestamp must'],
      [{ 'X-Wallet-Timestamp': ` ${NOW}` }, 'X-Wallet-Timestamp must'],
      [{ 'X-Wallet-Timestamp': `0${NOW}` }, 'X-Wallet-Timestamp must'],
      [{ 'X-Wallet-Nonce': undefined }, 'X-Wallet-Nonce must'],
      [{ 'X-Wallet-Nonce': 'short' }, 'X-Wallet-Nonce must'],
      [{ 'X-Wallet-Signature': undefined }, 'X-Wallet-Signature must'],
      [{ 'X-Wallet-Signature': '' }, 'X-Wallet-Signature must'],
      [{ 'X-Wallet-Signature': 'abc' }, 'X-Wallet-Signature must'],
      [{ 'X-Wallet-Signature': 'z'.repeat(1_000_000) }, 'X-Wallet-Signature must'],
      [{ 'X-Wallet-Signature': bs58.encode(new Uint8Array(63).fill(255)) }, 'X-Wallet-Signature must'],
    ]
    const headers = await betHeaders()
    for (const [change, reason] of refusals) {
      expect(reasonOf({ ...headers, ...change }), JSON.stringify(change).slice(0, 80)).to.include(reason)
    }
    expect(reasonOf(headers, { ...bet, path: '/v1/a b' })).to.include('path')
  })

  it('are good for a minute before and after, and not a millisecond longer', async () => {
    const headers = await betHeaders()
    for (const now of [NOW - MAX_CLOCK_SKEW, NOW, NOW + MAX_CLOCK_SKEW]) {
      expect(verifyRequest(headers, bet, now)).to.have.property('ok', true)
    }
    for (const now of [NOW - MAX_CLOCK_SKEW - 1, NOW + MAX_CLOCK_SKEW + 1]) {
      expect(reasonOf(headers, bet, now)).to.equal('X-Wallet-Timestamp is more than 60 seconds off')
    }
  })

  it('need a signer that can sign', async () => {
    const unable = [
      { publicKey: wallet.publicKey },
      { publicKey: null, signMessage: async () => new Uint8Array(64) },
      { publicKey: wallet.publicKey, secretKey: new Uint8Array(32) },
      { publicKey: wallet.publicKey, signMessage: async () => new Uint8Array(63) },
    ]
    for (const signer of unable) {
      const error = await signRequest(signer as unknown as RequestSigner, bet).catch(
        (thrown: unknown) => thrown,
      )
      expect(error).to.be.instanceOf(InvalidInputError).with.property('field', 'signer')
    }
  })
})
