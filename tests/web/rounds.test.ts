import { setTimeout as sleep } from 'node:timers/promises'
import { parseAmount } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { startWorld, type World } from '../../tools/web/world.ts'
import { act, paidWallet, request } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import {
  expectAccessible,
  openWindow,
  placeBet,
  takeBurner,
  textOf,
  type Window,
  type WindowOptions,
} from '../helpers/web/index.ts'

/** One series goes on by itself while it is watched; the other one's bets have all the time that they need. */
const SERIES = '1:SOL/USD:1m:SOL,2:SOL/USD:5m:SOL'

const PHONE = { viewport: { width: 390, height: 780 } }
const BETWEEN = 'The next round opens in a moment.'

describe('web: rounds', () => {
  const [alice, bob] = [Keypair.generate(), Keypair.generate()]
  const windows: Window[] = []
  let world: World

  before(async () => {
    world = await startWorld({ demo: false, seed: 'rounds', rounds: SERIES })
    for (const wallet of [alice, bob]) await paidWallet(world.url, wallet, { SOL: '20' })
  })

  after(() => world?.stop())

  afterEach(async () => {
    const problems = windows.flatMap((window) => window.problems)
    for (const window of windows.splice(0)) await window.close()
    // Whoever asks for a quote as betting ends is refused it.
    expect(problems.filter((one) => !one.includes('status of 409'))).to.deep.equal([])
  })

  async function open(path: string, options: WindowOptions = {}): Promise<Page> {
    const window = await openWindow(path, { url: world.url, ...options })
    windows.push(window)
    return window.page
  }

  const get = async (path: string) => (await request(world.url, 'GET', path)).body
  const lamports = (text: string) => parseAmount(text.replaceAll(',', '').replace(' SOL', ''), 9)
  const stakeOf = (page: Page) => page.getByLabel(/^Stake/)
  const bet = (id: string, outcome: 'Yes' | 'No', amount: string, wallet: Keypair) =>
    act(world.url, `/v1/markets/${id}/bets`, { outcome, amount }, wallet)

  /** The round of a series that takes bets, once it is another than before. */
  const roundAfter = (series: number, before?: string) =>
    until('the next round', async () => {
      const { takingBets } = await get(`/v1/rounds/${series}`)
      return !!takingBets && takingBets.id !== before && takingBets
    })

  /** A round of the first series that has just opened, with stakes on both sides. */
  async function givenRound(): Promise<string> {
    const { id } = await roundAfter(1, (await roundAfter(1)).id)
    await bet(id, 'Yes', '0.5', alice)
    await bet(id, 'No', '0.5', bob)
    return id
  }

  /** Lets the gateway's answers be those between two rounds, as they are for a moment, once a round has ended. */
  async function holdBetween(page: Page, id: string): Promise<() => void> {
    let isHeld = true
    await page.route('**/v1/rounds/1?*', async (route) => {
      const response = await route.fetch()
      const series = await response.json()
      const isOver = series.takingBets?.id !== id
      await route.fulfill({ response, json: isHeld && isOver ? { ...series, takingBets: null } : series })
    })
    return () => {
      isHeld = false
    }
  }

  it('moves on by itself to the next round, and keeps the side and the stake', async () => {
    // Given a stake that is typed on a desktop, and one in the sheet of a phone.
    const page = await open('/rounds/1')
    const phone = await open('/rounds/1?side=No', PHONE)
    const id = await givenRound()
    const goOn = await Promise.all([page, phone].map((one) => holdBetween(one, id)))
    await page.getByRole('radio', { name: 'Down' }).check({ force: true })
    await stakeOf(page).fill('0.123')
    await page.evaluate(`document.querySelector('input[name="amount"]').dataset.kept = 'yes'`)
    await stakeOf(phone).fill('0.2')
    await phone.keyboard.press('Escape')
    await phone.getByRole('dialog').waitFor({ state: 'hidden' })

    // When the round closes, then nothing can be bet, and what was filled in stays.
    for (const one of [page, phone]) await one.getByText(BETWEEN).first().waitFor()
    const button = page.locator('.bet-form [type="submit"]')
    expect(await button.isDisabled()).to.equal(true)
    expect(await phone.getByRole('button', { name: /^Down/ }).isDisabled()).to.equal(true)
    expect(await stakeOf(page).inputValue()).to.equal('0.123')

    // And the next round takes it, in the same form.
    for (const release of goOn) release()
    await page.getByTestId('payout').waitFor()
    expect(await textOf(button)).to.equal('Bet 0.123 SOL on Down')
    expect(await button.isEnabled()).to.equal(true)
    expect(await page.getByRole('radio', { name: 'Down' }).isChecked()).to.equal(true)
    expect(await stakeOf(page).getAttribute('data-kept')).to.equal('yes')
    await phone.locator('.bet-bar button:enabled').first().waitFor()
    expect(await phone.getByRole('dialog').count()).to.equal(0)
    await phone.getByRole('button', { name: /^Down/ }).click()
    expect(await stakeOf(phone).inputValue()).to.equal('0.2')
  })

  it('shows the round that is played and the last results, by their prices and as Up and Down', async () => {
    const id = await givenRound()
    const page = await open('/rounds/1')
    await page.getByText('Being played').waitFor()
    const ahead = page.locator('.round-chart figcaption')
    const caption = await textOf(ahead.filter({ hasText: 'is ahead, from $' }))
    const [, from = ''] = /(?:Up|Down) is ahead, from \$([\d,.]+)$/.exec(caption) ?? []
    const isShown = ({ price }: { price: number }, shown: string) =>
      Number(price.toPrecision(shown.replace(/\D/g, '').length)) === Number(shown.replaceAll(',', ''))
    const { measuring, results } = await get('/v1/rounds/1')
    const starts = [...measuring, ...results].flatMap(({ reference }) => reference ?? [])
    expect(starts.some((start) => isShown(start, from))).to.equal(true)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `a series of rounds, ${colorScheme}`)
    }

    // When the round is decided, then it is the first of the results.
    const row = page.locator('.result-list li').filter({ has: page.locator(`a[href="/markets/${id}"]`) })
    await row.waitFor({ timeout: 240_000 })
    const after = await get('/v1/rounds/1')
    const result = after.results.find((one: { id: string }) => one.id === id)
    const side = { Yes: 'Up', No: 'Down' }[result.winningOutcome as 'Yes' | 'No']
    const [, winner, first = '', second = ''] =
      /(Up|Down)\$([\d,.]+) → \$([\d,.]+)×/.exec(await textOf(row)) ?? []
    expect(winner).to.equal(side)
    expect(isShown(result.reference, first) && isShown(result.price, second)).to.equal(true)
    expect(first).not.to.equal(second)
    const last = page.getByRole('img', { name: /^Last results, the newest first: (?:Up|Down)/ })
    await last.waitFor()

    // And the list and the market have nothing for axe either.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(world.url)
      await page.locator('.hero .side-link.yes').waitFor()
      await page.locator('.round-chart svg').waitFor()
      expect(await textOf(page.locator('.hero .side-links'))).to.match(/Up.*Down/)
      await expectAccessible(page, `a live round, ${colorScheme}`)
      await page.goto(`${world.url}/markets/${id}`)
      await page
        .getByTestId('decision')
        .filter({ hasText: `${side} won` })
        .waitFor()
      await page.locator('.proof li').nth(1).waitFor()
      await expectAccessible(page, `a decided market, ${colorScheme}`)
    }
  })

  const setPrice = (price: number) =>
    request(world.url, 'POST', '/v1/localnet/prices', { body: { feed: 'SOL/USD', price } })

  it('takes the same bet again, and returns what finds no opponent', async () => {
    // Given a round that has just opened, with little on Up.
    const { node } = world.localnet
    const { id: before, closeAt } = await roundAfter(2)
    await node.cheats.timeTravel(Date.parse(closeAt) / 1_000)
    const round = await roundAfter(2, before)
    await setPrice(150)
    const winner = await open('/rounds/2')
    await takeBurner(winner)
    await placeBet(winner, 'Up', '0.05')

    // When people bet twice on Down, on a desktop and on a phone, the second time without filling anything in.
    const players: [page: Page, amount: string, wallet: string][] = []
    for (const [amount, options] of [
      ['0.123456789', {}],
      ['0.2', PHONE],
    ] as const) {
      const page = await open('/rounds/2', options)
      // Quotes come late: the second bet must not go by one from before the first, which moves the odds.
      await page.route('**/quote?*', async (route) => sleep(500).then(() => route.continue()))
      const wallet = await takeBurner(page)
      const opener = page.locator('.bet-bar').getByRole('button', { name: /^Down/ })
      const isPhone = 'viewport' in options
      if (isPhone) await opener.click()
      await placeBet(page, 'Down', amount)
      const own = page.getByTestId('own-rounds')
      await own.filter({ hasText: `Down ${isPhone ? '0.2' : '0.1234'}` }).waitFor()
      if (isPhone) {
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await opener.click()
      }
      expect(await page.getByRole('radio', { name: 'Down' }).isChecked()).to.equal(true)
      await page.getByRole('button', { name: `Bet ${amount} SOL on Down` }).click()
      await own.filter({ hasText: `Down ${isPhone ? '0.4' : '0.2469'}` }).waitFor()
      players.push([page, amount, wallet])
    }
    const balanceOf = async (wallet: string) =>
      lamports(String((await get(`/v1/wallets/${wallet}/balances`)).SOL))
    const left = await Promise.all(
      players.map(([, amount, wallet]) =>
        until('the stakes to leave', async () => {
          const now = await balanceOf(wallet)
          return now <= lamports('10') - 2n * lamports(amount) && now
        }),
      ),
    )

    // And the price rises, then each gets back their share of what finds no opponent: 0.05 × 1.25 of Down is lost.
    const { deposit } = await get(`/v1/markets/${round.id}/quote?outcome=Yes&amount=1`)
    await node.cheats.timeTravel(Date.parse(round.referenceAt) / 1_000)
    await until('the first price', async () => (await get(`/v1/markets/${round.id}`)).condition.reference)
    await setPrice(1_000)
    await node.cheats.timeTravel(Date.parse(round.expireAt) / 1_000)
    const down = players.reduce((sum, [, amount]) => sum + 2n * lamports(amount), 0n)
    for (const [index, [page, amount, wallet]] of players.entries()) {
      const stake = 2n * lamports(amount)
      const back = (stake * (down - lamports('0.0625'))) / down
      const paid = await until('the payment', async () => {
        const [position] = await get(`/v1/wallets/${wallet}/positions?market=${round.id}`)
        return position?.settled === true && (await balanceOf(wallet)) - (left[index] ?? 0n)
      })
      expect(paid - lamports(String(deposit))).to.equal(back)
      const loss = page.getByTestId('own-rounds').locator('.no[title]')
      expect(lamports((await loss.getAttribute('title')) ?? '')).to.equal(stake - back)
      await page.locator('.result-list li').filter({ hasText: 'Up' }).first().waitFor()
    }

    // And whoever won is led back to the series.
    await winner.goto(`${world.url}/markets/${round.id}`)
    await winner.locator('.won-line').filter({ hasText: 'You won +' }).waitFor()
    await winner.locator('a[href="/rounds/2"]', { hasText: 'Bet again' }).waitFor()
  })
})
