import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import {
  act,
  inSeconds,
  paidWallet,
  refused,
  request,
  sharedGateway,
  type TestGateway,
} from '../helpers/gateway/harness.ts'

const NOBODY = 'market_11111111111111111111111111111112'
const MINT = 'So11111111111111111111111111111111111111112'
const PRICE = { type: 'price', feed: 'SOL', comparison: 'above', target: 1 }
const HOLDERS = { type: 'holders', comparison: 'above', target: 1 }

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

  describe('POST /v1/markets', () => {
    const cases: [what: string, change: object | (() => object), message: string][] = [
      ['no question', { question: undefined }, 'question: is missing'],
      ['an empty question', { question: '', condition: { type: 'event' } }, 'question'],
      ['a question that is no string', { question: 5 }, 'question: must be a string'],
      ['a question of 281 bytes', { question: 'x'.repeat(281), condition: { type: 'event' } }, '280 bytes'],
      [
        'a question that says no condition',
        { question: 'Will SOL moon?' },
        'The question names no value: give the value itself',
      ],
      [
        'a control character',
        { question: 'Will SOL be\u0007 above $250?' },
        'question: has the control or invisible character U+0007',
      ],
      [
        'a question that reads from right to left',
        { question: 'Will it be \u202eseY?', condition: { type: 'event' } },
        'question: has the control or invisible character U+202E',
      ],
      [
        'a condition that contradicts the question',
        { condition: { ...PRICE, target: 251 } },
        'above $250 at',
      ],
      [
        'a condition that contradicts the question, with what it says itself',
        { condition: { ...PRICE, target: 251 } },
        'above $251 at',
      ],
      [
        'a question about what holds already',
        { question: 'Will SOL rise above $100?' },
        'This is already true',
      ],
      ['a question that is null', { question: null }, 'question: must be a string'],
      ['no outcomes', { outcomes: undefined }, 'outcomes: is missing'],
      ['outcomes that are no list', { outcomes: 'Yes' }, 'outcomes: must be an array'],
      ['outcomes that are no strings', { outcomes: [1, 2] }, 'outcomes.0: must be a string'],
      ['outcomes the other way round', { outcomes: ['No', 'Yes'] }, 'outcomes: must be ["Yes","No"]'],
      ['other outcomes', { outcomes: ['Up', 'Down'] }, 'outcomes: must be ["Yes","No"]'],
      ['three outcomes', { outcomes: ['Yes', 'No', 'Maybe'] }, 'outcomes: must be ["Yes","No"]'],
      ['no expireAt', { expireAt: undefined }, 'expireAt: is missing'],
      ['an expireAt that is a number', { expireAt: 1_900_000_000 }, 'expireAt: must be'],
      ['an expireAt beyond all time', { expireAt: '+275761-01-01T00:00:00Z' }, 'expireAt: must be'],
      ['an expireAt of no time', { expireAt: 'tomorrow' }, 'expireAt: must be an ISO 8601 time'],
      ['the 30th of February', { expireAt: '2027-02-30T00:00:00Z' }, 'expireAt: must be an ISO 8601 time'],
      ['an expireAt in the past', { expireAt: '2020-01-01T00:00:00Z' }, 'expireAt: is in the past'],
      ['an expireAt beyond the limit', { expireAt: '2099-01-01T00:00:00Z' }, 'expireAt: is more than'],
      ['a closeAt of no time', { closeAt: 'soon' }, 'closeAt: must be an ISO 8601 time'],
      ['a closeAt that is a number', { closeAt: 5 }, 'closeAt: must be'],
      ['a closeAt in the past', { closeAt: '2020-01-01T00:00:00Z' }, 'closeAt: is in the past'],
      ['a closeAt after expireAt', () => ({ closeAt: inSeconds(test, 7_200) }), 'closeAt: must not be after'],
      [
        'a closeAt when the answer may be out',
        () => ({ closeAt: inSeconds(test, 3_599) }),
        'betting ends before the answer can be out',
      ],
      [
        'an expireAt too soon for 16 betting periods',
        () => ({ question: 'Will SOL rise above $250?', expireAt: inSeconds(test, 20) }),
        'or later: such a market lasts at least 32 seconds',
      ],
      ['no currency', { currency: undefined }, 'currency'],
      ['a currency that is a number', { currency: 1 }, 'currency: must be SOL or UTILITY'],
      ['a currency in other letters', { currency: 'sol' }, 'currency: must be SOL or UTILITY'],
      ['another currency', { currency: 'USDC' }, 'currency: must be SOL or UTILITY'],
      ['a tokenAddress that is none', { tokenAddress: 'abc' }, 'tokenAddress: must be a Solana address'],
      [
        'a tokenAddress of 33 bytes',
        { tokenAddress: `2${'z'.repeat(44)}` },
        'tokenAddress: must be a Solana',
      ],
      ['a tokenAddress with a 0', { tokenAddress: '0'.repeat(44) }, 'tokenAddress: must be a Solana address'],
      ['an empty tokenAddress', { tokenAddress: '' }, 'tokenAddress: must be a Solana address'],
      ['a tokenAddress that is a number', { tokenAddress: 5 }, 'tokenAddress: must be a string'],
      ['an unknown field', { fee: 0 }, 'fee: is not recognized'],
      ['a condition that is a number', { condition: 5 }, 'condition: must be an object'],
      ['a condition that is a string', { condition: 'price' }, 'condition: must'],
      ['a condition without a type', { condition: {} }, 'condition'],
      [
        'an unknown field of a condition',
        { condition: { type: 'event', by: 'me' } },
        'condition.by: is not recognized',
      ],
      [
        'a timing that is none',
        { condition: { type: 'event', timing: 'never' } },
        'condition.timing: must be one of',
      ],
      ['a comparison that is none', { condition: { ...PRICE, comparison: 'over' } }, 'condition.comparison'],
      [
        'a target below zero',
        { condition: { ...PRICE, target: -1 } },
        'condition.target: must not be negative',
      ],
      ['a target that is none', { condition: { ...PRICE, target: 'much' } }, 'target'],
      [
        'a target that is a list',
        { condition: { ...PRICE, target: [1] } },
        'condition.target: must be a number',
      ],
      ['a target beyond measure', { condition: { ...PRICE, target: '1'.repeat(200) } }, 'condition.target'],
      [
        'a fraction of a base unit',
        { condition: { ...HOLDERS, minimumBalance: 1.5 }, tokenAddress: MINT },
        'condition.minimumBalance: must be a whole number',
      ],
      [
        'a minimum balance of nothing',
        { condition: { ...HOLDERS, minimumBalance: 0 }, tokenAddress: MINT },
        'condition.minimumBalance: must be a whole number',
      ],
      [
        'a minimum balance beyond a u64',
        { condition: { ...HOLDERS, minimumBalance: '18446744073709551616' }, tokenAddress: MINT },
        'minimumBalance',
      ],
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
      ['a stake that is no object', { initialStake: 5 }, 'initialStake: must be an object'],
      ['a stake without an amount', { initialStake: { outcome: 'Yes' } }, 'initialStake.amount: is missing'],
      [
        'a stake of ten decimals',
        { initialStake: { outcome: 'Yes', amount: '0.0000000001' } },
        'must have at most 9 decimals',
      ],
      [
        'a stake beyond a u64',
        { initialStake: { outcome: 'Yes', amount: '18446744073.709551616' } },
        'initialStake.amount',
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
      refused(await send(''), 400, 'not valid JSON')
      refused(await send('null'), 400, 'The body must be an object')
      refused(await send('{"question":"a","question":"b"}'), 400, "Duplicate key 'question'")
      refused(await send('{"__proto__":{}}'), 400, '__proto__')
      refused(await send('['.repeat(20_000)), 400, 'nested too deeply')
      refused(await send(`{"question":"${'x'.repeat(70_000)}"}`), 413, 'larger than 65536 bytes')
      refused(
        await send('{}', { 'content-type': 'application/x-www-form-urlencoded' }),
        415,
        'application/json',
      )
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
      ['ten decimals', { outcome: 'Yes', amount: '1.0000000001' }, 'must have at most 9 decimals'],
      ['ten decimals in a number', '{"outcome":"Yes","amount":1.0000000001}', 'must have at most 9 decimals'],
      [
        'the sum of 0.1 and 0.2',
        { outcome: 'Yes', amount: 0.1 + 0.2 },
        'amount: must have at most 9 decimals, got 17: send a string, or round',
      ],
      ['a number beyond a double', '{"outcome":"Yes","amount":1e400}', 'amount: is out of range'],
      [
        'more than a u64',
        { outcome: 'Yes', amount: '18446744073.709551616' },
        'amount: must be at most 18446744073.709551615',
      ],
      ['an amount that is none', { outcome: 'Yes', amount: true }, 'amount: must be a number'],
      ['an outcome that is a number', { outcome: 1, amount: 1 }, 'outcome: must be Yes or No'],
      ['an amount that is null', { outcome: 'Yes', amount: null }, 'amount: must be a number'],
      ['an empty amount', { outcome: 'Yes', amount: '' }, 'amount: must be a plain decimal'],
      ['an amount in hexadecimal', { outcome: 'Yes', amount: '0x10' }, 'amount: must be a plain decimal'],
      ['an amount with a comma', { outcome: 'Yes', amount: '1,5' }, 'amount: must be a plain decimal'],
      ['Infinity in a string', { outcome: 'Yes', amount: 'Infinity' }, 'amount: must be a plain decimal'],
      ['an amount of 200 digits', { outcome: 'Yes', amount: '1'.repeat(200) }, 'amount: is out of range'],
      ['a currency that is none', { outcome: 'Yes', amount: 1, currency: 'BTC' }, 'currency: must be SOL or'],
      ['an unknown field', { outcome: 'Yes', amount: 1, odds: 1 }, 'odds: is not recognized'],
      ['NaN in a string', { outcome: 'Yes', amount: 'NaN' }, 'amount: must be a plain decimal'],
      [
        'a payout below zero',
        { outcome: 'Yes', amount: 1, minPayout: -1 },
        'minPayout: must not be negative',
      ],
      [
        'a payout that is none',
        { outcome: 'Yes', amount: 1, minPayout: 'much' },
        'minPayout: must be a plain',
      ],
      [
        'a payout of ten decimals',
        { outcome: 'Yes', amount: 1, minPayout: '1.0000000001' },
        'minPayout: must have at most 9 decimals',
      ],
      [
        'the other currency',
        { outcome: 'Yes', amount: 1, currency: 'UTILITY' },
        'currency: must be SOL, the currency of this market',
      ],
    ]
    for (const [what, body, message] of bets) {
      it(`refuses ${what}`, async () => {
        refused(await request(url, 'POST', `/v1/markets/${market}/bets`, { body, wallet }), 400, message)
      })
    }

    it('takes a currency that is null as one that was left out', async () => {
      const body = { outcome: 'Yes', amount: 1, currency: null }
      const answer = await request(url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
      expect(answer.status, answer.text).to.equal(202)
    })

    it('keeps every digit of an amount, as a JSON number or a string', async () => {
      const body = '{"outcome":"Yes","amount":0.12345678900000000000001}'
      for (const type of ['application/json', 'application/json; charset=utf-8', 'application/x+json']) {
        const headers = { 'content-type': type }
        const answer = await request(url, 'POST', `/v1/markets/${market}/bets`, { body, wallet, headers })
        refused(answer, 400, 'must have at most 9 decimals')
      }
    })

    it('refuses bets without funds, without a caller, and on unknown markets', async () => {
      const body = { outcome: 'Yes', amount: 1 }
      const path = `/v1/markets/${market}/bets`
      refused(await request(url, 'POST', path, { body, wallet: poor }), 402, 'SOL')
      refused(await request(url, 'POST', path, { body: { ...body, amount: 1_000_000 }, wallet }), 402, 'SOL')
      refused(await request(url, 'POST', path, { body }), 401, 'Sign the request')
      refused(
        await request(url, 'POST', `/v1/markets/${NOBODY}/bets`, { body, wallet }),
        404,
        'Market not found',
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

  describe('afterwards', () => {
    it('has changed nothing on the chain', async () => {
      const { totalVolume } = (await request(url, 'GET', `/v1/markets/${market}`)).body
      expect(totalVolume).to.equal(0)
      const mine = await request(url, 'GET', `/v1/markets?creator=${wallet.publicKey.toBase58()}`)
      // The two that these tests opened themselves.
      expect(mine.body).to.have.length(2)
    })
  })
})
