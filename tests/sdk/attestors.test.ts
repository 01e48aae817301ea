import { createServer, type Server } from 'node:http'
import type { AttestorSet, Fetched, Market } from '@prediction-market/sdk'
import { collectAttestation, signAttestation } from '@prediction-market/sdk/oracle'
import { Keypair, type PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { listen } from '../../app/src/runtime/serve.ts'
import { EXPIRES, plainMarket } from '../helpers/sdk/market.ts'

/** A market that a quorum of three of four attestors decides. */
const attested = plainMarket({
  condition: { type: 'holders', comparison: 'atLeast', target: '10', minimumBalance: 1n, timing: 'atExpiry' },
})
const byExpiry: Fetched<Market> = {
  ...attested,
  condition: { type: 'holders', comparison: 'atLeast', target: '10', minimumBalance: 1n, timing: 'byExpiry' },
}
const event: Fetched<Market> = { ...attested, condition: { type: 'event', timing: 'atExpiry' } }
const market = attested.address

const members = Array.from({ length: 4 }, () => Keypair.generate())
const keys = members.map(({ publicKey }) => publicKey)
const set: AttestorSet = { version: 1, index: 0, threshold: 3, keys }

/** An attestation: what it says, seconds after the expiry, who signs it and for which market. */
interface Said {
  isMet: boolean
  after: bigint
  signer?: Keypair
  about?: PublicKey
}

const met = (after: bigint): Said => ({ isMet: true, after })
const notMet = (after: bigint): Said => ({ isMet: false, after })

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
  const attestations = said.map(({ isMet, after, signer = key, about = market }) => {
    const second = EXPIRES + after
    const { signature } = signAttestation({ market: about, second, isMet }, signer)
    return { second: Number(second), isMet, signature: bs58.encode(signature) }
  })
  return serve(200, { attestor: key.publicKey.toBase58(), attestations })
}

async function collect(of: Fetched<Market>, urls: Promise<string>[], now = EXPIRES) {
  return collectAttestation(of, set, now, { urls: await Promise.all(urls), timeoutMs: 60_000 })
}

describe('collecting attestations', () => {
  const [a, b, c, d] = members as [Keypair, Keypair, Keypair, Keypair]

  /** Three attestors that say the same. */
  const three = (...said: Said[]) => [a, b, c].map((key) => attestor(key, ...said))

  after(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  it('counts once enough attestors have signed the same', async () => {
    for (const said of [met(0n), notMet(0n)]) {
      const found = await collect(attested, [...three(said), attestor(d, said)])
      expect(found).to.include({ isMet: said.isMet, second: EXPIRES })
      expect(found?.signatures, 'no more than it takes').to.have.length(3)
    }
  })

  it('takes the earliest second that enough agree on', async () => {
    const found = await collect(byExpiry, [
      attestor(a, met(-20n), met(-15n), met(-10n)),
      attestor(b, met(-20n), met(-15n), met(-10n)),
      attestor(c, notMet(-20n), met(-15n), met(-10n)),
      serve(503, { error: 'stale' }),
    ])
    expect(found).to.include({ isMet: true, second: EXPIRES - 15n })
  })

  it('takes early answers of a condition by expiry only where they say Yes', async () => {
    expect(await collect(byExpiry, three(notMet(-20n), met(-10n)))).to.include({ second: EXPIRES - 10n })
    expect(await collect(byExpiry, three(notMet(-20n)))).to.equal(null)
    expect(await collect(byExpiry, three(notMet(0n)))).to.include({ isMet: false, second: EXPIRES })
  })

  it('takes early answers about an event either way', async () => {
    const now = EXPIRES - 100n
    expect(await collect(event, three(notMet(-150n)), now)).to.include({
      isMet: false,
      second: EXPIRES - 150n,
    })
    expect(await collect(event, three(met(-150n)), now)).to.include({ isMet: true, second: EXPIRES - 150n })
  })

  it('passes over a second that is too old for the bets that came after it', async () => {
    // The last bet was in the last of 20 periods of 30 seconds.
    const recent = { ...event.recent, period: 20n }
    const found = await collect({ ...event, recent }, three(met(-120n), met(-60n), met(-5n)))
    expect(found).to.include({ second: EXPIRES - 60n })
  })

  describe('with an attestor that never answers', () => {
    const silent = () => {
      const server = createServer(() => {})
      servers.push(server)
      const choice = { host: '127.0.0.1', port: 0, purpose: 'attestor', setting: 'none' }
      return listen(server, choice).then((port) => `http://127.0.0.1:${port}`)
    }
    const patiently = async (urls: Promise<string>[], onError?: (error: Error) => void) => {
      const options = { urls: await Promise.all(urls), timeoutMs: 3_600_000, onError }
      return collectAttestation(attested, set, EXPIRES, options)
    }

    it('ends with the quorum', async () => {
      const errors: Error[] = []
      const found = await patiently([silent(), ...three(met(0n))], (error) => errors.push(error))
      expect(found).to.include({ isMet: true, second: EXPIRES })
      expect(errors, 'an ended request is no error').to.deep.equal([])
    })

    it('ends when no quorum can be reached any more', async () => {
      const early = () => serve(425, { error: 'too early' })
      expect(await patiently([silent(), attestor(a, met(0n)), early(), early()])).to.equal(null)
      expect(await patiently([silent(), early(), early(), early()])).to.equal(null)
    })
  })

  const useless: [string, () => Promise<string>][] = [
    ['there are only two', () => serve(425, { error: 'too early' })],
    ['the third is no member', () => attestor(Keypair.generate(), met(0n))],
    ['the third is the first once more', () => attestor(a, met(0n))],
    ['the third says otherwise', () => attestor(c, notMet(0n))],
    ['the third speaks of another second', () => attestor(c, met(5n))],
    ['the third has not signed it', () => attestor(c, { ...met(0n), signer: a })],
    [
      'the third has signed it for another market',
      () => attestor(c, { ...met(0n), about: Keypair.generate().publicKey }),
    ],
    ['the third makes no sense', () => serve(200, 'yes')],
    [
      'the third says something else than Yes or No',
      () =>
        serve(200, {
          attestor: c.publicKey.toBase58(),
          attestations: [{ second: 1, isMet: 1, signature: '1' }],
        }),
    ],
    ['the third is not there', async () => 'http://127.0.0.1:9'],
    [
      'the third answers without end',
      async () => {
        const said = { second: Number(EXPIRES), isMet: true, signature: bs58.encode(new Uint8Array(64)) }
        const attestations = Array.from({ length: 2_000 }, () => said)
        return serve(200, { attestor: c.publicKey.toBase58(), attestations })
      },
    ],
  ]
  for (const [why, other] of useless) {
    it(`finds nothing where ${why}`, async () => {
      expect(await collect(attested, [attestor(a, met(0n)), attestor(b, met(0n)), other()])).to.equal(null)
    })
  }

  it('finds nothing for a market at expiry but for its very second', async () => {
    for (const after of [-1n, 1n]) {
      expect(await collect(attested, three(met(after)))).to.equal(null)
    }
  })

  it('finds nothing once the market can only be voided', async () => {
    const end = EXPIRES + BigInt(attested.terms.voidDelay)
    expect(await collect(attested, three(met(0n)), end - 1n)).to.include({ second: EXPIRES })
    expect(await collect(attested, three(met(0n)), end)).to.equal(null)
  })
})
