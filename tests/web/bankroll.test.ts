import { expect } from 'chai'
import { request } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import {
  openWindow,
  placeBet,
  sharedStage,
  shownBalance,
  takeBurner,
  textOf,
  type Window,
} from '../helpers/web/index.ts'

describe('web: bankrolls', () => {
  let window: Window
  let url: string
  let market: string

  beforeEach(async () => {
    const { world } = await sharedStage()
    url = world.url
    market =
      world.localnet.demo.find(({ question }) => question === 'Will BTC reach $150k?')?.id ?? expect.fail()
    window = await openWindow('/developers')
    await takeBurner(window.page)
  })

  afterEach(async () => {
    const { problems } = window
    await window.close()
    expect(problems).to.deep.equal([])
  })

  /** Moves SOL from the wallet to its bankroll, or back. */
  async function move(amount: string, button: 'Deposit' | 'Withdraw', done: string): Promise<void> {
    const { page } = window
    await page.getByLabel('Amount to move').fill(amount)
    await page.getByRole('button', { name: button }).click()
    await page.locator('.notice.good').filter({ hasText: done }).waitFor()
  }

  it('take money, pay a bet of their owner, and give the rest back', async () => {
    const { page } = window
    await move('3', 'Deposit', '3 SOL is in your bankroll now.')
    expect(await textOf(page.getByTestId('bankroll-SOL'))).to.equal('3')

    // When its owner bets from it, then the stake leaves the bankroll, and the wallet pays no more than a network fee.
    await page.goto(`${url}/markets/${market}`)
    // The gateway remembers balances for a second.
    const before = await until('the balance after the deposit', async () => {
      const balance = await shownBalance(page)
      if (balance > 9) await page.reload()
      return balance < 8 && balance
    })
    await page.getByText('Details', { exact: true }).click()
    await page.getByLabel('Pay from').selectOption('bankroll')
    await page.getByText('of 3 SOL in your bankroll').waitFor()
    await placeBet(page, 'Yes', '1')
    await page.getByTestId('own-position').filter({ hasText: '1 SOL' }).waitFor()
    await page.getByText(/of 1\.99\d+ SOL in your bankroll/).waitFor()
    expect(await shownBalance(page)).to.be.within(before - 0.002, before)

    // More than is left is not offered, with what to do.
    await page.getByLabel(/^Stake/).fill('2.5')
    await page
      .getByRole('alert')
      .filter({ hasText: /^Your bankroll holds 1\.99\d+ SOL\.$/ })
      .waitFor()
    expect(await page.getByRole('button', { name: 'Bet 2.5 SOL on Yes' }).isDisabled()).to.equal(true)
    await page.getByRole('link', { name: 'Put money into your bankroll' }).click()

    await move('1.5', 'Withdraw', '1.5 SOL is back in your wallet.')
    await page
      .getByTestId('bankroll-SOL')
      .filter({ hasText: /^0\.49/ })
      .waitFor()
  })

  it('let an API key bet within limits, which are renewed and ended', async () => {
    const { page } = window
    await page.getByText('Issue a key with the scope bet above').waitFor()
    await move('3', 'Deposit', '3 SOL is in your bankroll now.')
    await page.getByLabel('Name of a new key').fill('bot')
    await page.getByLabel(/^bet:/).check()
    await page.getByRole('button', { name: 'Issue a key' }).click()
    const key = await textOf(page.getByTestId('issued-key'))
    const bet = (amount: string) =>
      request(url, 'POST', `/v1/markets/${market}/bets`, {
        body: { outcome: 'No', amount },
        headers: { authorization: `Bearer ${key}` },
      })
    const code = async (amount: string) => (await bet(amount)).headers.get('x-error-code')
    expect(await code('0.1')).to.equal('NotDelegate')

    // Limits that cannot be read are refused before anything is signed.
    const submit = page.getByRole('button', { name: 'Let it bet' })
    await page.getByLabel('SOL in one bet').fill('a little')
    await page
      .getByRole('alert')
      .filter({ hasText: /^SOL in one bet: Must be a plain/ })
      .waitFor()
    expect(await submit.isDisabled()).to.equal(true)

    // When its owner names it, then it bets in one call, and the page shows what it has spent.
    await page.getByLabel('SOL in one bet').fill('0.5')
    await page.getByLabel('SOL in all').fill('1')
    await submit.click()
    const row = page.getByTestId('delegate')
    await row.filter({ hasText: '6d 23h left' }).waitFor()
    const placed = await bet('0.25')
    expect(placed.status, placed.text).to.equal(201)
    await row.filter({ hasText: /0\.25\d* of 1 SOL/ }).waitFor()
    await page
      .getByTestId('bankroll-SOL')
      .filter({ hasText: /^2\.74/ })
      .waitFor()
    expect(await code('0.6')).to.equal('DelegatePerBetExceeded')

    // When they renew it with more, then more fits.
    await page.getByRole('button', { name: 'Renew bot' }).click()
    await page.getByLabel('SOL in one bet').fill('0.75')
    await page.getByLabel('SOL in all').fill('2')
    await page.getByLabel('Expires').selectOption('30')
    await page.getByRole('button', { name: 'Renew', exact: true }).click()
    await row.filter({ hasText: '29d 23h left' }).waitFor()
    expect((await bet('0.6')).status).to.equal(201)

    // When they end it, then it bets no more.
    await page.getByRole('button', { name: 'End bot' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await code('0.1')).to.equal('NotDelegate')
  })
})
