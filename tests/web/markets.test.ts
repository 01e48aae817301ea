import { expect } from 'chai'
import { until } from '../helpers/localnet/index.ts'
import { openWindow, sharedStage, textOf, type Window } from '../helpers/web/index.ts'

describe('web: markets', () => {
  let window: Window

  beforeEach(async () => {
    window = await openWindow()
    await window.page.getByRole('article').first().waitFor()
  })

  afterEach(async () => {
    const { problems } = window
    await window.close()
    expect(problems).to.deep.equal([])
  })

  it('lists open markets with odds, time left and stakes', async () => {
    const { page } = window
    const { world } = await sharedStage()
    const card = page.getByRole('article').filter({ hasText: 'Will BTC reach $150k?' })
    const market = world.localnet.demo.find(({ question }) => question === 'Will BTC reach $150k?')
    const entry = world.gateway.book.get(market?.id ?? '') ?? expect.fail()
    const { Yes: yes, No: no } = entry.pools
    const share = ((Number(yes) / Number(yes + no)) * 100).toFixed(1)
    expect(await textOf(card.getByTestId('odds-yes'))).to.equal(`${share}%`)
    const text = await textOf(card)
    expect(text).to.contain(`${Number(yes + no) / 1e9} SOL`)
    expect(text).to.match(/29d 23h left/)
  })

  it('searches, filters and sorts, and keeps it in the address', async () => {
    const { page } = window
    /** Waits until exactly these questions are listed. */
    const listed = (...expected: string[]) =>
      until(`the list to be ${expected.join(' ')}`, async () => {
        const shown = await page.getByRole('article').getByRole('heading').allTextContents()
        return shown.join() === expected.join()
      })
    const [small, large] = [
      "Will BONK's market cap be above $1.85 billion?",
      "Will BONK's market cap exceed $3 billion?",
    ] as const
    await page.getByLabel('Show').selectOption('all ')
    await page.getByLabel('Search questions').fill('market cap')
    await page.waitForURL(/q=market\+cap/)
    await until('three markets', async () => (await page.getByRole('article').count()) === 3)
    const card = page.getByRole('article').getByText(small)
    await card.waitFor()
    await page.getByLabel('Show').selectOption('all UTILITY')
    await card.waitFor({ state: 'detached' })
    await page.getByLabel('Search questions').fill('BONK cap')
    await listed(large)
    await page.reload()
    await listed(large)
    await page.getByLabel('Search questions').fill('a question that nobody asked')
    await page.getByText('No market matches').waitFor()
    await page.getByRole('button', { name: 'show all markets' }).click()
    await page.getByRole('article').nth(10).waitFor()
    expect(await page.getByLabel('Search questions').inputValue()).to.equal('')
    // What the address names and no control offers is left out, as is the default.
    await page.getByLabel('Show').selectOption('open ')
    expect(new URL(page.url()).search).to.equal('')
    await page.goto(`${page.url()}?status=nonsense`)
    expect(await page.getByLabel('Show').inputValue()).to.equal('open ')
    // Topics are selections, which the address keeps.
    await page.getByRole('button', { name: 'World' }).click()
    await page.waitForURL(/topic=world/)
    await until('events only', async () => (await page.getByRole('article').count()) === 2)
    await page.getByRole('button', { name: 'Memecoins' }).click()
    await page.getByRole('article').getByText('Will this token reach 100 holders?').waitFor()
    expect(await page.getByRole('article').getByText('Will it rain').count()).to.equal(0)
  })

  it('opens a market: what decides it, progress, chart, bets and times', async () => {
    const { page } = window
    await page.getByRole('link', { name: 'Will BTC reach $150k?', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Will BTC reach $150k?' }).waitFor()
    await page.getByText('Yes as soon as the Pyth price of BTC/USD is at least $150,000').waitFor()
    const progress = await textOf(page.getByTestId('progress'))
    expect(progress)
      .to.match(/Now \$[\d,.]+/)
      .and.to.contain('Yes if at least $150,000')
    await page.getByText('Pyth price', { exact: true }).waitFor()
    await page
      .getByRole('img', {
        name: /^Odds of Yes over time: from .*BTC\/USD is \$[\d,.]+, the target is \$150,000$/,
      })
      .waitFor()
    await page.getByRole('row').nth(2).waitFor()
    await page.getByText('Betting closes', { exact: true }).first().waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Bet Yes or No' }).waitFor()
  })

  it('says how many attestors must agree', async () => {
    const { page } = window
    await page.getByRole('link', { name: 'Will the home team score in the first half?', exact: true }).click()
    await page.getByText('3 of 4 attestors', { exact: true }).waitFor()
  })

  it('shows odds and measured value at a time by keyboard, and bets, holders and rules in tabs', async () => {
    const { page } = window
    await page.getByRole('link', { name: 'Will JUP fall below $0.80?', exact: true }).click()
    // The slider says what a sighted person reads at the cursor.
    const slider = page.getByRole('slider', { name: 'Odds and measured value at a time' })
    await slider.focus()
    const words = () => slider.getAttribute('aria-valuetext')
    await until('the measured value', async () =>
      /Yes [\d.]+%, JUP\/USD \$[\d.]+$/.test((await words()) ?? ''),
    )
    await page.keyboard.press('Home')
    await until('an earlier time', async () => (await slider.inputValue()) === '0')
    await page.locator('.chart-cursor').waitFor()
    await page.keyboard.press('Tab')
    await page.locator('.chart-cursor').waitFor({ state: 'detached' })

    // Arrow keys go through the tabs, whose choice the address keeps.
    await page.getByRole('tab', { name: 'Bets' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Holders', selected: true }).waitFor()
    await page.getByRole('columnheader', { name: 'On Yes' }).waitFor()
    expect(await page.getByRole('row').count()).to.be.greaterThan(1)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Which stakes would be late' }).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: 'Rules', selected: true }).waitFor()
    // Another market about the same asset is one click away.
    await page.getByRole('link', { name: 'Will JUP have a market cap of at least $6 billion?' }).click()
    await page
      .getByRole('heading', { level: 1, name: 'Will JUP have a market cap of at least $6 billion?' })
      .waitFor()
  })

  it('says so when there is nothing at an address, and how to go on', async () => {
    const { page, problems } = window
    const { url } = await sharedStage()
    await page.goto(`${url}/markets/market_11111111111111111111111111111112`)
    await page.getByText('There is no such market').waitFor()
    // The browser reports the 404 of the market.
    expect(problems.splice(0).join()).to.contain('404')
    await page.getByRole('link', { name: 'See the markets' }).click()
    await page.getByRole('article').first().waitFor()
  })

  it('says when live updates are interrupted, and goes on by itself', async () => {
    const { page, problems } = window
    await page.context().setOffline(true)
    await page.getByText('Live updates are interrupted').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Live updates are interrupted').waitFor({ state: 'detached' })
    // Failed connections are in the console, and nothing else.
    const others = problems.filter((problem) => !problem.includes('net::ERR_'))
    expect(others).to.deep.equal([])
    problems.length = 0
  })
})
