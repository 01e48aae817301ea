import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { act, inSeconds, paidWallet, request, sharedGateway } from '../../helpers/gateway/harness.ts'
import { until } from '../../helpers/localnet/wait.ts'

const NOBODY = 'market_11111111111111111111111111111112'
const WALLET = Keypair.generate().publicKey.toBase58()

/** A forged cursor. */
const cursor = (text: string) => Buffer.from(text).toString('base64url')

describe('history: bad input', () => {
  let url: string
  let market: string

  before(async () => {
    const test = await sharedGateway()
    url = test.gateway.url
    const wallet = Keypair.generate()
    await paidWallet(url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: inSeconds(test, 3_600),
    }
    market = (await act(url, '/v1/markets', body, wallet)).sent.body.id
    await until('the history to know the market', async () => {
      return (await request(url, 'GET', `/v1/markets/${market}/history`)).body.length > 0
    })
  })

  const paging: [query: string, status: number, message: string][] = [
    ['limit=0', 400, 'limit: must be a whole number from 1 to 100'],
    ['limit=101', 400, 'limit: must be a whole number from 1 to 100'],
    ['limit=1.5', 400, 'limit: must be a whole number'],
    ['limit=', 400, 'limit: must be a whole number'],
    ['offset=-1', 400, 'offset: must be a whole number'],
    ['offset=x', 400, 'offset: must be a whole number'],
    ['cursor=', 400, 'cursor: is not a cursor of this list'],
    ['cursor=*', 400, 'cursor: is not a cursor of this list'],
    ['cursor=abc', 400, 'cursor: is not a cursor of this list'],
    [`cursor=${cursor('bets')}`, 400, 'cursor: is not a cursor of this list'],
    [`cursor=${cursor('bets.x')}`, 400, 'cursor: is not a cursor of this list'],
    [`cursor=${cursor('bets.1.2')}`, 400, 'cursor: is not a cursor of this list'],
    [`cursor=${cursor("bets.1'--")}`, 400, 'cursor: is not a cursor of this list'],
    [`cursor=${cursor('other.1')}`, 400, 'cursor: is not a cursor of this list'],
    [`cursor=${'A'.repeat(600)}`, 400, 'cursor: is not a cursor of this list'],
    ['limit=1&limit=2', 400, 'limit: is given more than once'],
    ['page=2', 400, 'page: is not recognized'],
  ]

  const cases: [path: string, status: number, message: string][] = [
    ...[
      '/v1/markets/MARKET/bets',
      `/v1/wallets/${WALLET}/positions`,
      `/v1/wallets/${WALLET}/history`,
      '/v1/leaderboard',
      '/v1/markets',
    ].flatMap((path) =>
      paging.map(([query, ...rest]) => [`${path}?${query}`, ...rest] as [string, number, string]),
    ),
    [
      `/v1/markets/MARKET/bets?offset=1&cursor=${cursor('bets.5')}`,
      400,
      'offset: must not be given with a cursor',
    ],
    [`/v1/markets/${NOBODY}/bets`, 404, 'Market not found'],
    [`/v1/markets/${NOBODY}/history`, 404, 'Market not found'],
    ['/v1/markets/5/bets', 404, 'Market not found: 5'],
    [
      '/v1/markets/MARKET/history?interval=2m',
      400,
      'interval: must be one of 1s, 10s, 1m, 5m, 15m, 1h, 4h, 1d',
    ],
    ['/v1/markets/MARKET/history?interval=60', 400, 'interval: must be one of'],
    ['/v1/markets/MARKET/history?from=yesterday', 400, 'from: must be an ISO 8601 time'],
    ['/v1/markets/MARKET/history?to=5', 400, 'to: must be an ISO 8601 time'],
    [
      '/v1/markets/MARKET/history?from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z',
      400,
      'from: must be before to',
    ],
    ['/v1/markets/MARKET/history?limit=5', 400, 'limit: is not recognized'],
    ['/v1/wallets/5/positions', 400, 'address: must be a Solana address in base58'],
    ['/v1/wallets/5/history', 400, 'address: must be a Solana address in base58'],
    ['/v1/wallets/11111111111111111111111111111111/history', 400, 'address: must be a Solana address'],
    [`/v1/wallets/${WALLET}/positions?status=closed`, 400, 'status: must be open, resolved or void'],
    [`/v1/wallets/${WALLET}/history?status=open`, 400, 'status: is not recognized'],
    ['/v1/leaderboard?by=luck', 400, 'by: must be one of profit, volume, winRate'],
    ['/v1/leaderboard?period=year', 400, 'period: must be one of day, week, month, all'],
    ['/v1/leaderboard?currency=BTC', 400, 'currency: must be SOL or UTILITY'],
    [
      `/v1/leaderboard?by=volume&cursor=${cursor(`leaderboard-profit-all-SOL.0.5.1.${WALLET}.1`)}`,
      400,
      'cursor: is not a cursor of this list',
    ],
    [
      `/v1/leaderboard?cursor=${cursor(`leaderboard-profit-all-SOL.0.5.99999999999.${WALLET}.1`)}`,
      400,
      'cursor: is not a cursor of this list',
    ],
    ['/v1/markets?q=', 400, 'q: must not be empty'],
    ['/v1/markets?q=%20%20', 400, 'q: must contain a word'],
    [`/v1/markets?q=${'x'.repeat(101)}`, 400, 'q: must be at most 100 characters'],
    [
      `/v1/markets?sort=volume&cursor=${cursor(`markets-newest.open.1.2.3.${WALLET}`)}`,
      400,
      'cursor: is not a cursor of this list',
    ],
    ['/v1/events?market=5', 400, 'market: must be a market id'],
    ['/v1/events?wallet=5', 400, 'wallet: must be a Solana address in base58'],
    ['/v1/events?lastEventId=x', 400, 'lastEventId: must be the id of an event'],
    ['/v1/events?lastEventId=-1', 400, 'lastEventId: must be the id of an event'],
    ['/v1/events?lastEventId=99999999', 409, 'lastEventId: 99999999 is newer than the newest event'],
    ['/v1/events?types=bet', 400, 'types: is not recognized'],
  ]
  for (const [path, status, message] of cases) {
    it(`refuses ${path.length > 100 ? `${path.slice(0, 97)}…` : path}`, async () => {
      const answer = await request(url, 'GET', path.replace('MARKET', market))
      expect(answer.status, answer.text).to.equal(status)
      expect(answer.body).to.have.all.keys('error')
      expect(answer.body.error).to.include(message)
    })
  }

  it('refuses an invalid Last-Event-ID', async () => {
    const answer = await request(url, 'GET', '/v1/events', { headers: { 'Last-Event-ID': 'abc' } })
    expect([answer.status, answer.body]).to.deep.equal([
      400,
      { error: 'Last-Event-ID: must be the id of an event' },
    ])
  })

  it('answers forged cursors with the items after them', async () => {
    const forged = cursor(`leaderboard-winRate-all-SOL.0.5.0.${WALLET}.1`)
    const answer = await request(url, 'GET', `/v1/leaderboard?by=winRate&cursor=${forged}`)
    expect([answer.status, answer.body]).to.deep.equal([200, []])
    const end = cursor('bets.999999999999999')
    expect((await request(url, 'GET', `/v1/markets/${market}/bets?cursor=${end}`)).status).to.equal(200)
  })

  it('answers with empty lists for a market without bets and an unknown wallet', async () => {
    for (const path of [
      `/v1/markets/${market}/bets`,
      `/v1/wallets/${WALLET}/positions`,
      `/v1/wallets/${WALLET}/history`,
      `/v1/markets?q=nothing%20has%20this`,
    ]) {
      expect((await request(url, 'GET', path)).text).to.equal('[]')
    }
    const [point] = (await request(url, 'GET', `/v1/markets/${market}/history`)).body
    expect(point).to.deep.include({ odds: { Yes: 0.5, No: 0.5 }, volume: 0 })
  })

  it('describes every route of the history in the OpenAPI document', async () => {
    const { paths, components } = (await request(url, 'GET', '/v1/openapi.json')).body
    for (const path of [
      '/v1/markets/{id}/bets',
      '/v1/markets/{id}/history',
      '/v1/wallets/{address}/positions',
      '/v1/wallets/{address}/history',
      '/v1/leaderboard',
      '/v1/events',
    ]) {
      expect(paths[path]?.get?.responses?.['200'], path).to.be.an('object')
    }
    expect(paths['/v1/markets'].get.responses['200'].headers).to.have.all.keys('X-Next-Cursor', 'Link')
    expect(components.schemas).to.include.keys('PlacedBet', 'Position', 'Leader', 'BetEvent', 'PayoutEvent')
  })
})
