import { toMarketId } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { act, inSeconds, paidWallet, request, sharedGateway, type TestGateway } from './harness.ts'

const NOBODY = 'market_11111111111111111111111111111112'

describe('gateway: bad input', () => {
  let test: TestGateway
  let url: string
  let market: string
  const wallet = Keypair.generate()
  const poor = Keypair.generate()

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '20' })
    const { sent } = await act(url, '/v1/markets', good(), wallet)
    market = sent.body.id
  })

  const good = () => ({
    question: 'Will SOL be above $250?',
    outcomes: ['Yes', 'No'],
    expireAt: inSeconds(test, 3_600),
    currency: 'SOL',
  })

  /** Expects a refusal in the one shape of all errors. */
  function refused(
    answer: { status: number; body: unknown; text: string },
    status: number,
    message: string | RegExp,
  ) {
    expect(answer.status, answer.text).to.equal(status)
    expect(answer.body).to.have.all.keys('error')
    const { error } = answer.body as { error: string }
    if (typeof message === 'string') expect(error).to.include(message)
    else expect(error).to.match(message)
  }

  describe('POST /v1/markets', () => {
    const cases: [what: string, change: object | (() => object), message: string][] = [
      ['no question', { question: undefined }, 'question: is missing'],
      ['an empty question', { question: '', condition: { type: 'event' } }, 'question'],
      ['a question that is no string', { question: 5 }, 'question: must be a string'],
      ['a question of 281 bytes', { question: 'x'.repeat(281), condition: { type: 'event' } }, '280 bytes'],
      [
        'a question that says no condition',
        { question: 'Will it rain?' },
        'Will SOL be above $250 at expiry?',
      ],
      ['no outcomes', { outcomes: undefined }, 'outcomes: is missing'],
      ['other outcomes', { outcomes: ['Up', 'Down'] }, 'outcomes: must be ["Yes","No"]'],
      ['three outcomes', { outcomes: ['Yes', 'No', 'Maybe'] }, 'outcomes: must be ["Yes","No"]'],
      ['no expireAt', { expireAt: undefined }, 'expireAt: is missing'],
      ['an expireAt of no time', { expireAt: 'tomorrow' }, 'expireAt: must be an ISO 8601 time'],
      ['the 30th of February', { expireAt: '2027-02-30T00:00:00Z' }, 'expireAt: must be an ISO 8601 time'],
      ['an expireAt in the past', { expireAt: '2020-01-01T00:00:00Z' }, 'expireAt: is in the past'],
      ['an expireAt beyond the limit', { expireAt: '2099-01-01T00:00:00Z' }, 'expireAt: is more than'],
      ['a closeAt in the past', { closeAt: '2020-01-01T00:00:00Z' }, 'closeAt: is in the past'],
      ['a closeAt after expireAt', () => ({ closeAt: inSeconds(test, 7_200) }), 'closeAt: must not be after'],
      ['no currency', { currency: undefined }, 'currency'],
      ['another currency', { currency: 'USDC' }, 'currency: must be SOL or UTILITY'],
      ['a tokenAddress that is none', { tokenAddress: 'abc' }, 'tokenAddress: must be a Solana address'],
      ['a tokenAddress that is a number', { tokenAddress: 5 }, 'tokenAddress: must be a string'],
      ['an unknown field', { fee: 0 }, 'fee: is not known here'],
      ['an unknown condition', { condition: { type: 'weather' } }, 'condition'],
      [
        'a condition without a target',
        { condition: { type: 'price', feed: 'SOL', comparison: 'above' } },
        'condition.target: is missing',
      ],
      [
        'a feed that is none',
        { condition: { type: 'price', feed: 'XYZ', comparison: 'above', target: 1 } },
        'condition.feed',
      ],
      ['a supply of no token', { condition: { type: 'supply', comparison: 'above', target: 1 } }, 'token'],
      [
        'a stake of nothing',
        { initialStake: { outcome: 'Yes', amount: 0 } },
        'initialStake.amount: must be above zero',
      ],
      [
        'a stake below zero',
        { initialStake: { outcome: 'Yes', amount: -1 } },
        'initialStake.amount: must not be negative',
      ],
      ['a stake on a third side', { initialStake: { outcome: 'Maybe', amount: 1 } }, 'initialStake.outcome'],
    ]
    for (const [what, change, message] of cases) {
      it(`refuses ${what}`, async () => {
        const body = { ...good(), ...(typeof change === 'function' ? change() : change) }
        refused(await request(url, 'POST', '/v1/markets', { body, wallet }), 400, message)
      })
    }

    it('refuses somebody unknown, and somebody without funds', async () => {
      refused(await request(url, 'POST', '/v1/markets', { body: good() }), 401, 'Sign the request')
      refused(await request(url, 'POST', '/v1/markets', { body: good(), wallet: poor }), 402, 'SOL')
    })

    it('refuses what is not JSON', async () => {
      const send = (body: string, headers = {}) =>
        request(url, 'POST', '/v1/markets', { body, wallet, headers })
      refused(await send('{"question":'), 400, 'not valid JSON')
      refused(await send('[]'), 400, 'The body must be an object')
      refused(await send('{"question":NaN}'), 400, 'not valid JSON')
      refused(await send('{}', { 'content-type': 'text/plain' }), 415, 'application/json')
    })
  })

  describe('POST /v1/markets/{id}/bets', () => {
    const bets: [what: string, body: object | string, message: string][] = [
      ['no outcome', { amount: 1 }, 'outcome'],
      ['an unknown outcome', { outcome: 'Maybe', amount: 1 }, 'outcome: must be Yes or No'],
      ['an outcome in other letters', { outcome: 'yes', amount: 1 }, 'outcome: must be Yes or No'],
      ['no amount', { outcome: 'Yes' }, 'amount: is missing'],
      ['nothing', { outcome: 'Yes', amount: 0 }, 'amount: must be at least 0.001 SOL'],
      ['less than the minimum', { outcome: 'Yes', amount: '0.000000001' }, 'amount: must be at least'],
      ['less than nothing', { outcome: 'Yes', amount: -1 }, 'amount: must not be negative'],
      ['less than nothing in a string', { outcome: 'Yes', amount: '-1' }, 'amount: must be a plain decimal'],
      ['ten decimals', { outcome: 'Yes', amount: '1.0000000001' }, 'more than the 9 decimals'],
      ['ten decimals in a number', '{"outcome":"Yes","amount":1.0000000001}', 'more than the 9 decimals'],
      ['a number beyond a double', '{"outcome":"Yes","amount":1e400}', 'amount: is out of range'],
      ['more than a u64', { outcome: 'Yes', amount: '18446744073.709551616' }, 'amount: is too large'],
      ['an amount that is none', { outcome: 'Yes', amount: true }, 'amount: must be a number'],
      ['NaN in a string', { outcome: 'Yes', amount: 'NaN' }, 'amount: must be a plain decimal'],
      [
        'the other currency',
        { outcome: 'Yes', amount: 1, currency: 'UTILITY' },
        "currency: this market's bets are in SOL",
      ],
    ]
    for (const [what, body, message] of bets) {
      it(`refuses ${what}`, async () => {
        refused(await request(url, 'POST', `/v1/markets/${market}/bets`, { body, wallet }), 400, message)
      })
    }

    it('refuses bets that nobody can pay, nobody made, or that are on nothing', async () => {
      const body = { outcome: 'Yes', amount: 1 }
      const path = `/v1/markets/${market}/bets`
      refused(await request(url, 'POST', path, { body, wallet: poor }), 402, 'SOL')
      refused(await request(url, 'POST', path, { body: { ...body, amount: 1_000_000 }, wallet }), 402, 'SOL')
      refused(await request(url, 'POST', path, { body }), 401, 'Sign the request')
      refused(
        await request(url, 'POST', `/v1/markets/${NOBODY}/bets`, { body, wallet }),
        404,
        'There is no market',
      )
      expect((await request(url, 'GET', `/v1/markets/${market}`)).body.totalVolume).to.equal(0)
    })

    it('refuses UTILITY from a wallet that has none', async () => {
      const { sent } = await act(url, '/v1/markets', { ...good(), currency: 'UTILITY' }, wallet)
      const body = { outcome: 'Yes', amount: 1 }
      refused(
        await request(url, 'POST', `/v1/markets/${sent.body.id}/bets`, { body, wallet }),
        402,
        'The wallet holds 0 UTILITY, and the stake is 1 UTILITY',
      )
    })
  })

  describe('reads', () => {
    const queries: [query: string, message: string][] = [
      ['status=closed', 'status: must be open, resolved or void'],
      ['limit=0', 'limit: must be a whole number from 1 to 100'],
      ['limit=101', 'limit: must be a whole number from 1 to 100'],
      ['limit=-1', 'limit: must be a whole number'],
      ['limit=1.5', 'limit: must be a whole number'],
      ['limit=1e1', 'limit: must be a whole number'],
      ['limit=', 'limit: must be a whole number'],
      ['offset=-1', 'offset: must be a whole number'],
      ['offset=x', 'offset: must be a whole number'],
      ['limit=1&limit=2', 'limit: is given more than once'],
      ['currency=BTC', 'currency: must be SOL or UTILITY'],
      ['tokenAddress=x', 'tokenAddress: must be a Solana address'],
      ['creator=x', 'creator: must be a Solana address'],
      ['sort=random', 'sort: must be one of newest, expiring, volume'],
      ['page=2', 'page: is not known here'],
    ]
    for (const [query, message] of queries) {
      it(`refuses ?${query}`, async () =>
        refused(await request(url, 'GET', `/v1/markets?${query}`), 400, message))
    }

    it('refuses unknown ids and routes', async () => {
      refused(await request(url, 'GET', `/v1/markets/${NOBODY}`), 404, 'There is no market')
      refused(await request(url, 'GET', '/v1/markets/5'), 404, 'There is no market 5')
      refused(
        await request(url, 'GET', `/v1/markets/${toMarketId(wallet.publicKey)}/result`, { wallet }),
        404,
        'no market',
      )
      refused(await request(url, 'GET', '/v1/nothing'), 404, 'There is no GET /v1/nothing')
      refused(await request(url, 'GET', `/v1/markets/${market}/result`), 401, 'Sign the request')
      refused(await request(url, 'GET', `/v1/markets/${market}/result`, { wallet }), 409, 'not been decided')
    })

    it('refuses quotes of what is no bet', async () => {
      const path = `/v1/markets/${market}/quote`
      refused(await request(url, 'GET', path), 400, 'outcome')
      refused(await request(url, 'GET', `${path}?outcome=Yes`), 400, 'amount: is missing')
      refused(
        await request(url, 'GET', `${path}?outcome=Yes&amount=x`),
        400,
        'amount: must be a plain decimal',
      )
      refused(await request(url, 'GET', `${path}?outcome=Up&amount=1`), 400, 'outcome: must be Yes or No')
    })
  })
})
