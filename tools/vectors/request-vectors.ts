// Computes sdk/vectors/requests.json: signed requests, for clients in other languages.

import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** A request, its signature, and every value that the signature is computed from. */
export interface RequestVector {
  name: string
  /** The wallet's ed25519 seed in hexadecimal; the first half of a Solana secret key. */
  seed: string
  address: string
  method: string
  host: string
  path: string
  /** `null` if there is no body. */
  body: string | null
  timestamp: number
  nonce: string
  bodySha256: string
  message: string
  signatureBase58: string
  signatureBase64: string
}

const DESCRIPTION = [
  'Requests to the gateway and how wallets sign them: the message is six lines joined by a line feed, the',
  'signature is ed25519 over its UTF-8 bytes. Regenerate with: npx tsx tools/vectors/write.ts',
].join(' ')

const REQUESTS = [
  { name: 'read without a body', method: 'GET', path: '/v1/markets', body: null },
  { name: 'read with a query', method: 'GET', path: '/v1/markets?status=open&limit=20&offset=0', body: null },
  {
    name: 'bet',
    method: 'POST',
    path: '/v1/markets/market_1/bets',
    body: '{"outcome":"Yes","amount":"1.5"}',
  },
  {
    name: 'body beyond ASCII',
    method: 'POST',
    path: '/v1/markets',
    body: '{"question":"Wird Zürich 🏔 gewinnen?"}',
  },
  { name: 'body with line feeds', method: 'POST', path: '/v1/markets', body: '{\n  "currency": "SOL"\n}\n' },
  { name: 'empty body', method: 'DELETE', path: '/v1/keys/key_1', body: '' },
  { name: 'percent-encoded path', method: 'GET', path: '/v1/markets?q=%C3%BC%20%26%20b', body: null },
]

const HOSTS = ['api.example.com', '127.0.0.1:8080', '[::1]:8080']

/** The text of `sdk/vectors/requests.json`, computed with node:crypto and not with the SDK. */
export function requestVectors(): string {
  const vectors = REQUESTS.map((request, index) => vector(request, index))
  return `${JSON.stringify({ description: DESCRIPTION, vectors }, null, 2)}\n`
}

function vector(request: (typeof REQUESTS)[number], index: number): RequestVector {
  const seed = Buffer.alloc(32, index + 1)
  const host = HOSTS[index % HOSTS.length] as string
  const timestamp = 1_767_225_600_000 + index
  const nonce = `nonce-${String(index).padStart(4, '0')}`
  const bodySha256 = createHash('sha256')
    .update(request.body ?? '', 'utf8')
    .digest('hex')
  const { method, path } = request
  const lines = ['prediction-market:v1', host, `${method} ${path}`, timestamp, nonce, bodySha256]
  const message = lines.join('\n')
  const key = privateKey(seed)
  const signature = sign(null, Buffer.from(message, 'utf8'), key)
  const address = base58(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))
  return {
    ...request,
    host,
    seed: seed.toString('hex'),
    address,
    timestamp,
    nonce,
    bodySha256,
    message,
    signatureBase58: base58(signature),
    signatureBase64: signature.toString('base64'),
  }
}

/** Private key of an ed25519 seed. Its PKCS #8 encoding is a fixed prefix and the seed. */
function privateKey(seed: Buffer) {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n) {
    text = alphabet[Number(rest % 58n)] + text
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}
