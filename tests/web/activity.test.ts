import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { act, paidWallet, request } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import { expectAccessible, openWindow, sharedStage, textOf, type Window } from '../helpers/web/index.ts'

const QUESTION = 'Will SOL be above $100?'

describe('web: what happens', () => {
  const creator = Keypair.generate()
  let url: string
  let id: string
  let window: Window

  before(async () => {
    // Given a market of a wallet that has opened no other, with a stake on each side.
    const stage = await sharedStage()
    url = stage.url
    await paidWallet(url, creator, { SOL: '20' })
    const expiry = stage.world.localnet.node.clock.now.unixSecond + 600
    const { built } = await act(
      url,
      '/v1/markets',
      {
        question: QUESTION,
        outcomes: ['Yes', 'No'],
        expireAt: new Date(expiry * 1_000).toISOString(),
        currency: 'SOL',
        initialStake: { outcome: 'Yes', amount: '3' },
      },
      creator,
    )
    id = built.body.id
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: '1' }, creator)
  })

  afterEach(async () => {
    const { problems } = window
    await window.close()
    expect(problems).to.deep.equal([])
  })

  it('lists what everyone did, and what they do now', async () => {
    window = await openWindow('/')
    const { page } = window
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
    const list = page.getByTestId('activity')
    await list.getByText('bet 3 SOL on Yes:').first().waitFor()
    // When somebody bets, then it is there without a reload.
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'Yes', amount: '0.75' }, creator)
    const first = list.getByRole('listitem').first()
    await until('the bet', async () => (await textOf(first)).includes('bet 0.75 SOL on Yes:'))
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: '0.25' }, creator)
    await until('the next bet', async () => (await textOf(first)).includes('bet 0.25 SOL on No:'))
    // Older events come page by page; none is there twice.
    await page.getByRole('button', { name: 'Show more' }).click()
    await until('older events', async () => (await list.getByRole('listitem').count()) > 52)
    const { body } = await request(url, 'GET', '/v1/activity?limit=2')
    expect(body.map(({ type, amount }: { type: string; amount: number }) => [type, amount])).to.deep.equal([
      ['bet', 0.25],
      ['bet', 0.75],
    ])
  })

  it("shows a creator's record", async () => {
    window = await openWindow(`/markets/${id}`)
    const { page } = window
    await page.getByText('Asked by').locator('a').first().click()
    await page.waitForURL(`**/wallet/${creator.publicKey.toBase58()}?tab=asked`)
    const record = await textOf(page.getByTestId('record'))
    expect(record)
      .to.contain('Markets opened1')
      .and.to.contain('Open1')
      .and.to.contain('Question says what decides1 of 1')
      .and.to.match(/Stakes of the smaller side≈ 1(\.25)? SOL/)
    await page.getByRole('row').filter({ hasText: QUESTION }).getByText('says what decides').waitFor()
    // And that of one with many markets, whose stakes are no round numbers.
    const { world } = await sharedStage()
    const demo = await request(url, 'GET', `/v1/markets/${world.localnet.demo[3]?.id}`)
    await page.goto(`${url}/wallet/${demo.body.creator}?tab=asked`)
    await page.getByTestId('record').getByText('SOL').waitFor()
    await page.goto(`${url}/wallet/${Keypair.generate().publicKey.toBase58()}?tab=asked`)
    await page.getByText('This wallet has opened no market').waitFor()
  })

  it('calls a market by what decides it where its question contradicts that', async () => {
    window = await openWindow('/how')
    const { page } = window
    await page.route('**/positions?*', async (route) => {
      const response = await route.fetch()
      const positions = (await response.json()) as object[]
      await route.fulfill({ response, json: positions.map((one) => ({ ...one, questionAgrees: 'no' })) })
    })
    await page.goto(`${url}/wallet/${creator.publicKey.toBase58()}`)
    await page
      .getByRole('row')
      .getByRole('link', { name: /^Yes (?:if|as soon as) / })
      .waitFor()
    expect(await page.getByRole('row').filter({ hasText: QUESTION }).count()).to.equal(0)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has nothing for axe, ${colorScheme}`, async () => {
      window = await openWindow('/activity', { colorScheme, viewport: { width: 360, height: 740 } })
      const { page } = window
      await page.getByTestId('activity').waitFor()
      await expectAccessible(page, 'activity')
      const address = creator.publicKey.toBase58()
      await page.goto(`${url}/wallet/${address}?tab=asked`)
      await page.getByTestId('record').waitFor()
      await expectAccessible(page, 'creator')
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow, 'wider than a phone').to.be.at.most(0)
    })
  }

  it('notifies of a decision, and asks for permission only after a click', async () => {
    const permissions = ['notifications']
    window = await openWindow(`/markets/${id}`, { permissions })
    const { page } = window
    await page.evaluate(`
      window.told = []
      const Real = window.Notification
      window.Notification = class { constructor(title, { body }) { window.told.push(title + ' ' + body) } }
      window.Notification.permission = Real.permission
    `)
    await page.getByRole('button', { name: 'Tell me when it is decided' }).click()
    await page.getByText('as long as this page is open in one of its tabs').waitFor()
    // It is kept in this browser.
    expect(await page.evaluate('localStorage.getItem("watched")')).to.equal(JSON.stringify([id]))
    const { world } = await sharedStage()
    const { body } = await request(url, 'GET', `/v1/markets/${id}`)
    await world.localnet.node.cheats.timeTravel(Date.parse(body.expireAt) / 1_000)
    await page.locator('.notice').filter({ hasText: 'Decided: Yes won.' }).waitFor()
    expect(await page.evaluate('window.told')).to.deep.equal([`Decided: Yes won. ${QUESTION}`])
    expect(await page.evaluate('localStorage.getItem("watched")')).to.equal('[]')
  })

  it('says so if the browser shows no notifications, and tells on the page', async () => {
    const { world } = await sharedStage()
    const other = world.localnet.demo.find(({ question }) => question === 'Will BTC reach $150k?')
    window = await openWindow(`/markets/${other?.id}`)
    const { page } = window
    const button = page.getByRole('button', { name: 'Tell me when it is decided' })
    await page.evaluate('Notification.requestPermission = async () => "denied"')
    await button.click()
    await page.getByText('this browser shows no notifications for it').waitFor()
    await page.getByRole('button', { name: 'You will be told' }).click()
    await button.waitFor()
  })

  it('can be installed: a manifest with icons of the right sizes', async () => {
    window = await openWindow('/')
    const { page } = window
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const answer = await fetch(url + href)
    expect(answer.headers.get('content-type')).to.equal('application/manifest+json')
    const manifest = (await answer.json()) as { icons: Record<'src' | 'sizes' | 'purpose', string>[] }
    expect(manifest).to.include({ start_url: '/', display: 'standalone', name: 'Prediction market' })
    const purposes = manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])
    expect(purposes).to.deep.equal([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ])
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(url + src)
      expect(icon.headers.get('content-type')).to.equal('image/png')
      const png = Buffer.from(await icon.arrayBuffer())
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).to.equal(sizes)
    }
    // The browser reads it without a complaint.
    const client = await page.context().newCDPSession(page)
    const { errors } = await client.send('Page.getAppManifest')
    expect(errors).to.deep.equal([])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has the documentation in the same look, ${colorScheme}, with a way back`, async () => {
      window = await openWindow('/docs', { colorScheme })
      const { page } = window
      await page.getByText('Sign a request').first().waitFor()
      const background = `getComputedStyle(document.querySelector('.scalar-app, .scalar-api-reference')).getPropertyValue('--scalar-background-1').trim()`
      expect(await page.evaluate(background)).to.equal(colorScheme === 'dark' ? '#0c0e12' : '#ffffff')
      await page.getByRole('link', { name: 'Back to the markets' }).click()
      await page.getByRole('heading', { level: 1, name: 'Bet Yes or No' }).waitFor()
    })
  }
})
