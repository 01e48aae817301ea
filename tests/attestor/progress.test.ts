import type { Condition } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { agreed, givenMarket, nextMoment } from '../helpers/attestor/harness.ts'
import { serve } from '../helpers/attestor/http.ts'
import { TokenMaker } from '../helpers/attestor/tokens.ts'
import { openGateway, request, sharedGateway } from '../helpers/gateway/harness.ts'
import { fundedWallet, sharedLocalnet, until } from '../helpers/localnet/index.ts'

const EVENT: Condition = { type: 'event', timing: 'byExpiry' }

/** Reads a market until its progress is what is waited for. */
async function progress(base: string, address: string, current: number) {
  return until(`progress of ${current}`, async () => {
    const { body } = await request(base, 'GET', `/v1/markets/market_${address}`)
    return body.conditionProgress?.currentCount === current && body.conditionProgress
  })
}

describe('the progress of what attestors see', () => {
  it('is the number of holders, also before a market expires', async () => {
    const { gateway } = await sharedGateway()
    const { connection } = await sharedLocalnet()
    const tokens = new TokenMaker(connection, await fundedWallet(connection))
    const token = await tokens.mint()
    await tokens.give(token, [
      [Keypair.generate().publicKey, 4n],
      [Keypair.generate().publicKey, 5n],
      [Keypair.generate().publicKey, 6n],
    ])
    const holders = { type: 'holders', comparison: 'atLeast', target: '2500', minimumBalance: 5n } as const
    const atExpiry = await givenMarket({ ...holders, timing: 'atExpiry' }, 300, token)
    const byExpiry = await givenMarket({ ...holders, timing: 'byExpiry' }, 300, token)
    for (const { address } of [atExpiry, byExpiry]) {
      const shown = await progress(gateway.url, address, 2)
      expect(shown).to.deep.equal({ currentCount: 2, target: 2500, unit: 'holders' })
    }
  })

  it('is the answer to an event, and nothing while it can change', async () => {
    const { gateway } = await sharedGateway()
    for (const value of [false, true]) {
      const { address } = await givenMarket(EVENT, 300)
      const id = `market_${address}`
      await until('the gateway to know it', async () => {
        return (await request(gateway.url, 'GET', `/v1/markets/${id}`)).status === 200
      })
      const before = await request(gateway.url, 'GET', `/v1/markets/${id}`)
      expect(before.body.conditionProgress).to.equal(undefined)

      // When somebody says on the localnet how it has turned out, attestors and progress follow.
      const body = { market: id, value }
      const answer = await request(gateway.url, 'POST', '/v1/localnet/events', { body })
      expect({ status: answer.status, body: answer.body }).to.deep.equal({ status: 200, body })
      const shown = await progress(gateway.url, address, Number(value))
      expect(shown).to.deep.equal({ currentCount: Number(value), target: 1, unit: 'events' })
      expect((await agreed({ address }, 3)).isMet).to.equal(value)
    }
  })

  it('is left out if no attestor answers, and comes from the next one if the first does not', async () => {
    const { address } = await givenMarket(EVENT, 300)
    const observation = { market: address, value: '1', observedAt: 1 }
    const working = await serve(() => ({ body: { attestor: 'x', observations: [observation] } }))
    const broken = await serve(() => ({ status: 500, body: {} }))
    const nonsense = await serve(() => ({ body: { observations: [{ market: address, value: '1}' }] } }))
    const { gateway: silent } = await openGateway({ attestorUrls: [broken.url, nonsense.url] })
    const { gateway } = await openGateway({ attestorUrls: [broken.url, nonsense.url, `${working.url}/`] })
    try {
      await progress(gateway.url, address, 1)
      const { status, body } = await request(silent.url, 'GET', `/v1/markets/market_${address}`)
      expect(status).to.equal(200)
      expect(body.conditionProgress).to.equal(undefined)
    } finally {
      await Promise.all([silent, gateway].map((one) => one.stop()))
      await Promise.all([working, broken, nonsense].map((one) => one.close()))
    }
  })
})

describe('POST /v1/localnet/events', () => {
  const post = async (body: unknown) => {
    const { gateway } = await sharedGateway()
    const { status, body: answer } = await request(gateway.url, 'POST', '/v1/localnet/events', { body })
    return { status, error: answer.error as string }
  }
  const unknown = `market_${Keypair.generate().publicKey.toBase58()}`

  for (const [what, body, field] of [
    ['no market', { value: true }, 'market'],
    ['a market that is no id', { market: 'market_0', value: true }, 'market'],
    ['an address alone', { market: unknown.slice(7), value: true }, 'market'],
    ['no value', { market: unknown }, 'value'],
    ['a number', { market: unknown, value: 1 }, 'value'],
    ['a text', { market: unknown, value: 'true' }, 'value'],
    ['nothing', { market: unknown, value: null }, 'value'],
    ['a field that nobody knows', { market: unknown, value: true, by: 'me' }, 'by'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { status, error } = await post(body)
      expect(status).to.equal(400)
      expect(error).to.contain(field)
    })
  }

  it('refuses an unknown market', async () => {
    expect(await post({ market: unknown, value: true })).to.deep.equal({
      status: 404,
      error: `Market not found: ${unknown}`,
    })
  })

  it('refuses a market that is not about an event, and one that is decided', async () => {
    const { connection } = await sharedLocalnet()
    const tokens = new TokenMaker(connection, await fundedWallet(connection))
    const token = await tokens.mint()
    await tokens.give(token, [[Keypair.generate().publicKey, 1n]])
    const supply = { type: 'supply', comparison: 'above', target: '5', timing: 'byExpiry' } as const
    const other = await givenMarket(supply, 300, token)
    const answer = await until('the gateway to know the market', async () => {
      const one = await post({ market: `market_${other.address}`, value: true })
      return one.status !== 404 && one
    })
    expect(answer).to.deep.equal({ status: 400, error: 'market: is decided by supply, not by an event' })

    const { events } = await sharedLocalnet()
    const given = await givenMarket(EVENT, 300)
    await nextMoment()
    events.set(given.market.address, true)
    const attestation = await agreed(given, 3)
    await given.client.decisions.resolve({ market: given.market, attestation })
    const late = await until('the gateway to see the decision', async () => {
      const one = await post({ market: `market_${given.address}`, value: false })
      return one.status === 409 && one
    })
    expect(late.error).to.equal('market: is resolved already')
  })
})
