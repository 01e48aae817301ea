import { createServer, type Server } from 'node:http'
import {
  type AttestorSet,
  collectAttestation,
  type Fetched,
  type Market,
  signAttestation,
} from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { listen } from '../../app/src/runtime/listen.ts'

const EXPIRES = 1_000_600n
const market = Keypair.generate().publicKey
const members = Array.from({ length: 3 }, () => Keypair.generate())

/** A market that a quorum of two attestors decides. */
const attested = {
  address: market,
  createdAt: 1_000_000n,
  expireAt: EXPIRES,
  condition: { type: 'holders', comparison: 'atLeast', target: '10', minimumBalance: 1n, timing: 'atExpiry' },
  terms: { attestorSet: 0, proofWindow: 30 },
} as unknown as Fetched<Market>
const byExpiry = { ...attested, condition: { ...attested.condition, timing: 'byExpiry' } } as Fetched<Market>

const set: AttestorSet = { index: 0, threshold: 2, keys: members.map(({ publicKey }) => publicKey) }

/** An attestation: its value, seconds after the expiry, who signs it and for which market. */
interface Said {
  value: bigint
  after: bigint
  signer?: Keypair
  about?: PublicKey
}

const servers: Server[] = []

/** Starts an attestor that gives this answer. */
async function serve(status: number, body: unknown): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  servers.push(server)
  const choice = { host: '127.0.0.1', port: 0, purpose: 'attestor', setting: 'none' }
  return `http://127.0.0.1:${await listen(server, choice)}`
}

function attestor(key: Keypair, ...said: Said[]): Promise<string> {
  const attestations = said.map(({ value, after, signer = key, about = market }) => {
    const observedAt = EXPIRES + after
    const { signature } = signAttestation({ market: about, value, observedAt }, signer)
    return { value: String(value), observedAt: Number(observedAt), signature: bs58.encode(signature) }
  })
  return serve(200, { market: market.toBase58(), attestor: key.publicKey.toBase58(), attestations })
}

async function collect(of: Fetched<Market>, urls: Promise<string>[]) {
  return collectAttestation(of, set, { urls: await Promise.all(urls), timeoutMs: 500 })
}

describe('collecting attestations', () => {
  const [a, b, c] = members as [Keypair, Keypair, Keypair]

  after(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  it('count once enough attestors have signed the same', async () => {
    const found = await collect(attested, [
      attestor(a, { value: 12n, after: 0n }),
      attestor(b, { value: 12n, after: 0n }),
      attestor(c, { value: 12n, after: 0n }),
    ])
    expect(found).to.include({ value: 12n, observedAt: EXPIRES })
    expect(found?.signatures, 'no more than it takes').to.have.length(2)
  })

  it('of the earliest moment that enough agree on are taken', async () => {
    const found = await collect(attested, [
      attestor(a, { value: 12n, after: 0n }, { value: 13n, after: 5n }, { value: 15n, after: 10n }),
      attestor(b, { value: 11n, after: 0n }, { value: 13n, after: 5n }, { value: 15n, after: 10n }),
      serve(503, { error: 'stale' }),
    ])
    expect(found).to.include({ value: 13n, observedAt: EXPIRES + 5n })
  })

  it('by expiry count only where they say Yes', async () => {
    const urls = () => [
      attestor(a, { value: 9n, after: -20n }, { value: 10n, after: -10n }),
      attestor(b, { value: 9n, after: -20n }, { value: 10n, after: -10n }),
    ]
    expect(await collect(byExpiry, urls())).to.include({ value: 10n, observedAt: EXPIRES - 10n })
  })

  const useless: [string, () => Promise<string>][] = [
    ['there is only one', () => serve(425, { error: 'too early' })],
    ['the other is no member', () => attestor(Keypair.generate(), { value: 12n, after: 0n })],
    ['the other is the first once more', () => attestor(a, { value: 12n, after: 0n })],
    ['the other speaks of another value', () => attestor(b, { value: 13n, after: 0n })],
    ['the other speaks of another time', () => attestor(b, { value: 12n, after: 5n })],
    ['the other has not signed it', () => attestor(b, { value: 12n, after: 0n, signer: a })],
    [
      'the other has signed it for another market',
      () => attestor(b, { value: 12n, after: 0n, about: Keypair.generate().publicKey }),
    ],
    ['the other makes no sense', () => serve(200, 'yes')],
    ['the other is not there', async () => 'http://127.0.0.1:9'],
  ]
  for (const [why, other] of useless) {
    it(`prove nothing where ${why}`, async () => {
      expect(await collect(attested, [attestor(a, { value: 12n, after: 0n }), other()])).to.equal(null)
    })
  }

  it('prove nothing where they come too late for the proof window, or too early', async () => {
    for (const after of [-1n, 31n]) {
      const said = { value: 12n, after }
      expect(await collect(attested, [attestor(a, said), attestor(b, said)])).to.equal(null)
    }
  })
})
