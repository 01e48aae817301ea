import type { Condition, ProgramError } from '@prediction-market/sdk'
import { signAttestation } from '@prediction-market/sdk/oracle'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { agreed, askReady, givenMarket, nextMoment } from '../helpers/attestor/harness.ts'
import { TokenMaker } from '../helpers/attestor/tokens.ts'
import {
  chainTime,
  failure,
  fundedWallet,
  sharedLocalnet,
  type TestLocalnet,
  travelTo,
  until,
  waitForTime,
} from '../helpers/localnet/index.ts'

const holders = (target: string, timing: Condition['timing'], minimumBalance = 1n): Condition => ({
  type: 'holders',
  comparison: 'atLeast',
  target,
  minimumBalance,
  timing,
})
const event = (timing: Condition['timing']): Condition => ({ type: 'event', timing })

describe('an attestor', () => {
  let localnet: TestLocalnet
  let tokens: TokenMaker
  let url: string

  before(async () => {
    localnet = await sharedLocalnet()
    tokens = new TokenMaker(localnet.connection, await fundedWallet(localnet.connection))
    url = localnet.attestorUrls[0] ?? expect.fail('No attestor')
  })

  /** A new token that wallets hold, each its amount. */
  async function givenToken(...amounts: bigint[]): Promise<PublicKey> {
    const mint = await tokens.mint()
    await tokens.give(
      mint,
      amounts.map((amount) => [Keypair.generate().publicKey, amount]),
    )
    return mint
  }

  /** Asks until the attestor's view of the chain has reached the second that is asked for. */
  async function askOnceSeen(question: string) {
    return until('the attestor to see that second', async () => {
      const answer = await askReady(question)
      return answer.status !== 425 && answer
    })
  }

  /** Waits until the attestor has observed a market. */
  async function observed(address: string) {
    return until('the market to be observed', async () => {
      const { body } = await askReady(`${url}/observations`)
      return body.observations.find(({ market }: { market: string }) => market === address)
    })
  }

  it('signs what the program decides by: holders at expiry, by three of four', async () => {
    const token = await givenToken(5n, 7n, 4n)
    const given = await givenMarket(holders('2', 'atExpiry', 5n), 60, token)
    await travelTo(localnet, given.expireAt)
    const attestation = await agreed(given, 3)

    expect(attestation).to.include({ isMet: true, second: BigInt(given.expireAt) })
    expect((await observed(given.address)).value).to.equal('2')
    await given.client.decisions.resolve({ market: given.market, attestation })
    const decided = await given.client.markets.get(given.market.address)
    expect(decided).to.include({ status: 'resolved', outcome: 'Yes' })
    expect(decided?.observation).to.include({ isMet: true, observedAt: BigInt(given.expireAt) })

    // And once it is decided, there is nothing more to say.
    const answer = await until('the attestor to see it', async () => {
      const later = await askReady(`${url}/attestations/${given.address}`)
      return later.status === 409 && later
    })
    expect(answer.body.error).to.equal(`market_${given.address} is already resolved`)
  })

  it('signs at expiry that there are too few holders, which decides No', async () => {
    const token = await givenToken(5n, 7n, 4n)
    const given = await givenMarket(holders('3', 'atExpiry', 5n), 60, token)
    await travelTo(localnet, given.expireAt)
    const attestation = await agreed(given, 4)
    expect(attestation).to.include({ isMet: false, second: BigInt(given.expireAt) })
    const { signatures } = attestation
    await given.client.decisions.resolve({
      market: given.market,
      attestation: { ...attestation, signatures: signatures.slice(1) },
    })
    expect(await given.client.markets.get(given.market.address)).to.include({
      status: 'resolved',
      outcome: 'No',
    })
  })

  it('signs holders by expiry as soon as there are enough, and not before', async () => {
    const token = await givenToken(1n)
    const given = await givenMarket(holders('2', 'byExpiry'), 300, token)
    await nextMoment()
    expect((await observed(given.address)).value).to.equal('1')
    const early = await askReady(`${url}/attestations/${given.address}`)
    expect(early.status).to.equal(425)
    expect(early.body.error).to.contain('has been signed yet')

    await tokens.give(token, [[Keypair.generate().publicKey, 1n]])
    await nextMoment()
    const attestation = await agreed(given, 3)
    expect(attestation.isMet).to.equal(true)
    expect(attestation.second % 5n).to.equal(0n)
    await given.client.decisions.resolve({ market: given.market, attestation })
    expect(await given.client.markets.get(given.market.address)).to.include({ outcome: 'Yes' })
  })

  it('signs for the expiry an answer that becomes known some seconds later', async () => {
    const given = await givenMarket(event('atExpiry'), 100)
    await travelTo(localnet, given.expireAt)
    await waitForTime(localnet.connection, given.expireAt + 1)
    expect((await askReady(`${url}/attestations/${given.address}`)).status).to.equal(425)

    localnet.events.set(given.market.address, true)
    const attestation = await agreed(given, 3)
    expect(attestation).to.include({ isMet: true, second: BigInt(given.expireAt) })
    await given.client.decisions.resolve({ market: given.market, attestation })
    expect(await given.client.markets.get(given.market.address)).to.include({ outcome: 'Yes' })
  })

  it('signs nothing about an event without an answer within ten seconds of its expiry', async () => {
    const given = await givenMarket(event('atExpiry'), 100)
    const longer = await givenMarket(event('atExpiry'), 300)
    await travelTo(localnet, given.expireAt + 11)
    for (const { market } of [given, longer]) localnet.events.set(market.address, true)

    // When a market that runs longer has been observed since, then there still is nothing about this one.
    const { second } = await agreed(longer, 4)
    expect(Number(second)).to.be.greaterThan(given.expireAt)
    const missed = await askOnceSeen(`${url}/attestations/${given.address}?second=${given.expireAt}`)
    expect(missed.status).to.equal(404)
    expect((await askReady(`${url}/attestations/${given.address}`)).status).to.equal(425)
  })

  it('signs an event before its expiry once it can no longer change, either way', async () => {
    const known = [true, false].flatMap((answer) =>
      (['atExpiry', 'byExpiry'] as const).map((timing) => ({ answer, timing })),
    )
    for (const { answer, timing } of known) {
      const given = await givenMarket(event(timing), 300)
      await nextMoment()
      expect((await askReady(`${url}/attestations/${given.address}`)).status).to.be.oneOf([404, 425])
      localnet.events.set(given.market.address, answer)
      const attestation = await agreed(given, 4)
      expect(attestation.isMet).to.equal(answer)
      expect(Number(attestation.second)).to.be.lessThan(given.expireAt)
      expect(attestation.second % 5n).to.equal(0n)
      expect(attestation.signatures.map(({ attestor }) => attestor.toBase58())).to.have.members(
        LOCALNET_KEYS.attestors.map(({ publicKey }) => publicKey.toBase58()),
      )
      const signatures = attestation.signatures.slice(0, 3)
      await given.client.decisions.resolve({
        market: given.market,
        attestation: { ...attestation, signatures },
      })
      const decided = await given.client.markets.get(given.market.address)
      expect(decided).to.include({ status: 'resolved', outcome: answer ? 'Yes' : 'No' })
    }
  })

  it('gives the attestation of one second, by address or id, and the same each time', async () => {
    const given = await givenMarket(event('byExpiry'), 300)
    localnet.events.set(given.market.address, false)
    await nextMoment()
    const { second } = await agreed(given, 4)
    const path = `${url}/attestations/${given.address}?second=${second}`
    const first = await askReady(path)
    const [key] = LOCALNET_KEYS.attestors
    expect(first.status).to.equal(200)
    expect(first.body).to.include({
      market: given.address,
      isMet: false,
      second: Number(second),
      attestor: key?.publicKey.toBase58(),
    })
    expect(await askReady(`${url}/attestations/market_${given.address}?second=${second}`)).to.deep.equal(
      first,
    )

    // What it hears afterwards changes nothing about that second.
    localnet.events.set(given.market.address, true)
    await nextMoment()
    const later = await until('the opposite to be signed', async () => {
      const { body } = await askReady(`${url}/attestations/${given.address}/all`)
      const attestations: { second: number; isMet: boolean }[] = body.attestations
      return attestations.some(({ isMet }) => isMet) && attestations
    })
    const seconds = later.map((one) => one.second)
    expect(seconds).to.deep.equal([...new Set(seconds)].sort())
    expect(later[0]).to.include({ second: Number(second), isMet: false })
    expect(await askReady(path)).to.deep.equal(first)
  })

  describe('refuses', () => {
    it('a time that has not come and one that it has not seen', async () => {
      const given = await givenMarket(event('atExpiry'), 300)
      localnet.events.set(given.market.address, true)
      const early = await askReady(`${url}/attestations/${given.address}?second=${given.expireAt}`)
      expect(early.status).to.equal(425)
      const now = await chainTime(localnet.connection)
      const past = await askOnceSeen(`${url}/attestations/${given.address}?second=${now - 60}`)
      expect(past.status).to.equal(404)
      expect(past.body.error)
        .to.contain('second')
        .and.to.contain(String(now - 60))
    })

    it('a market that proofs on the chain decide', async () => {
      const token = await givenToken(1n)
      const supply: Condition = { type: 'supply', comparison: 'above', target: '5', timing: 'byExpiry' }
      const { address } = await givenMarket(supply, 300, token)
      const answer = await until('the attestor to know the market', async () => {
        const one = await askReady(`${url}/attestations/${address}`)
        return one.status !== 404 && one
      })
      expect(answer).to.deep.equal({
        status: 409,
        body: { error: `market_${address} is decided by supply, not by attestors` },
      })
    })

    it('a market that nobody knows', async () => {
      const address = Keypair.generate().publicKey.toBase58()
      const answer = { status: 404, body: { error: `Market not found: ${address}` } }
      expect(await askReady(`${url}/attestations/${address}`)).to.deep.equal(answer)
      expect(await askReady(`${url}/attestations/market_${address}/all`)).to.deep.equal(answer)
    })

    for (const id of [
      'market_',
      'market_market_x',
      '0OIl',
      '1'.repeat(32),
      'a'.repeat(500),
      '%00',
      '..%2f',
    ]) {
      it(`the id ${id.slice(0, 20)}`, async () => {
        const { status, body } = await askReady(`${url}/attestations/${id}`)
        expect(status).to.equal(400)
        expect(body.error).to.match(/^market: /)
      })
    }

    for (const second of ['', '-1', '1.5', 'now', '1e9', '9'.repeat(20)]) {
      it(`the second ${JSON.stringify(second)}`, async () => {
        const market = await knownMarket()
        const { status, body } = await askReady(`${url}/attestations/${market}?second=${second}`)
        expect({ status, body }).to.deep.equal({
          status: 400,
          body: { error: 'second: must be unix seconds' },
        })
      })
    }

    let known: Promise<string> | undefined
    function knownMarket(): Promise<string> {
      known ??= givenMarket(event('atExpiry'), 600).then(({ address }) =>
        until('the attestor to know the market', async () => {
          return (await askReady(`${url}/attestations/${address}`)).status === 425 && address
        }),
      )
      return known
    }

    it('other paths and other methods', async () => {
      expect((await askReady(`${url}/v1/markets`)).status).to.equal(404)
      const answer = await fetch(`${url}/attestations/x`, { method: 'POST' })
      expect(answer.status).to.equal(404)
      expect(await answer.json()).to.deep.equal({ error: 'Not found: POST /attestations/x' })
    })
  })

  it('reports its health', async () => {
    for (const path of ['/health', '/health/ready']) {
      const { status, body } = await askReady(`${url}${path}`)
      expect(status).to.equal(200)
      expect(body).to.include({ status: 'ok', attestor: LOCALNET_KEYS.attestors[0]?.publicKey.toBase58() })
    }
    expect(await askReady(`${url}/health/live`)).to.deep.equal({ status: 200, body: { status: 'ok' } })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).to.contain('attestor_signed_total{kind="event"}').and.contain('attestor_journal_broken 0')
  })

  it('alone decides nothing: a missing or repeated signature, another market or another second do not count', async () => {
    const given = await givenMarket(event('atExpiry'), 100)
    const other = await givenMarket(event('atExpiry'), 100)
    await travelTo(localnet, other.expireAt)
    for (const { market } of [given, other]) localnet.events.set(market.address, true)
    const [attestation, foreign] = [await agreed(given, 3), await agreed(other, 3)]
    const [first, second, third] = attestation.signatures
    if (!first || !second || !third) expect.fail('Too few')
    const { market, client } = given
    const refused = async (signatures: (typeof first)[], change: object = {}) => {
      const error = await failure(
        client.decisions.resolve({ market, attestation: { ...attestation, ...change, signatures } }),
      )
      return (error as ProgramError).name + error.message
    }

    expect(await refused([first])).to.contain('AttestationQuorumMissing')
    expect(await refused([first, second])).to.contain('AttestationQuorumMissing')
    expect(await refused([first, second, second])).to.contain('distinct')
    expect(await refused(foreign.signatures)).to.contain('does not verify')
    const all = [first, second, third]
    expect(await refused(all, { second: attestation.second + 1n })).to.contain('does not verify')
    expect(await refused(all, { isMet: false })).to.contain('does not verify')
    const stranger = signAttestation({ ...attestation, market: market.address }, Keypair.generate())
    expect(await refused([first, second, stranger])).to.contain('AttestationQuorumMissing')
    expect(await client.markets.get(market.address)).to.include({ status: 'open' })

    await client.decisions.resolve({ market, attestation })
    expect(await client.markets.get(market.address)).to.include({ status: 'resolved' })
    const again = await failure(client.decisions.resolve({ market, attestation }))
    expect((again as ProgramError).name).to.equal('MarketDecided')
  })
})
