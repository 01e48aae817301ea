import { BlinkInstance, SingleValueActionComponent, unfurlUrlToBlinkApiUrl } from '@dialectlabs/blinks-core'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { givenMarket } from '../helpers/gateway/bankroll.ts'
import {
  type Answer,
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { typeErrors } from '../helpers/gateway/typed.ts'
import { travelTo, until } from '../helpers/localnet/index.ts'

const SPEC = '@solana/actions-spec'

describe('gateway: Solana Actions', () => {
  let test: TestGateway
  let url: string
  let wallet: Keypair
  let blockchainId: string

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    wallet = await paidWallet(url, Keypair.generate(), { SOL: '50', UTILITY: '500' })
    blockchainId = `solana:${(await test.localnet.connection.getGenesisHash()).slice(0, 32)}`
  })

  const read = (id: string) => request(url, 'GET', `/actions/markets/${id}`)
  const build = (id: string, outcome: string, amount: string, body: object = { account: address() }) =>
    request(url, 'POST', `/actions/markets/${id}?outcome=${outcome}&amount=${amount}`, { body })
  const address = () => wallet.publicKey.toBase58()

  /** Expects the headers that let a wallet on any site read an answer. */
  function expectHeaders({ headers }: Pick<Answer, 'headers'>) {
    expect(headers.get('access-control-allow-origin')).to.equal('*')
    expect(headers.get('access-control-expose-headers')).to.contain('X-Action-Version, X-Blockchain-Ids')
    expect(headers.get('x-action-version')).to.equal('2.4')
    expect(headers.get('x-blockchain-ids')).to.equal(blockchainId)
  }

  /** Expects an error in the specification's form. */
  function refused(answer: Answer, status: number, message: RegExp) {
    expect(answer.status, answer.text).to.equal(status)
    expect(answer.body).to.have.all.keys('message')
    expect(answer.body.message).to.match(message)
    expectHeaders(answer)
  }

  it('answers in the types of the specification, with its headers', async () => {
    const id = await givenMarket(test, 'SOL', wallet)
    const rules = await request(url, 'GET', '/actions.json')
    const open = await read(id)
    const built = await build(id, 'Yes', '1')
    const missing = await read('market_11111111111111111111111111111112')
    for (const answer of [rules, open, built, missing]) {
      expectHeaders(answer)
      expect(answer.headers.get('content-type')).to.equal('application/json')
    }
    const answers = [
      ['ActionsJson', rules.text],
      ['ActionGetResponse', open.text],
      ['TransactionResponse', built.text],
      ['ActionError', missing.text],
    ] as const
    expect(await typeErrors(SPEC, answers)).to.equal('')
    // The check itself finds a missing field and one too many.
    expect(await typeErrors(SPEC, [['ActionError', '{ "error": "no" }']])).to.match(/values\.ts.*error/)
  })

  it('maps links to markets', async () => {
    const { body } = await request(url, 'GET', '/actions.json')
    expect(body.rules[0]).to.deep.equal({ pathPattern: '/markets/*', apiPath: '/actions/markets/*' })
  })

  it('is found, read and used by the package that wallets show blinks with', async () => {
    const id = await givenMarket(test, 'SOL', wallet)
    const api = await unfurlUrlToBlinkApiUrl(new URL(`${url}/markets/${id}`))
    const blink = await BlinkInstance.fetch(api ?? expect.fail('no action for the link'))
    expect(blink).to.include({
      type: 'action',
      title: 'Will SOL be above $250?',
      disabled: false,
      error: null,
    })
    expect(blink.metadata).to.deep.include({ blockchainIds: [blockchainId] })
    expect(blink.actions.map(({ label }) => label)).to.deep.equal(['Bet on Yes', 'Bet on No'])
    for (const [index, side] of ['Yes', 'No'].entries()) {
      const action = blink.actions[index]
      if (!(action instanceof SingleValueActionComponent)) return expect.fail('not a button with one field')
      action.setValue('0.5')
      const built = await action.post(address())
      if (built.type !== undefined && built.type !== 'transaction')
        return expect.fail(`built a ${built.type}`)
      expect(built.message).to.contain(`0.5 SOL on ${side}`)
      const signedTransaction = sign((built as { transaction: string }).transaction, wallet)
      const sent = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
      expect(sent.status, sent.text).to.equal(201)
    }
  })

  it('shows the question and the odds, with a button and an amount for each side', async () => {
    const id = await givenMarket(test, 'SOL', wallet)
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'Yes', amount: '3' }, wallet)
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: '1' }, wallet)
    const { status, body } = await read(id)
    expect(status).to.equal(200)
    expect(body.title).to.equal('Will SOL be above $250?')
    expect(body.description).to.match(/^Yes 75 %, No 25 % of 4 SOL\. Bets until .* UTC\./)
    expect(body.links.actions).to.have.length(2)
    expect(body.links.actions[0]).to.deep.equal({
      type: 'transaction',
      href: `/actions/markets/${id}?outcome=Yes&amount={amount}`,
      label: 'Bet on Yes',
      parameters: [{ type: 'number', name: 'amount', label: 'Stake in SOL', required: true, min: 0.001 }],
    })
    expect(body.icon).to.equal(`${url}/actions/markets/${id}/icon.svg`)
    const icon = await request(url, 'GET', new URL(body.icon).pathname)
    expect(icon.headers.get('content-type')).to.equal('image/svg+xml')
    expectHeaders(icon)
    expect(icon.text)
      .to.contain('>75 %<')
      .and.to.contain('>25 %<')
      .and.not.to.match(/style|script/)
  })

  it('builds a bet for the account to sign', async () => {
    for (const currency of ['SOL', 'UTILITY'] as const) {
      const id = await givenMarket(test, currency, wallet)
      await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: '10' }, wallet)
      const built = await build(id, 'Yes', '10')
      expect(built.status, built.text).to.equal(200)
      expect(built.body.message).to.equal(
        `10 ${currency} on Yes: pays 19 ${currency} if Yes wins with the pools as they are now. The program refuses the ` +
          `bet if that has fallen below 18.05 ${currency}; later bets can still change it.`,
      )
      const signedTransaction = sign(built.body.transaction, wallet)
      const sent = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
      expect(sent.status, sent.text).to.equal(201)
      const position = await new PredictionMarketClient(test.localnet.connection).bets.position(
        id,
        wallet.publicKey,
      )
      expect(position?.stakes.Yes).to.equal(currency === 'SOL' ? 10_000_000_000n : 10_000_000n)
      expect(built.body.links.next.action).to.include({ type: 'completed', title: 'Will SOL be above $250?' })
    }
  })

  it('builds a bet that the program refuses if the odds have become worse', async () => {
    const id = await givenMarket(test, 'SOL', wallet)
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: '1' }, wallet)
    const built = await build(id, 'Yes', '1')
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'Yes', amount: '2' }, wallet)
    const body = { signedTransaction: sign(built.body.transaction, wallet) }
    const refusal = await request(url, 'POST', '/v1/transactions', { body })
    expect(refusal.headers.get('x-error-code'), refusal.text).to.equal('PayoutTooLow')
  })

  it('refuses what no wallet should sign, in words', async () => {
    const id = await givenMarket(test, 'SOL', wallet)
    refused(await build(id, 'Maybe', '1'), 400, /outcome: must be Yes or No/)
    refused(await build(id, 'Yes', '{amount}'), 400, /amount/)
    refused(await build(id, 'Yes', '0.0001'), 400, /amount: must be at least 0.001 SOL/)
    refused(await build(id, 'Yes', '1', { account: 'me' }), 400, /account: must be a Solana address/)
    refused(await build(id, 'Yes', '1', {}), 400, /account: is missing/)
    refused(await request(url, 'POST', `/actions/markets/${id}`, { body: '{' }), 400, /body/)
    refused(await build('market_x', 'Yes', '1'), 404, /Market not found/)
    const poor = Keypair.generate().publicKey.toBase58()
    refused(await build(id, 'Yes', '1', { account: poor }), 402, /SOL/)
    refused(await request(url, 'GET', '/actions/none'), 404, /Route not found/)
  })

  it('says that betting has ended, and offers no button', async () => {
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: inSeconds(test, 120),
    }
    const { id, closeAt } = (await act(url, '/v1/markets', body, wallet)).sent.body
    await travelTo(test.localnet, Date.parse(closeAt) / 1_000)
    const ended = await until('the end of betting', async () => {
      const answer = await read(id)
      return answer.body.disabled === true && answer
    })
    expect(ended.body.description).to.match(/^No odds yet: nobody has bet\. Betting has ended\./)
    expect(ended.body.error.message).to.equal(`The market no longer takes bets: betting ended at ${closeAt}`)
    expect(ended.body).not.to.have.property('links')
    expect(await typeErrors(SPEC, [['ActionGetResponse', ended.text]])).to.equal('')
    refused(await build(id, 'Yes', '1'), 409, /betting ended at/)
  })

  it('lets any site ask, also where CORS_ORIGINS names some only', async () => {
    const { gateway } = await openGateway({ limits: { origins: ['https://a.example'] } })
    try {
      for (const path of ['/actions.json', '/actions/markets/market_x']) {
        const headers = { origin: 'https://wallet.example', 'access-control-request-method': 'POST' }
        for (const sent of [headers, undefined]) {
          const answer = await request(gateway.url, 'OPTIONS', path, sent && { headers: sent })
          expect(answer.status).to.equal(204)
          expectHeaders(answer)
          expect(answer.headers.get('access-control-allow-methods')).to.equal('GET,POST,PUT,OPTIONS')
          const allowed = answer.headers.get('access-control-allow-headers')?.split(', ')
          expect(allowed).to.include.members([
            'Content-Type',
            'Authorization',
            'Content-Encoding',
            'Accept-Encoding',
          ])
        }
      }
      const headers = { origin: 'https://wallet.example' }
      expectHeaders(await request(gateway.url, 'GET', '/actions.json', { headers }))
      const other = await request(gateway.url, 'GET', '/v1/config', { headers })
      expect(other.headers.get('access-control-allow-origin')).to.equal(null)
    } finally {
      await gateway.stop()
    }
  })

  it('names the public host in links, and https only if a trusted proxy says so', async () => {
    const id = await givenMarket(test, 'SOL', wallet)
    const iconOf = async (options: Parameters<typeof openGateway>[0]) => {
      const { gateway } = await openGateway(options)
      try {
        const headers = { 'x-forwarded-proto': 'https' }
        return (await request(gateway.url, 'GET', `/actions/markets/${id}`, { headers })).body.icon as string
      } finally {
        await gateway.stop()
      }
    }
    const path = `/actions/markets/${id}/icon.svg`
    expect(await iconOf({ publicHosts: ['markets.example'] })).to.equal(`http://markets.example${path}`)
    const proxied = { publicHosts: ['markets.example'], limits: { trustedProxies: 1 } }
    expect(await iconOf(proxied)).to.equal(`https://markets.example${path}`)
  })
})
