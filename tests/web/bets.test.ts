import { readFileSync } from 'node:fs'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { act, paidWallet, request } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import { placeFirstBet } from '../helpers/web/first-bet.ts'
import {
  givenMarket,
  openWindow,
  placeBet,
  sharedStage,
  shownBalance,
  takeBurner,
  textOf,
  type Window,
} from '../helpers/web/index.ts'

describe('web: bets', () => {
  const [alice, bob] = [Keypair.generate(), Keypair.generate()]
  const windows: Window[] = []
  let url: string

  before(async () => {
    ;({ url } = await sharedStage())
    for (const wallet of [alice, bob]) await paidWallet(url, wallet, { SOL: '20' })
  })

  afterEach(async () => {
    const problems = windows.flatMap((window) => window.problems)
    for (const window of windows.splice(0)) await window.close()
    expect(problems).to.deep.equal([])
  })

  async function open(path: string, options = {}) {
    const window = await openWindow(path, options)
    windows.push(window)
    return window.page
  }

  /** Opens a market by the REST interface, with a stake of Alice on Yes and one of Bob on No. */
  async function givenStakes(question: string, seconds: number): Promise<string> {
    const { world } = await sharedStage()
    const initialStake = { outcome: 'Yes', amount: '2' }
    const { id } = await givenMarket(world, alice, { question, seconds, initialStake })
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: '2' }, bob)
    return id
  }

  /** Moves the chain's clock to a second. */
  async function travelTo(second: number): Promise<void> {
    const { world } = await sharedStage()
    await world.localnet.node.cheats.timeTravel(second)
  }

  const marketOf = async (id: string) => (await request(url, 'GET', `/v1/markets/${id}`)).body

  const setPrice = (feed: string, price: number) =>
    request(url, 'POST', '/v1/localnet/prices', { body: { feed, price } })

  it('quotes as you type, places a bet with the burner wallet, and a second window sees the odds', async () => {
    // Given two windows that show a market with even odds.
    const id = await givenStakes('Will ETH be above $9,000?', 3_600)
    const page = await open(`/markets/${id}`)
    await takeBurner(page)
    const second = await open(`/markets/${id}`)
    await second.getByTestId('odds-yes').filter({ hasText: '50.0%' }).waitFor()

    // When someone types a stake.
    await page.getByRole('radio', { name: 'No' }).check({ force: true })
    await page.getByLabel(/^Stake/).fill('1')

    // Then the quote is that of the gateway: 1 + 2 × 90 % / 3.
    await page.getByTestId('payout').filter({ hasText: '1.6 SOL' }).waitFor()
    const ticket = await textOf(page.getByTestId('quote'))
    expect(ticket).to.match(/If No, you get\s*1\.6 SOL \+0\.6 SOL/)
    expect(ticket).to.match(/If Yes, you lose\s*1 SOL/)
    expect(ticket).to.contain(
      'Costs besidesat least 0.000005 SOL for the network, 0.000005 SOL for the payout, and 0.002 SOL deposit, returned',
    )
    await page.getByText('Later bets move the payout: 1.45 to 1.9 SOL if as much again').waitFor()

    // When they bet, then both windows show it.
    const before = await shownBalance(page)
    await placeBet(page, 'No', '1')
    for (const one of [page, second]) {
      await one.getByTestId('odds-no').filter({ hasText: '60.0%' }).waitFor()
      await one.getByTestId('pool-No').filter({ hasText: '3 SOL' }).waitFor()
    }
    expect(await textOf(page.getByTestId('own-position'))).to.match(/Staked on No\s*1 SOL/)
    await until('the balance to fall', async () => (await shownBalance(page)) < before - 1)
  })

  it('pays the winner: the market is decided and the balance grows', async () => {
    // Given a market that ends soon, a bet of ours, and a price that makes it Yes.
    await setPrice('ETH/USD', 5_000)
    const id = await givenStakes('Will ETH be above $4,900?', 120)
    const page = await open(`/markets/${id}`)
    await takeBurner(page)
    await placeBet(page, 'Yes', '2')
    const staked = await until('the stake to leave', async () => {
      const balance = await shownBalance(page)
      return balance < 8 && balance
    })

    // When it expires, then the page shows the decision without a reload: 2 + 2 × 90 % / 2 for us.
    await travelTo(Date.parse((await marketOf(id)).expireAt) / 1_000)
    await page.getByTestId('decision').filter({ hasText: 'Yes won' }).waitFor()
    await page.getByText('You were paid 2.9 SOL.').waitFor()
    await until('the balance to grow', async () => (await shownBalance(page)) > staked + 2.9)
    const position = page.getByTestId('own-position').filter({ hasText: /Paid to you/ })
    await position.waitFor()
    expect(await textOf(position)).to.match(/Paid to you\s*2\.9 SOL/)
    // And what decided it.
    const proof = page.getByTestId('proof')
    await proof.getByText('Decided: Yes').waitFor()
    await proof.getByText('Observed $5,000: met').waitFor()
    // The win has a link and a picture of its own.
    await page.getByRole('button', { name: 'Share your win' }).click()
    const shared = page.getByRole('dialog', { name: 'Share your win' })
    const link = await textOf(shared.getByTestId('share-link'))
    expect(link).to.match(/\/markets\/market_\w+\?win=\w+$/)
    const picture = shared.getByRole('img', { name: /^Preview: \+0\.9 SOL: Will ETH be above/ })
    await until('the picture', () =>
      picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth === 1_200),
    )
    expect(await (await fetch(link)).text()).to.match(/og:image" content="[^"]*\/wins\/\w+\/card\.png"/)
    await shared.getByRole('button', { name: 'Close' }).click()
    // The chart keeps what was measured, up to the value that decided.
    await page.getByRole('img', { name: /ETH\/USD is \$5,000, the target is \$4,900$/ }).waitFor()
    expect(await page.locator('.chart-last').count()).to.equal(1)
    // Every transaction and account has a link to an explorer, which knows the node of the localnet.
    const links = await proof.getByRole('link', { name: /explorer/ }).all()
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')))
    expect(targets.filter((href) => href?.includes('/tx/'))).to.have.length(2)
    expect(targets.filter((href) => href?.includes('/address/'))).to.have.length(1)
    for (const href of targets) expect(href).to.match(/^https:.*cluster=custom&customUrl=http%3A%2F%2F127/)
    // And the portfolio: nothing at stake, one market won.
    await page.getByRole('link', { name: /Your wallet/ }).click()
    await page.getByTestId('all-profit').filter({ hasText: '+0.9 SOL' }).waitFor()
    expect(await textOf(page.getByTestId('at-risk'))).to.equal('0 SOL')
    expect(await textOf(page.getByTestId('won-lost'))).to.equal('1 : 0 100% won')
    await page.getByRole('radio', { name: 'Lost' }).check({ force: true })
    await page.getByText('None of them.').waitFor()
    await page.getByRole('radio', { name: 'Won' }).check({ force: true })
    await page.getByRole('row').filter({ hasText: 'Will ETH be above $4,900?' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).to.match(/,SOL,2,0,won,2\.9,0,/)
    await page.getByRole('link', { name: 'Leaderboard' }).click()
    const own = page.getByRole('row').filter({ hasText: 'you' })
    await own.filter({ hasText: '+0.9' }).waitFor()
  })

  it('pays a late stake back and says why', async () => {
    // Given a market that is decided as soon as a price is reached, with stakes of two periods ago.
    await setPrice('SOL/USD', 150)
    const id = await givenStakes('Will SOL reach $900?', 3_200)
    const page = await open(`/markets/${id}`)
    await takeBurner(page)
    const { world } = await sharedStage()
    const { bettingPeriodSeconds } = await marketOf(id)
    await travelTo(world.localnet.node.clock.now.unixSecond + 3 * bettingPeriodSeconds)
    // No bet is taken on a feed whose last price is old, as it is right after the clock has moved.
    await setPrice('SOL/USD', 150)

    // When we bet on Yes, told what would be late, and the price is reached in the same period.
    await page.getByLabel(/^Stake/).fill('1')
    await page
      .getByTestId('late-hint')
      .filter({ hasText: /^Yes before .*your stake back$/ })
      .waitFor()
    await placeBet(page, 'Yes', '1')
    // And the position says what each answer pays, and until when.
    const endings = page.getByTestId('ending-Yes')
    await endings.nth(1).waitFor()
    expect(await textOf(endings.first())).to.match(/^Yes before \d+:\d\d:\d\d [AP]M1 SOL back$/)
    expect(await textOf(endings.last())).to.match(/^Yes later1\.6 SOL \+0\.6 SOL$/)
    expect(await textOf(page.getByTestId('ending-No'))).to.equal('If No−1 SOL')
    await page.getByTestId('counts-bar').waitFor()
    const staked = await until('the stake to leave', async () => {
      const balance = await shownBalance(page)
      return balance < 9 && balance
    })
    await setPrice('SOL/USD', 1_000)

    // Then Yes wins, and our stake is back.
    await page.getByTestId('decision').filter({ hasText: 'Yes won' }).waitFor()
    await page.getByTestId('own-position').filter({ hasText: 'Came back to you' }).waitFor()
    const own = await textOf(page.getByTestId('own-position'))
    expect(own)
      .to.match(/Came back to you\s*1 SOL/)
      .and.to.contain('It was late')
    expect(await page.getByText('Late stakes on Yes, paid back').count()).to.equal(1)
    expect(await page.getByTestId('profit').getAttribute('class')).to.equal(null)
    await until('the balance to grow', async () => (await shownBalance(page)) > staked + 0.99)
    await setPrice('SOL/USD', 150)
  })

  it('bets once, even if the answer is lost', async () => {
    // Given a connection that breaks after the transaction has arrived.
    const id = await givenStakes('Will ETH be above $7,000?', 3_600)
    const page = await open(`/markets/${id}`)
    await takeBurner(page)
    let sent = 0
    await page.route('**/v1/transactions', async (route) => {
      sent += 1
      if (sent > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })

    // When we bet, then the page sends the same transaction again, and the stake is there once.
    await placeBet(page, 'Yes', '1')
    expect(sent).to.equal(2)
    await page.getByTestId('pool-Yes').filter({ hasText: '3 SOL' }).waitFor()
    // The browser reports the broken connection.
    expect(windows[0]?.problems.splice(0)).to.have.length(1)
  })

  it('refuses wrong input with what would be right', async () => {
    const id = await givenStakes('Will ETH be above $8,000?', 3_600)
    const page = await open(`/markets/${id}`)
    await takeBurner(page)
    const stake = page.getByLabel(/^Stake/)
    const error = page.getByRole('alert').filter({ hasText: /\S/ })
    const cases: [typed: string, message: RegExp][] = [
      ['one', /Must be a plain decimal number, such as 1\.5/],
      ['-1', /Must be a plain decimal number/],
      ['0', /The smallest stake is 0\.001 SOL/],
      ['1.0000000001', /Must have at most 9 decimals, got 10/],
      ['99999999999999999999', /Must be at most 18446744073\.709551615/],
    ]
    for (const [typed, message] of cases) {
      await stake.fill(typed)
      await error.filter({ hasText: message }).waitFor()
      expect(await page.getByRole('button', { name: /^Bet/ }).isDisabled(), typed).to.equal(true)
    }
    // More than the wallet has is not offered.
    await stake.fill('500')
    await error.filter({ hasText: 'Your wallet holds 10 SOL.' }).waitFor()
    expect(await page.getByRole('button', { name: 'Bet 500 SOL on Yes' }).isDisabled()).to.equal(true)
    await page.getByRole('button', { name: 'Get play money' }).waitFor()
    // All of it but what deposits and fees take can be staked.
    await page.getByRole('button', { name: 'Max' }).click()
    await page.getByRole('button', { name: 'Bet 9.99 SOL on Yes' }).waitFor()
  })

  it('takes a stake as soon as the money for it has come from elsewhere', async () => {
    const id = await givenStakes('Will ETH be above $7,900?', 3_600)
    const page = await open(`/markets/${id}`)
    const address = await takeBurner(page)
    await page.getByLabel(/^Stake/).fill('12')
    await page.getByRole('alert').filter({ hasText: 'Your wallet holds 10 SOL.' }).waitFor()
    const body = { wallet: address, currency: 'SOL', amount: '5' }
    expect((await request(url, 'POST', '/v1/localnet/faucet', { body })).status).to.equal(201)
    await page.getByRole('button', { name: 'Bet 12 SOL on Yes' }).click()
    await page.getByTestId('own-position').filter({ hasText: '12 SOL' }).waitFor()
  })

  it('leads a stranger to a first bet in three clicks', async () => {
    const page = await open('/')
    expect(await placeFirstBet(page)).to.equal(3)
  })

  it('has two buttons in view on a phone, which open a sheet', async () => {
    const id = await givenStakes('Will ETH be above $6,500?', 3_600)
    const page = await open(`/markets/${id}`, { viewport: { width: 390, height: 780 } })
    await takeBurner(page)
    const bar = page.getByRole('button', { name: /^No 50\.0%/ })
    await bar.waitFor()
    const box = (await bar.boundingBox()) ?? expect.fail()
    expect(box.y + box.height).to.be.lessThan(780)
    expect(await page.getByLabel(/^Stake/).count()).to.equal(0)

    // When a side is chosen, then the sheet has its form; Escape closes it, a bet too.
    await bar.click()
    await page.getByRole('dialog', { name: 'Place a bet' }).waitFor()
    expect(await page.getByRole('radio', { name: 'No' }).isChecked()).to.equal(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await bar.click()
    await placeBet(page, 'No', '1')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByTestId('own-position').filter({ hasText: '1 SOL' }).waitFor()
    // A link of the list to a side opens the sheet at once.
    await page.goto(`${page.url()}?side=Yes`)
    await page.getByRole('dialog', { name: 'Place a bet' }).waitFor()
  })
})
