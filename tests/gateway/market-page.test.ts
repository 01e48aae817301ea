import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { buildWeb } from '../../tools/web/build.mjs'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'

/** A question that would end the attribute, the tag and the head. */
const HOSTILE = `Will "SOL" & <i>co</i>'s price '/></head><script>alert(1)</script>$& rise?`

describe('gateway: the page of a market', () => {
  let test: TestGateway
  let url: string
  let wallet: Keypair

  before(async () => {
    await buildWeb()
    // Not the shared gateway: another file may have started it before there was a build.
    test = await openGateway()
    url = test.gateway.url
    wallet = await paidWallet(url, Keypair.generate(), { SOL: '20' })
  })

  after(() => test.gateway.stop())

  /** Opens a market without the gateway, which refuses no question that the program takes. */
  async function givenMarket(question: string): Promise<string> {
    const client = new PredictionMarketClient(test.localnet.connection, { signer: wallet })
    const expireAt = new Date(inSeconds(test, 3_600))
    const { id } = await client.markets.create({
      question,
      expireAt,
      condition: { ...PRICE_AT_EXPIRY, feed: findFeed('SOL')?.id ?? '', comparison: 'above' },
      currency: 'SOL',
    })
    await until('the market in the book', () => test.gateway.book.get(id))
    return id
  }

  /** The tags of a page by their names. */
  function tagsOf(page: string): Record<string, string> {
    const [head = ''] = page.split('</head>')
    return Object.fromEntries(
      [...head.matchAll(/<meta property="([\w:]+)" content="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
  }

  it('has the question and the odds in its head', async () => {
    const id = await givenMarket('Will SOL be above $250?')
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'Yes', amount: '2' }, wallet)
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: '1' }, wallet)
    const { status, headers, text } = await request(url, 'GET', `/markets/${id}`)
    expect(status).to.equal(200)
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
    const tags = tagsOf(text)
    expect(tags).to.include({
      'og:type': 'website',
      'og:title': 'Will SOL be above $250?',
      'og:url': `${url}/markets/${id}`,
      'twitter:card': 'summary',
    })
    expect(tags['og:description']).to.match(/^Yes 66\.7 %, No 33\.3 % of 3 SOL\. Bets until /)
  })

  it('is the page as ever otherwise: the same policy, the same scripts', async () => {
    const id = await givenMarket('Will SOL be above $250?')
    const market = await request(url, 'GET', `/markets/${id}`)
    const plain = await request(url, 'GET', '/')
    for (const name of [
      'content-security-policy',
      'cache-control',
      'referrer-policy',
      'x-content-type-options',
    ]) {
      expect(market.headers.get(name), name).to.equal(plain.headers.get(name))
    }
    expect(market.text.replace(/<meta property=.*? \/>\n?/g, '')).to.equal(plain.text)
    const unknown = await request(url, 'GET', '/markets/market_11111111111111111111111111111112')
    expect(unknown.text).to.equal(plain.text)
  })

  it('escapes the question', async () => {
    const id = await givenMarket(HOSTILE)
    const { text } = await request(url, 'GET', `/markets/${id}`)
    expect(tagsOf(text)['og:title'], 'what decides it').to.match(/^Yes if /)
    expect(tagsOf(text)['og:description']).to.contain(
      'The creator&#39;s words: &quot;Will &quot;SOL&quot; &amp; &lt;i&gt;co&lt;/i&gt;&#39;s price &#39;/&gt;&lt;/head&gt;&lt;script&gt;alert(1)' +
        '&lt;/script&gt;$&amp; rise?',
    )
    expect(text).not.to.contain('alert(1)</script>')
    expect(text.match(/<\/head>/g)).to.have.length(1)
  })
})
