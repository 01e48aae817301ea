import { MINT_SIZE, MintLayout, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import {
  act,
  openGateway,
  paidWallet,
  request,
  inSeconds as secondsFrom,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { travelTo } from '../helpers/localnet/index.ts'

const WIF = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'
/** Jito's token. */
const JTO = 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL'
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

describe('gateway: questions', () => {
  let test: TestGateway
  let url: string
  const wallet = Keypair.generate()

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '20' })
  })

  const inSeconds = (seconds: number) => secondsFrom(test, seconds)

  const ask = (question: string, fields: object = {}) =>
    request(url, 'POST', '/v1/questions', {
      body: { question, tokenAddress: null, expireAt: inSeconds(3_600), ...fields },
    })

  it('says what a question means, without a signature', async () => {
    const expireAt = inSeconds(3_600)
    const { status, body } = await ask('Will SOL be above $4,242?', { expireAt })
    expect(status).to.equal(200)
    expect(body).to.deep.include({ tokenAddress: null, reason: null, alternatives: [], markets: [] })
    expect(body.condition).to.include({
      type: 'price',
      comparison: 'above',
      target: 4_242,
      timing: 'atExpiry',
    })
    expect(body.details).to.match(/^Yes if the Pyth price of SOL\/USD is above \$4,242 at /)
    expect(Date.parse(body.expireAt)).to.be.closeTo(Date.parse(expireAt), 1_000)
    expect(Date.parse(body.closeAt)).to.be.below(Date.parse(body.expireAt))
  })

  it('names open markets that ask the same', async () => {
    const body = {
      question: 'Will SOL be above $4,343?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(3_600),
      currency: 'SOL',
    }
    const { sent } = await act(url, '/v1/markets', body, wallet)
    const same = await ask('Is SOL going to be over 4343 dollars at expiry?', { expireAt: inSeconds(7_200) })
    expect(same.body.markets.map(({ id }: { id: string }) => id)).to.deep.equal([sent.body.id])
    const other = await ask('Will SOL be above $4,344?')
    expect(other.body.markets).to.deep.equal([])
  })

  it('answers with alternatives that can be sent as they are', async () => {
    const { status, body } = await ask('Will SOL be above A$4,545?')
    expect(status).to.equal(200)
    expect(body).to.deep.include({ condition: null, details: null, closeAt: null })
    expect(body.reason).to.include('A$ is another currency')
    const [alternative] = body.alternatives
    expect(alternative.question).to.equal('Will SOL be above US$4,545?')
    const { built } = await act(
      url,
      '/v1/markets',
      { ...alternative, outcomes: ['Yes', 'No'], currency: 'SOL' },
      wallet,
    )
    expect(built.body.details).to.equal(alternative.details)
  })

  it('offers the time and the token that a question means', async () => {
    const year = new Date(inSeconds(0)).getUTCFullYear()
    const dated = await ask(`Will SOL exceed $4,646 by December 31, ${year}?`)
    expect(dated.body.alternatives[0]).to.include({ expireAt: `${year + 1}-01-01T00:00:00Z` })
    const beyond = await ask(`Will SOL exceed $4,646 by December 31, ${year + 2}?`)
    expect(beyond.body.alternatives, 'longer than a market can last').to.deep.equal([])
    const token = await ask('Will BONK reach 1 billion holders?')
    expect(token.body.alternatives[0]).to.include({ tokenAddress: BONK })
  })

  it('says what a market cap is, and no number of tokens where the mint cannot be read', async () => {
    const { body } = await ask("Will JTO's market cap be above $9 trillion?", { tokenAddress: JTO })
    expect(body.details).to.match(/^Yes if the price times all minted tokens of token /)
    // This localnet has no JTO.
    expect(body.mintedTokens).to.equal(null)
    expect(body.costs).to.have.all.keys('deposit', 'reward')
  })

  it('says how many tokens of a market cap are minted', async () => {
    const data = Buffer.alloc(MINT_SIZE)
    const none = { mintAuthorityOption: 0, freezeAuthorityOption: 0 } as const
    const authorities = { mintAuthority: PublicKey.default, freezeAuthority: PublicKey.default }
    const state = { supply: 998_926_392_500_000n, decimals: 6, isInitialized: true }
    MintLayout.encode({ ...none, ...authorities, ...state }, data)
    await test.localnet.node.cheats.setAccount(new PublicKey(WIF), { owner: TOKEN_PROGRAM_ID, data })
    const { body } = await ask("Will WIF's market cap be above $9 trillion?", { tokenAddress: WIF })
    expect(body.mintedTokens).to.equal(998_926_392.5)
  })

  it('offers both meanings of a market cap if the circulating supply is known', async () => {
    const circulatingTokens = new Map([[BONK, '60000000000000']])
    const { gateway } = await openGateway({ deployment: { circulatingTokens } })
    try {
      const asked = {
        question: "Will BONK's market cap be above $3 billion?",
        tokenAddress: BONK,
        expireAt: inSeconds(3_600),
      }
      const { body } = await request(gateway.url, 'POST', '/v1/questions', { body: asked })
      expect(body.condition).to.include({ type: 'marketCap', target: 3_000_000_000 })
      const [other, ...more] = body.alternatives
      expect(more).to.deep.equal([])
      expect(other.condition).to.include({ type: 'price', comparison: 'above', target: 0.00005 })
      const market = { ...other, outcomes: ['Yes', 'No'], currency: 'SOL' }
      const { built } = await act(gateway.url, '/v1/markets', market, wallet)
      expect(built.body.details).to.equal(other.details)
    } finally {
      await gateway.stop()
    }
  })

  it('leaves only questions that are not about an asset to attestors', async () => {
    const { body } = await ask('Will it rain in Lisbon?', { expireAt: inSeconds(86_400) })
    expect(body.condition).to.include({ type: 'event' })
    expect(body.details)
      .to.include("a quorum of the market's attestors")
      .and.include('all stakes are refunded')
    const asset = await ask('Will Coinbase list BONK?')
    expect(asset.body).to.have.property('condition', null)
    expect(asset.body.alternatives.at(-1).condition).to.include({ type: 'event' })
    const config = await request(url, 'GET', '/v1/config')
    expect(config.body).to.have.property('answersEvents', true)
  })

  it('opens a market about an event with the documented fields alone', async () => {
    const body = {
      question: 'Will it rain in Lisbon?',
      tokenAddress: null,
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(86_400),
      currency: 'SOL',
    }
    const { sent } = await act(url, '/v1/markets', body, wallet)
    expect(sent.body.condition).to.include({ type: 'event' })
    expect(sent.body.details).to.include("a quorum of the market's attestors")
  })

  it('attack 104: opens no event whose words are measured or name another time', async () => {
    const condition = { type: 'event', timing: 'byExpiry' }
    const year = new Date(inSeconds(0)).getUTCFullYear()
    for (const [question, reason] of [
      ['Will SOL be above $4,242?', 'Yes if the Pyth price of SOL/USD is above $4,242'],
      ['Will SOL moon?', 'names no value'],
      [`Will Trump win the ${year + 1} election?`, `"${year + 1}" ends at ${year + 2}-01-01`],
      [`Will Arsenal win the cup by December 31, ${year + 1}?`, `ends at ${year + 2}-01-01 00:00:00 UTC`],
    ]) {
      const market = { outcomes: ['Yes', 'No'], expireAt: inSeconds(86_400), currency: 'SOL' }
      const given = await request(url, 'POST', '/v1/markets', {
        body: { question, condition, ...market },
        wallet,
      })
      expect(given.status, given.text).to.equal(400)
      expect(given.body.error).to.include('contradicts the question').and.include(reason)
    }
  })

  it('attack 104: builds no event and no bet on one where attestors answer none', async () => {
    const { sent } = await act(
      url,
      '/v1/markets',
      {
        question: 'Will it rain in Porto?',
        outcomes: ['Yes', 'No'],
        expireAt: inSeconds(86_400),
        currency: 'SOL',
      },
      wallet,
    )
    const { gateway } = await openGateway({ deployment: { answersEvents: false } })
    try {
      const market = {
        question: 'Will it rain in Faro?',
        outcomes: ['Yes', 'No'],
        expireAt: inSeconds(86_400),
        currency: 'SOL',
      }
      const event = { ...market, condition: { type: 'event', timing: 'byExpiry' } }
      const bet = { outcome: 'Yes', amount: 1 }
      const { question, expireAt } = market
      for (const [method, path, body] of [
        ['POST', '/v1/markets', market],
        ['POST', '/v1/markets', event],
        ['POST', '/v1/questions', { question, tokenAddress: null, expireAt }],
        ['POST', `/v1/markets/${sent.body.id}/bets`, bet],
        ['GET', `/v1/markets/${sent.body.id}/quote?outcome=Yes&amount=1`, undefined],
        [
          'POST',
          `/actions/markets/${sent.body.id}?outcome=Yes&amount=1`,
          { account: wallet.publicKey.toBase58() },
        ],
      ] as const) {
        const refused = await request(gateway.url, method, path, { body, wallet })
        expect(refused.status, `${path} ${refused.text}`).to.equal(409)
        expect(refused.headers.get('x-error-code')).to.equal('EventsUnanswered')
      }
      const action = await request(gateway.url, 'GET', `/actions/markets/${sent.body.id}`)
      expect(action.body.disabled).to.equal(true)
      expect(action.body.error.message).to.contain('answer no events')
      const asset = await request(gateway.url, 'POST', '/v1/questions', {
        body: { question: 'Will Coinbase list BONK?', tokenAddress: null, expireAt },
      })
      expect(asset.body.alternatives).to.deep.equal([])
    } finally {
      await gateway.stop()
    }
  })

  it('offers the end of the words of an event', async () => {
    const year = new Date(inSeconds(0)).getUTCFullYear()
    const { body } = await ask(`Will a Solana ETF be approved by December 31, ${year}?`)
    const [alternative] = body.alternatives
    expect(alternative.expireAt).to.equal(`${year + 1}-01-01T00:00:00Z`)
    expect(alternative.details).to.include(`${year + 1}-01-01 00:00:00 UTC`)
  })

  it('says that a supply at one moment means nothing if more can be minted', async () => {
    const question = "Will this token's supply be above 1 billion at expiry?"
    const put = async (mintAuthorityOption: 0 | 1) => {
      const data = Buffer.alloc(MINT_SIZE)
      const authorities = { mintAuthority: PublicKey.default, freezeAuthority: PublicKey.default }
      const state = {
        supply: 10n ** 18n,
        decimals: 6,
        isInitialized: true,
        freezeAuthorityOption: 0,
      } as const
      MintLayout.encode({ ...authorities, ...state, mintAuthorityOption }, data)
      await test.localnet.node.cheats.setAccount(new PublicKey(WIF), { owner: TOKEN_PROGRAM_ID, data })
      return (await ask(question, { tokenAddress: WIF })).body
    }
    const minted = await put(1)
    expect(minted).to.deep.include({ condition: null, alternatives: [] })
    expect(minted.reason).to.include('can be minted')
    const fixed = await put(0)
    expect(fixed.reason).to.include('and bet on No')
    expect(fixed.alternatives[0].condition).to.include({
      type: 'supply',
      comparison: 'atMost',
      timing: 'byExpiry',
    })
  })

  it('refuses a market that would mean something else than was confirmed', async () => {
    const body = {
      question: 'Will SOL be above $4,747?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(3_600),
      currency: 'SOL',
      details: 'Yes if SOL is nice.',
    }
    const refused = await request(url, 'POST', '/v1/markets', { body, wallet })
    expect(refused.status).to.equal(400)
    expect(refused.body.error).to.include('details: the market would mean: Yes if the Pyth price of SOL/USD')
  })

  it('refuses a time in the past and unknown fields', async () => {
    const past = await ask('Will SOL be above $1?', { expireAt: inSeconds(-10) })
    expect(past.status).to.equal(400)
    expect(past.body.error).to.include('expireAt: is in the past')
    expect((await ask('Will SOL be above $1?', { odd: 1 })).status).to.equal(400)
    const short = await ask('Will SOL rise above $4,848?', { expireAt: inSeconds(20) })
    expect(short.status).to.equal(400)
    expect(short.body.error).to.include('such a market lasts at least 32 seconds')
  })

  it('attack 104: refuses what no market can hold before it reads it', async () => {
    for (const question of [
      '10x '.repeat(16_000),
      `Will SOL be above $${'1'.repeat(280)}?`,
      'é'.repeat(141),
    ]) {
      const refused = await ask(question)
      expect(refused.status).to.equal(400)
      expect(refused.body.error).to.equal('question: must have at most 280 bytes')
    }
    expect((await ask('é'.repeat(140))).status).to.equal(200)
  })

  it('ends betting when the answer says, also if the market is opened later', async () => {
    // Given a market whose betting period is a second shorter if it is opened three seconds later.
    const body = {
      question: 'Will SOL rise above $4,949?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(6_402),
      currency: 'SOL',
    }
    const built = await request(url, 'POST', '/v1/markets', { body, wallet })
    expect(built.body.bettingPeriodSeconds, built.text).to.equal(100)
    await travelTo(test.localnet, test.localnet.node.clock.now.unixSecond + 4)
    const signedTransaction = sign(built.body.transaction.base64, wallet)
    const sent = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
    expect(sent.body.bettingPeriodSeconds, sent.text).to.equal(99)
    expect(sent.body.closeAt).to.equal(built.body.closeAt)
  })

  it('explains in one sentence without names of fields', async () => {
    for (const question of [
      'Will SOL moon?',
      'Will helium cost more than $10?',
      'Will this token migrate?',
      'Will SOL be above $200 by December 31, 2030?',
      `Will SOL be above $200 ${'and '.repeat(60)}?`,
    ]) {
      const { body } = await ask(question)
      expect(body.reason, question).to.match(/^["A-Z].*: ./)
      expect(body.reason, question).not.to.match(/tokenAddress|expireAt|condition/)
    }
  })
})
