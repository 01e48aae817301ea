import { expect } from 'chai'
import { until } from '../helpers/localnet/index.ts'
import { openWindow, takeBurner, textOf, type Window } from '../helpers/web/index.ts'

describe('web: a new market', () => {
  let window: Window

  beforeEach(async () => {
    window = await openWindow('/new')
    // Until the builder is there, the header has the only button that chooses a wallet.
    await window.page.getByTestId('sentence').waitFor()
    await window.page.getByText('Change the details').click()
  })

  afterEach(async () => {
    const { problems } = window
    await window.close()
    expect(problems).to.deep.equal([])
  })

  const sentence = () => textOf(window.page.getByTestId('sentence'))
  const says = (text: RegExp | string) =>
    window.page.getByTestId('sentence').filter({ hasText: text }).waitFor()
  const means = (text: string) => window.page.getByTestId('meaning').filter({ hasText: text }).waitFor()
  const pick = (name: string | RegExp) =>
    window.page.getByRole('radio', { name, exact: typeof name === 'string' }).check({ force: true })

  it('composes the question as it is filled in, says what it means, and opens it', async () => {
    const { page } = window
    await takeBurner(page)
    await page.getByText('Change the details').click()
    await page
      .getByTestId('price')
      .filter({ hasText: /^BTC|^SOL is \$[\d,.]+ now$/ })
      .waitFor()
    await pick(/^ETH/)
    await pick('is above at the end')
    await page.getByLabel('Value').fill('4321')
    await page.getByRole('button', { name: 'in 1 day' }).click()
    await says(/^Will ETH be above \$4,321 at \d\d:\d\d UTC on \d+ \w+ 20\d\d\?$/)
    await means('Yes if the Pyth price of ETH/USD is above $4,321 at ')
    expect(await page.getByRole('radio', { name: 'At half time' }).isChecked()).to.equal(true)
    await page.getByText('Half time is proposed').waitFor()
    await page.getByLabel(/Your first stake/).fill('0.5')
    const question = await sentence()
    await page.getByRole('button', { name: 'Review and sign' }).click()

    const details = await textOf(page.getByTestId('details'))
    expect(details).to.match(/^Yes if the Pyth price of ETH\/USD is above \$4,321 at \d{4}-/)
    expect(await textOf(page.locator('.preview'))).to.match(/Your stake on Yes\s*0\.5 SOL/)
    const costs = await textOf(page.getByTestId('costs'))
    expect(costs).to.match(/^0\.00\d\d SOL deposit, returned; 0\.0003 SOL for deciding and closing it$/)
    const exact = await page.getByTestId('costs').locator('[title]').getAttribute('title')
    expect(exact).to.match(/^0\.00\d+ SOL deposit, returned; 0\.000315 SOL for deciding and closing it$/)
    await page.getByRole('button', { name: 'Change it' }).click()
    // The same costs are beside the button.
    await page.getByTestId('cost').filter({ hasText: costs }).waitFor()
    expect(await page.getByLabel('Value').inputValue()).to.equal('4321')
    await page.getByRole('button', { name: 'Review and sign' }).click()

    await page.getByRole('button', { name: 'Sign and open the market' }).click()
    await page.getByRole('heading', { level: 1, name: question }).waitFor()
    await page.getByText(details).waitFor()
    await page.getByTestId('pool-Yes').filter({ hasText: '0.5 SOL' }).waitFor()
  })

  it('fills in the builder from words, and asks back where they can mean several things', async () => {
    const { page } = window
    const words = page.getByLabel('In your own words')
    await words.fill('Is bitcoin going to fall below 80k at any time?')
    await words.press('Enter')
    await says(/^Will BTC fall below \$80,000 by /)
    expect(await page.getByRole('radio', { name: /^BTC/ }).isChecked()).to.equal(true)
    expect(await page.getByRole('radio', { name: 'falls below' }).isChecked()).to.equal(true)

    await words.fill('Will SOL be above A$4,321?')
    await page.getByRole('alert').filter({ hasText: 'A$ is another currency' }).waitFor()
    // What was understood before cannot be signed in place of what is refused.
    expect(await page.getByTestId('sentence').count()).to.equal(0)
    expect(await page.locator('.ask-form [type="submit"]').count()).to.equal(0)
    await page.getByRole('button', { name: 'Will SOL be above US$4,321?' }).click()
    await says(/^Will SOL be above \$4,321 at /)
    expect(await page.getByLabel('Value').inputValue()).to.equal('4321')

    await words.fill('Will it rain in Porto?')
    await words.press('Enter')
    await says('Will it rain in Porto?')
    expect(await page.getByRole('radio', { name: 'Event' }).isChecked()).to.equal(true)
    await means("a quorum of the market's attestors answers its question with Yes")
  })

  it('says in one sentence what is wrong, with a button that solves it', async () => {
    const { page, problems } = window
    const fix = (name: string | RegExp) => page.getByTestId('fixes').getByRole('button', { name }).click()
    // A value is missing.
    await page.getByRole('button', { name: 'Choose a wallet' }).last().click()
    await page.getByRole('alert').filter({ hasText: 'Give a value.' }).waitFor()
    await fix(/\(\+5%\)/)
    await says(/^Will SOL rise above \$1\d\d(\.\d)? by /)
    await means('Yes as soon as the Pyth price of SOL/USD is above $1')
    // What is so already.
    await page.getByLabel('Value').fill('100')
    await page.getByRole('alert').filter({ hasText: 'This is already true' }).waitFor()
    await fix(/fall to \$100/)
    await says(/^Will SOL fall to \$100 by /)
    // A time that is too early, of which the browser reports the refusal.
    await pick('is below at the end')
    await page.getByLabel('Ends', { exact: true }).fill('2026-01-01T00:00')
    await page.getByRole('alert').filter({ hasText: 'Is in the past' }).waitFor()
    await fix('In 1 day')
    await means('Yes if the Pyth price of SOL/USD is below $100 at ')
    expect(problems.splice(0)).to.have.length(1)
  })

  it('shows open markets that ask the same first', async () => {
    const { page } = window
    await pick(/^BTC/)
    await page.getByLabel('In your own words').fill('Will BTC reach $150k?')
    await page.keyboard.press('Enter')
    const same = page.getByTestId('same')
    await same.getByRole('link', { name: 'Will BTC reach $150k?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Will BTC reach $150k?' }).waitFor()
  })

  it('asks about a change, a supply, holders and a migration', async () => {
    const { page } = window
    await pick('is up or down')
    await says(/^Will SOL be higher at \d\d:\d\d UTC on .* than at \d\d:\d\d UTC on .*\?$/)
    await means('is above its price at ')
    await page.getByLabel(/^By at least/).fill('2.5')
    await pick('down')
    await says(/^Will SOL lose 2\.5% between /)
    await means('is at most 97.5 % of its price at ')
    await pick('Supply')
    await page.getByRole('button', { name: 'BONK', exact: true }).click()
    await page.getByLabel('Value').fill('1k')
    // Its accounts have no date: it is asked for by the end, whatever was chosen before.
    expect(await page.getByRole('radio', { name: 'is above at the end' }).count()).to.equal(0)
    await pick('falls below')
    await means('is below 1,000 tokens')
    await pick('Holders')
    await pick('is above at the end')
    await page.getByLabel('Value').fill('12')
    await says(/^Will BONK have more than 12 holders at /)
    await means('has more than 12 holders')
    await pick('Migration')
    await says(/^Will BONK migrate to PumpSwap by /)
  })

  it('can be filled in by keyboard on a phone, without anything beside the page', async () => {
    const { page } = window
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).to.be.at.most(320)
    await page.getByRole('radio', { name: /^SOL \$/ }).focus()
    await page.keyboard.press('ArrowRight')
    await until('the next asset', () => page.getByRole('radio', { name: /^BTC/ }).isChecked())
    // Over the list of all assets.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await until('the next move', () => page.getByRole('radio', { name: 'falls below' }).isChecked())
    await page.keyboard.press('Tab')
    await page.keyboard.type('50000')
    await says(/^Will BTC fall below \$50,000 by /)
  })
})
