import { toMarketId } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { act, inSeconds, paidWallet, refused, request, sharedGateway } from '../helpers/gateway/harness.ts'

const NOBODY = 'market_11111111111111111111111111111112'

describe('gateway: bad input beside markets and bets', () => {
  let url: string
  let market: string
  const wallet = Keypair.generate()

  before(async () => {
    const test = await sharedGateway()
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: inSeconds(test, 3_600),
    }
    market = (await act(url, '/v1/markets', body, wallet)).sent.body.id
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
      ['limit=99999999999', 'limit: must be a whole number'],
      ['limit=NaN', 'limit: must be a whole number'],
      ['limit=%zz', 'The query is not valid percent-encoding'],
      ['offset=1.5', 'offset: must be a whole number'],
      ['offset=99999999999', 'offset: must be a whole number'],
      ['offset=10001', 'offset: must be a whole number from 0 to 10000; use cursor beyond'],
      ['status=OPEN', 'status: must be open, resolved or void'],
      ['status=', 'status: must be open, resolved or void'],
      ['status=open&status=open', 'status: is given more than once'],
      ['offset=-1', 'offset: must be a whole number'],
      ['offset=x', 'offset: must be a whole number'],
      ['limit=1&limit=2', 'limit: is given more than once'],
      ['currency=BTC', 'currency: must be SOL or UTILITY'],
      ['tokenAddress=x', 'tokenAddress: must be a Solana address'],
      ['creator=x', 'creator: must be a Solana address'],
      ['sort=random', 'sort: must be one of newest, expiring, volume'],
      ['page=2', 'page: is not recognized'],
    ]
    for (const [query, message] of queries) {
      it(`refuses ?${query}`, async () =>
        refused(await request(url, 'GET', `/v1/markets?${query}`), 400, message))
    }

    it('refuses unknown ids and routes', async () => {
      refused(await request(url, 'GET', `/v1/markets/${NOBODY}`), 404, 'Market not found')
      refused(await request(url, 'GET', '/v1/markets/5'), 404, 'Market not found: 5')
      refused(
        await request(url, 'GET', `/v1/markets/${toMarketId(wallet.publicKey)}/result`, { wallet }),
        404,
        'Market not found',
      )
      refused(await request(url, 'GET', '/v1/nothing'), 404, 'Route not found: GET /v1/nothing')
      const patched = await request(url, 'PATCH', `/v1/markets/${market}`)
      refused(patched, 405, 'PATCH is not allowed for')
      expect(patched.headers.get('allow')).to.equal('GET, HEAD')
      refused(await request(url, 'GET', `/v1/markets/${market}/result`), 401, 'Sign the request')
      refused(await request(url, 'GET', `/v1/markets/${market}/result`, { wallet }), 409, 'not been decided')
    })

    it('refuses quotes of invalid bets', async () => {
      const path = `/v1/markets/${market}/quote`
      refused(await request(url, 'GET', path), 400, 'outcome')
      refused(await request(url, 'GET', `${path}?outcome=Yes`), 400, 'amount: is missing')
      refused(
        await request(url, 'GET', `${path}?outcome=Yes&amount=x`),
        400,
        'amount: must be a plain decimal',
      )
      refused(await request(url, 'GET', `${path}?outcome=Up&amount=1`), 400, 'outcome: must be Yes or No')
      refused(
        await request(url, 'GET', `${path}?outcome=Yes&amount=-1`),
        400,
        'amount: must be a plain decimal',
      )
      refused(await request(url, 'GET', `${path}?outcome=Yes&amount=0`), 400, 'amount: must be at least')
      refused(await request(url, 'GET', `${path}?outcome=Yes&amount=1.0000000001`), 400, '9 decimals')
      refused(
        await request(url, 'GET', `${path}?outcome=Yes&amount=${'9'.repeat(30)}`),
        400,
        'must be at most',
      )
      refused(
        await request(url, 'GET', `${path}?outcome=Yes&amount=1&side=No`),
        400,
        'side: is not recognized',
      )
      refused(
        await request(url, 'GET', `/v1/markets/${NOBODY}/quote?outcome=Yes&amount=1`),
        404,
        'Market not found',
      )
    })
  })

  describe('POST /v1/localnet', () => {
    const to = wallet.publicKey.toBase58()
    const faucets: [what: string, body: object, message: string][] = [
      ['no wallet', { currency: 'SOL', amount: 1 }, 'wallet'],
      [
        'a wallet that is none',
        { wallet: 'me', currency: 'SOL', amount: 1 },
        'wallet: must be a Solana address',
      ],
      ['no currency', { wallet: to, amount: 1 }, 'currency'],
      ['another currency', { wallet: to, currency: 'USDC', amount: 1 }, 'currency: must be SOL or UTILITY'],
      ['no amount', { wallet: to, currency: 'SOL' }, 'amount: is missing'],
      ['nothing', { wallet: to, currency: 'SOL', amount: 0 }, 'amount: must be above zero'],
      ['less than nothing', { wallet: to, currency: 'SOL', amount: -1 }, 'amount: must not be negative'],
      ['too many decimals', { wallet: to, currency: 'UTILITY', amount: '0.0000001' }, 'at most 6 decimals'],
      [
        'more than there can be',
        { wallet: to, currency: 'SOL', amount: '99999999999' },
        'amount: must be at most 18446744073.709551615',
      ],
    ]
    for (const [what, body, message] of faucets) {
      it(`pays nothing for ${what}`, async () =>
        refused(await request(url, 'POST', '/v1/localnet/faucet', { body }), 400, message))
    }

    const prices: [what: string, body: object, message: string][] = [
      ['no feed', { price: 1 }, 'feed: is missing'],
      ['a feed that is none', { feed: 'XYZ/USD', price: 1 }, 'feed: must be one of'],
      ['half a sleep', { feed: 'SOL/USD', asleep: 'half' }, 'asleep: must be a boolean'],
      ['a price below zero', { feed: 'SOL/USD', price: -1 }, 'price: must not be negative'],
      ['a price of nothing', { feed: 'SOL/USD', price: 0 }, 'price:'],
      ['a price that is none', { feed: 'SOL/USD', price: 'high' }, 'price:'],
      ['a price beyond measure', { feed: 'SOL/USD', price: '1'.repeat(100) }, 'price:'],
    ]
    for (const [what, body, message] of prices) {
      it(`sets no price for ${what}`, async () =>
        refused(await request(url, 'POST', '/v1/localnet/prices', { body }), 400, message))
    }
  })
})
