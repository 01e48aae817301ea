import { createServer, type Server } from 'node:http'
import type { Decisions, Fetched, Market } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { BookEntry } from '../../app/src/book/entry.ts'
import { AttestationProofs } from '../../app/src/keeper/proofs/attestation.ts'
import { listen } from '../../app/src/runtime/serve.ts'
import { EXPIRES, plainMarket } from '../helpers/sdk/market.ts'

/** An attestor that lists which markets it has signed something about. */
interface TestAttestor {
  url: string
  /** The latest second that it has signed for, by market. */
  signed: Map<string, number>
  status: number
  /** The paths that it was asked for. */
  asked: string[]
}

describe("the keeper's proofs by attestations", () => {
  const servers: Server[] = []
  let attestors: TestAttestor[]
  let errors: string[]
  let collected: { market: string; urls: readonly string[] }[]
  let proofs: AttestationProofs

  const idle: Fetched<Market>[] = Array.from({ length: 150 }, () => ({
    ...plainMarket({ condition: { type: 'event', timing: 'byExpiry' } }),
    address: Keypair.generate().publicKey,
  }))
  const market = idle[77] as Fetched<Market>

  async function openAttestor(): Promise<TestAttestor> {
    const attestor: TestAttestor = { url: '', signed: new Map(), status: 200, asked: [] }
    const server = createServer((request, response) => {
      attestor.asked.push(request.url ?? '')
      const markets = [...attestor.signed].map(([address, second]) => ({ market: address, second }))
      response.writeHead(attestor.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ attestor: 'any', markets }))
    })
    servers.push(server)
    const choice = { host: '127.0.0.1', port: 0, purpose: 'attestor', setting: 'none' }
    attestor.url = `http://127.0.0.1:${await listen(server, choice)}`
    return attestor
  }

  beforeEach(async () => {
    attestors = await Promise.all(Array.from({ length: 4 }, openAttestor))
    errors = []
    collected = []
    const decisions = {
      async collectAttestation(about: Fetched<Market>, { urls }: { urls: readonly string[] }) {
        collected.push({ market: about.address.toBase58(), urls })
        return null
      },
    } as unknown as Decisions
    const urls = attestors.map(({ url }) => url)
    proofs = new AttestationProofs(decisions, { urls, onError: (error) => errors.push(error.message) })
    for (const one of idle) proofs.watch(new BookEntry(one, 'Is it?'))
  })

  after(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  const sign = (count: number, second: bigint) => {
    for (const { signed } of attestors.slice(0, count)) signed.set(market.address.toBase58(), Number(second))
  }
  const early = () => idle.filter((one) => proofs.hasEarly(one))

  it('cost one request an attestor, however many markets there are', async () => {
    expect(early()).to.deep.equal([])
    await proofs.follow()
    expect(early()).to.deep.equal([])
    expect(attestors.map(({ asked }) => asked)).to.deep.equal(attestors.map(() => ['/attestations']))
  })

  it('are collected once enough attestors have signed something, and again once there is more', async () => {
    sign(2, EXPIRES - 20n)
    await proofs.follow()
    expect(early(), 'two are too few').to.deep.equal([])
    sign(3, EXPIRES - 20n)
    await proofs.follow()
    expect(early()).to.deep.equal([market])

    await proofs.prove(market, EXPIRES - 19n)
    await proofs.follow()
    expect(early(), 'nothing new').to.deep.equal([])
    sign(3, EXPIRES - 15n)
    await proofs.follow()
    expect(early()).to.deep.equal([market])
  })

  it('leave an attestor alone for a while that fails', async () => {
    const [failing] = attestors as [TestAttestor]
    failing.status = 503
    sign(4, EXPIRES)
    await proofs.follow()
    await proofs.follow()
    expect(failing.asked).to.have.length(1)
    expect(errors).to.deep.equal([`${failing.url}/attestations answered 503`])
    expect(early(), 'three are enough').to.deep.equal([market])
    await proofs.prove(market, EXPIRES)
    expect(collected).to.deep.equal([
      { market: market.address.toBase58(), urls: attestors.slice(1).map(({ url }) => url) },
    ])
  })
})
