import { type Condition, type ProgramError, signAttestation } from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { agreed, ask, givenMarket } from '../helpers/attestor/harness.ts'
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

  /** Moves the clock to the next second at which attestors observe markets by expiry. */
  async function nextMoment(): Promise<void> {
    const now = await chainTime(localnet.connection)
    await travelTo(localnet, now + 5 - (now % 5))
  }

  /** Asks until the attestor's view of the chain has reached the second that is asked for. */
  async function askOnceSeen(question: string) {
    return until('the attestor to see that second', async () => {
      const answer = await ask(question)
      return answer.status !== 425 && answer
    })
  }

  it('signs what the program decides by: holders at expiry, by two of three', async () => {
    const token = await givenToken(5n, 7n, 4n)
    const given = await givenMarket(holders('2', 'atExpiry', 5n), 60, token)
    await travelTo(localnet, given.expireAt)
    const attestation = await agreed(given, 2)

    expect(attestation).to.include({ value: 2n, observedAt: BigInt(given.expireAt) })
    await given.client.resolve({ market: given.market, attestation })
    const decided = await given.client.market(given.market.address)
    expect(decided).to.include({ status: 'resolved', outcome: 'Yes' })
    expect(decided?.observation).to.include({ value: 2n, observedAt: BigInt(given.expireAt) })

    // And once it is decided, there is nothing more to say.
    const answer = await until('the attestor to see it', async () => {
      const later = await ask(`${url}/attestations/${given.address}`)
      return later.status === 409 && later
    })
    expect(answer.body.error).to.equal(`market_${given.address} is already resolved`)
  })

  it('signs holders by expiry as soon as there are enough, and not before', async () => {
    const token = await givenToken(1n)
    const given = await givenMarket(holders('2', 'byExpiry'), 300, token)
    await nextMoment()
    const seen = await until('the market to be observed', async () => {
      const { body } = await ask(`${url}/observations`)
      return body.observations.find(({ market }: { market: string }) => market === given.address)
    })
    expect(seen.value).to.equal('1')
    const early = await ask(`${url}/attestations/${given.address}`)
    expect(early.status).to.equal(425)
    expect(early.body.error).to.contain('has been signed yet')

    await tokens.give(token, [[Keypair.generate().publicKey, 1n]])
    await nextMoment()
    const attestation = await agreed(given, 2)
    expect(attestation.value).to.equal(2n)
    expect(attestation.observedAt % 5n).to.equal(0n)
    await given.client.resolve({ market: given.market, attestation })
    expect(await given.client.market(given.market.address)).to.include({ outcome: 'Yes' })
  })

  it('signs what it is told of an event, and nothing as long as nobody can tell', async () => {
    const given = await givenMarket(event('atExpiry'), 60)
    await travelTo(localnet, given.expireAt)
    await waitForTime(localnet.connection, given.expireAt + 2)
    expect((await ask(`${url}/attestations/${given.address}`)).status).to.equal(425)

    // When it is known, the next moment after expiry has it, and the one that was missed stays missed.
    localnet.events.set(given.market.address, true)
    await travelTo(localnet, given.expireAt + 5)
    const attestation = await agreed(given, 2)
    expect(attestation).to.include({ value: 1n, observedAt: BigInt(given.expireAt + 5) })
    const missed = await askOnceSeen(`${url}/attestations/${given.address}?observedAt=${given.expireAt}`)
    expect(missed.status).to.equal(404)
    await given.client.resolve({ market: given.market, attestation })
    expect(await given.client.market(given.market.address)).to.include({ outcome: 'Yes' })
  })

  it('signs an event by expiry only once it has taken place', async () => {
    const given = await givenMarket(event('byExpiry'), 300)
    localnet.events.set(given.market.address, false)
    await nextMoment()
    await until('the market to be observed', async () => {
      const { body } = await ask(`${url}/observations`)
      return body.observations.some(({ market }: { market: string }) => market === given.address)
    })
    expect((await ask(`${url}/attestations/${given.address}`)).status).to.equal(425)
    localnet.events.set(given.market.address, true)
    await nextMoment()
    const attestation = await agreed(given, 3)
    expect(attestation.value).to.equal(1n)
    expect(attestation.signatures.map(({ attestor }) => attestor.toBase58())).to.have.members(
      LOCALNET_KEYS.attestors.map(({ publicKey }) => publicKey.toBase58()),
    )
  })

  it('gives the attestation of one moment, by address or id, and the same each time', async () => {
    const given = await givenMarket(event('atExpiry'), 60)
    localnet.events.set(given.market.address, false)
    await travelTo(localnet, given.expireAt)
    await agreed(given, 3)
    const first = await ask(`${url}/attestations/${given.address}?observedAt=${given.expireAt}`)
    const [key] = LOCALNET_KEYS.attestors
    expect(first.status).to.equal(200)
    expect(first.body).to.include({
      market: given.address,
      value: '0',
      observedAt: given.expireAt,
      attestor: key?.publicKey.toBase58(),
    })
    expect(
      await ask(`${url}/attestations/market_${given.address}?observedAt=${given.expireAt}`),
    ).to.deep.equal(first)

    // What it hears afterwards changes nothing about that moment.
    localnet.events.set(given.market.address, true)
    await travelTo(localnet, given.expireAt + 5)
    const later = await until('another moment', async () => {
      const { body } = await ask(`${url}/attestations/${given.address}/all`)
      return body.attestations.length > 1 && body.attestations
    })
    expect(
      later.map(({ value, observedAt }: { value: string; observedAt: number }) => [value, observedAt]),
    ).to.deep.equal([
      ['0', given.expireAt],
      ['1', given.expireAt + 5],
    ])
    expect(await ask(`${url}/attestations/${given.address}?observedAt=${given.expireAt}`)).to.deep.equal(
      first,
    )
  })

  describe('refuses', () => {
    it('a time that has not come and one that it has not seen', async () => {
      const given = await givenMarket(event('atExpiry'), 300)
      localnet.events.set(given.market.address, true)
      const early = await ask(`${url}/attestations/${given.address}?observedAt=${given.expireAt}`)
      expect(early.status).to.equal(425)
      const now = await chainTime(localnet.connection)
      const past = await askOnceSeen(`${url}/attestations/${given.address}?observedAt=${now - 60}`)
      expect(past.status).to.equal(404)
      expect(past.body.error)
        .to.contain('observedAt')
        .and.to.contain(String(now - 60))
    })

    it('a market that proofs on the chain decide', async () => {
      const token = await givenToken(1n)
      const supply: Condition = { type: 'supply', comparison: 'above', target: '5', timing: 'atExpiry' }
      const { address } = await givenMarket(supply, 300, token)
      const answer = await until('the attestor to know the market', async () => {
        const one = await ask(`${url}/attestations/${address}`)
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
      expect(await ask(`${url}/attestations/${address}`)).to.deep.equal(answer)
      expect(await ask(`${url}/attestations/market_${address}/all`)).to.deep.equal(answer)
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
        const { status, body } = await ask(`${url}/attestations/${id}`)
        expect(status).to.equal(400)
        expect(body.error).to.match(/^market: /)
      })
    }

    for (const second of ['', '-1', '1.5', 'now', '1e9', '9'.repeat(20)]) {
      it(`the second ${JSON.stringify(second)}`, async () => {
        const market = await knownMarket()
        const { status, body } = await ask(`${url}/attestations/${market}?observedAt=${second}`)
        expect({ status, body }).to.deep.equal({
          status: 400,
          body: { error: 'observedAt: must be unix seconds' },
        })
      })
    }

    let known: Promise<string> | undefined
    function knownMarket(): Promise<string> {
      known ??= givenMarket(event('atExpiry'), 600).then(({ address }) =>
        until('the attestor to know the market', async () => {
          return (await ask(`${url}/attestations/${address}`)).status === 425 && address
        }),
      )
      return known
    }

    it('other paths and other methods', async () => {
      expect((await ask(`${url}/v1/markets`)).status).to.equal(404)
      const answer = await fetch(`${url}/attestations/x`, { method: 'POST' })
      expect(answer.status).to.equal(404)
      expect(await answer.json()).to.deep.equal({ error: 'Not found: POST /attestations/x' })
    })
  })

  it('says how it is', async () => {
    const { status, body } = await ask(`${url}/health`)
    expect(status).to.equal(200)
    expect(body).to.include({ status: 'ok', attestor: LOCALNET_KEYS.attestors[0]?.publicKey.toBase58() })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).to.contain('attestor_signed_total{kind="event"}')
  })

  it('alone decides nothing: one short, one twice, another market, another second count for nothing', async () => {
    const given = await givenMarket(event('atExpiry'), 60)
    const other = await givenMarket(event('atExpiry'), 60)
    for (const { market } of [given, other]) localnet.events.set(market.address, true)
    await travelTo(localnet, other.expireAt)
    const [attestation, foreign] = [await agreed(given, 3), await agreed(other, 3)]
    const [first, second] = attestation.signatures
    if (!first || !second) expect.fail('Too few')
    const { market, client } = given
    const refused = async (signatures: (typeof first)[], change: object = {}) => {
      const error = await failure(
        client.resolve({ market, attestation: { ...attestation, ...change, signatures } }),
      )
      return (error as ProgramError).name + error.message
    }

    expect(await refused([first])).to.contain('AttestationQuorumMissing')
    expect(await refused([first, first])).to.contain('distinct')
    expect(await refused(foreign.signatures)).to.contain('does not verify')
    expect(await refused([first, second], { observedAt: attestation.observedAt + 1n })).to.contain(
      'does not verify',
    )
    expect(await refused([first, second], { value: 0n })).to.contain('does not verify')
    const stranger = signAttestation({ ...attestation, market: market.address }, Keypair.generate())
    expect(await refused([first, stranger])).to.contain('AttestationQuorumMissing')
    expect(await client.market(market.address)).to.include({ status: 'open' })

    await client.resolve({ market, attestation: { ...attestation, signatures: [first, second] } })
    expect(await client.market(market.address)).to.include({ status: 'resolved' })
    const again = await failure(client.resolve({ market, attestation }))
    expect((again as ProgramError).name).to.equal('MarketDecided')
  })
})
