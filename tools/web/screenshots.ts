// Takes the screenshots in docs/images:
//
//   node tools/run.mjs tools/web/screenshots.ts

import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import UPNG from 'upng-js'
import { launchBrowser } from './browser.ts'
import { startWorld, type World } from './world.ts'

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url))

const DESKTOP = { width: 1_180, height: 800 }
const PHONE = { width: 390, height: 780 }

const world = await startWorld({ demo: true, seed: 'localnet' })
const browser = await launchBrowser()
try {
  mkdirSync(FOLDER, { recursive: true })
  await takeAll(browser, world)
} finally {
  await browser.close()
  await world.stop()
}

async function takeAll(browser: Browser, { url, localnet }: World): Promise<void> {
  const market = localnet.demo.find(({ question }) => question === 'Will SOL reach $155?')
  const first = localnet.demo[0]
  if (!market || !first) throw new Error('The demonstration has other markets now')
  const light = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })
  const page = await light.newPage()
  await page.goto(url)
  await page.getByRole('article').first().waitFor()
  await save(page, 'markets')

  await chooseBurner(page)
  await page.getByText('to play with').waitFor()
  await bet(page, `${url}/markets/${market.id}`, '50')
  // The first demonstration market ends half a minute after the start.
  await bet(page, `${url}/markets/${first.id}`, '1')
  await page.goto(`${url}/markets/${market.id}`)
  await page.getByLabel(/^Stake/).fill('100')
  await page.getByTestId('payout').waitFor()
  await page.getByTestId('own-position').waitFor()
  await save(page, 'market')

  await page.goto(`${url}/new`)
  await page.getByLabel('In your own words').fill('Will SOL be above $250 on Friday?')
  await page.getByTestId('meaning').filter({ hasText: '$250' }).waitFor()
  await save(page, 'new-market')

  await page.goto(`${url}/markets/${first.id}`)
  await page.getByTestId('decision').waitFor({ timeout: 90_000 })
  await page.getByText('Paid by transaction').waitFor()
  await page.getByText('Decided: Yes').waitFor()
  await save(page, 'decided')
  await page.goto(`${url}/wallet`)
  await page.getByRole('row').nth(1).waitFor()
  await save(page, 'wallet')
  await page.goto(`${url}/developers`)
  await nameDelegate(page)
  await page.getByRole('heading', { name: 'Bankroll' }).scrollIntoViewIfNeeded()
  await page.evaluate(`document.getElementById('bankroll').scrollIntoView()`)
  await save(page, 'bankroll')
  // The burn share of the decided market is for sale.
  await page.goto(`${url}/burns`)
  await page.getByLabel(/^You get/).fill('0.05')
  await page.getByRole('button', { name: 'Buy 0.05 SOL' }).click()
  await page.getByRole('row').nth(1).waitFor()
  await page.locator('.notice').waitFor({ state: 'detached', timeout: 20_000 })
  await page.getByLabel(/^You get/).fill('0.1')
  await page.getByTestId('burn-quote').waitFor()
  await page.evaluate('scrollTo(0, 90)')
  await save(page, 'burns')
  await page.goto(`${url}/leaderboard`)
  await page.getByRole('row').nth(1).waitFor()
  await save(page, 'leaderboard')

  const dark = await browser.newContext({ viewport: PHONE, colorScheme: 'dark', reducedMotion: 'reduce' })
  const phone = await dark.newPage()
  await phone.goto(url)
  await phone.getByRole('article').first().waitFor()
  await save(phone, 'phone-markets')
  await phone.goto(`${url}/markets/${market.id}`)
  await phone.getByRole('img', { name: /^Odds of Yes/ }).waitFor()
  await save(phone, 'phone-market')
  await phone.getByRole('button', { name: /^Yes/ }).click()
  await phone.getByLabel(/^Stake/).fill('25')
  await phone.getByTestId('payout').waitFor()
  await save(phone, 'phone-bet')
}

/** Puts money into the bankroll, and lets a new API key bet with it. */
async function nameDelegate(page: Page): Promise<void> {
  await page.getByLabel('Amount to move').fill('3')
  await page.getByRole('button', { name: 'Deposit' }).click()
  await page.getByTestId('bankroll-SOL').filter({ hasText: '3' }).waitFor()
  await page.getByLabel('Name of a new key').fill('trading bot')
  await page.getByLabel(/^bet:/).check()
  await page.getByRole('button', { name: 'Issue a key' }).click()
  await page.getByTestId('issued-key').waitFor()
  await page.getByLabel('SOL in one bet').fill('0.5')
  await page.getByLabel('SOL in all').fill('2')
  await page.getByRole('button', { name: 'Let it bet' }).click()
  await page.getByTestId('delegate').waitFor()
  await page.locator('.notice').last().waitFor({ state: 'detached', timeout: 20_000 })
  // Screenshots must not contain the secret of a key.
  await page.reload()
  await page.getByTestId('delegate').waitFor()
}

async function chooseBurner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play with 10 free SOL' }).click()
}

async function bet(page: Page, market: string, amount: string): Promise<void> {
  await page.goto(market)
  await page.getByLabel(/^Stake/).fill(amount, { timeout: 5_000 })
  await page.getByRole('button', { name: `Bet ${amount}` }).click({ timeout: 5_000 })
  await page.getByTestId('own-position').waitFor()
}

async function save(page: Page, name: string): Promise<void> {
  // Fonts and the transition of the bars.
  await page.evaluate('document.fonts.ready')
  await sleep(300)
  const taken = await page.screenshot()
  const image = UPNG.decode(Uint8Array.from(taken).buffer)
  // 256 colours are enough for flat areas, and half the size.
  const smaller = UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, 256)
  writeFileSync(`${FOLDER}${name}.png`, Buffer.from(smaller))
}
