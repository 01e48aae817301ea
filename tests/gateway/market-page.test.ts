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
      'og:image': `${url}/markets/${id}/card.png`,
      'og:image:width': '1200',
      'twitter:card': 'summary_large_image',
    })
    expect(tags['og:description']).to.match(/^Yes 66\.7 %, No 33\.3 % of 3 SOL\. Bets until /)
  })

  it('has a picture for links, drawn once for many who ask', async () => {
    const id = await givenMarket('Will SOL be above $250?')
    const path = `${url}/markets/${id}/card.png`
    const first = await fetch(path)
    expect(first.status).to.equal(200)
    expect(first.headers.get('content-type')).to.equal('image/png')
    expect(first.headers.get('cache-control')).to.equal('public, max-age=60')
    const png = Buffer.from(await first.arrayBuffer())
    expect(png.subarray(0, 8).toString('latin1')).to.equal('\x89PNG\r\n\x1a\n')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).to.deep.equal([1_200, 630])
    // More than one address may have drawn in a minute, so that they are the picture from before.
    const again = await Promise.all(Array.from({ length: 100 }, () => fetch(path)))
    expect(new Set(again.map(({ status }) => status))).to.deep.equal(new Set([200]))
  })

  it('answers 404 to people and programs for the picture of an unknown market', async () => {
    const id = await givenMarket('Will SOL be above $250?')
    const nobody = Keypair.generate().publicKey.toBase58()
    for (const path of [
      '/markets/market_11111111111111111111111111111112/card.png',
      `/markets/${id}/wins/${nobody}/card.png`,
      `/markets/${id}/wins/nobody/card.png`,
    ]) {
      const { status, body } = await request(url, 'GET', path)
      expect(status, path).to.equal(404)
      expect(body.error, path).to.contain('not found')
    }
    // The page of a win that is none is the page of the market.
    const { text } = await request(url, 'GET', `/markets/${id}?win=${nobody}`)
    expect(tagsOf(text)['og:image']).to.equal(`${url}/markets/${id}/card.png`)
  })

  it('may be framed by nobody, except the small page for other sites', async () => {
    const id = await givenMarket('Will SOL be above $250?')
    const ancestors = async (path: string) => {
      const { headers } = await request(url, 'GET', path)
      return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    for (const path of [`/embed/markets/${id}`, `/embed/markets/${id}/`]) {
      expect(await ancestors(path), path).to.equal('*')
    }
    for (const path of [
      '/',
      `/markets/${id}`,
      `/markets/${id}?embed`,
      '/wallet',
      '/docs',
      '/embed',
      '/v1/config',
    ]) {
      expect(await ancestors(path), path).to.equal("'none'")
    }
  })

  it('is otherwise the same page, with the same policy and scripts', async () => {
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
    const bare = (page: string) => page.replace(/<meta property=[^>]*>\s*/g, '')
    expect(bare(market.text)).to.equal(bare(plain.text))
    // Its tags stand in place of those of the list, not beside them.
    expect(market.text.match(/"og:title"/g)).to.have.length(1)
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
