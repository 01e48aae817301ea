// Records the answers that the pictures of tests/web/pictures are made from, of a gateway with the demonstration:
//
//   node tools/run.mjs tools/web/record-answers.ts
//
// Then take the pictures again: node tools/run.mjs tools/web/renew-pictures.ts

import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import {
  isCall,
  isStream,
  KEPT_HEADERS,
  RECORDING,
  type Recording,
  requestKey,
} from './pictures/recording.ts'
import { SIZES, type Size, viewsOf } from './pictures/views.ts'
import { openStillWindow, WALLET } from './pictures/window.ts'
import { startWorld, type World } from './world.ts'

/** The market of the pictures that is decided, some minutes after the start. */
const DECIDED = 'Will BTC be at least $95,000?'

/** What the wallet of the pictures bets. */
const BETS = [
  [DECIDED, '1'],
  ['Will SOL reach $155?', '50'],
  ['Will BTC reach $150k?', '0.5'],
  ['Will JUP fall below $0.80?', '0.25'],
] as const

/** A round, and the time in which its market is decided. */
const ROUND_MS = 65_000

const browser = await launchBrowser()
const world = await startWorld({ demo: true, seed: 'localnet', rounds: true })
try {
  await prepare(browser, world)
  const recording = await record(browser, world)
  mkdirSync(new URL('.', RECORDING), { recursive: true })
  writeFileSync(RECORDING, `${JSON.stringify(recording, null, 2)}\n`)
} finally {
  await browser.close()
  await world.stop()
}

/** Gives the wallet money and positions, of which some are decided. */
async function prepare(browser: Browser, { url, localnet }: World): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await context.addInitScript(WALLET.script)
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await Promise.all([askFaucet(url, 'SOL', '10'), askFaucet(url, 'UTILITY', '1000')])
  for (const [question, amount] of BETS) {
    const market = localnet.demo.find((one) => one.question === question)
    await bet(page, `${url}/markets/${market?.id}?side=Yes`, amount)
  }
  for (const side of ['No', 'Yes']) {
    await bet(page, `${url}/rounds/1?side=${side}`, '0.2', 'own-rounds')
    await sleep(ROUND_MS)
  }
  const decided = localnet.demo.find((one) => one.question === DECIDED)
  await page.goto(`${url}/markets/${decided?.id}`)
  await page.getByTestId('decision').waitFor({ timeout: 400_000 })
  await page.goto(`${url}/wallet`)
  // It shows the profit over time once two markets are decided.
  await page.locator('.profit-chart').waitFor({ timeout: 300_000 })
  await context.close()
}

async function askFaucet(url: string, currency: string, amount: string): Promise<void> {
  const body = JSON.stringify({ wallet: WALLET.address, currency, amount })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v1/localnet/faucet`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The faucet answers ${answer.status}: ${await answer.text()}`)
}

async function bet(page: Page, address: string, amount: string, shown = 'own-position'): Promise<void> {
  await page.goto(address)
  await page.locator('input[name="amount"]').fill(amount)
  await page.locator('.bet-form [type="submit"]:enabled').click()
  await page.getByTestId(shown).waitFor()
}

/** Opens each view in each size, and keeps what the gateway answers. */
async function record(browser: Browser, { url, localnet }: World): Promise<Recording> {
  const idOf = (question: string) => localnet.demo.find((one) => one.question === question)?.id ?? ''
  const recording: Recording = {
    now: Date.now(),
    markets: { open: idOf('Will SOL reach $155?'), decided: idOf(DECIDED) },
    answers: {},
  }
  for (const size of Object.keys(SIZES) as Size[]) {
    const context = await openStillWindow(browser, { theme: 'light', size, now: recording.now })
    await keepAnswers(context, recording)
    for (const view of viewsOf(recording.markets)) {
      const page = await context.newPage()
      await page.goto(url + view.path)
      await view.ready(page)
      await page.waitForLoadState('networkidle')
      await page.close()
    }
    await context.close()
  }
  return recording
}

async function keepAnswers(context: BrowserContext, { answers }: Recording): Promise<void> {
  await context.route(isCall, async (route: Route) => {
    const answered = await route.fetch()
    const all = answered.headers()
    const headers = Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
    )
    const answer = { status: answered.status(), headers, body: await answered.text() }
    answers[requestKey(route.request())] ??= answer
    await route.fulfill(answer)
  })
  await context.route(isStream, () => {})
}
