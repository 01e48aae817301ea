// The page in a browser, for the page tests.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { launchBrowser } from '../../../tools/web/browser.ts'
import { startWorld, type World } from '../../../tools/web/world.ts'
import { act } from '../gateway/harness.ts'
import { afterRun } from '../run/cleanup.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A world and a browser that all test files of a process share. */
export interface Stage {
  world: World
  browser: Browser
  /** Of the page. */
  url: string
}

let shared: Promise<Stage> | undefined

/** Starts the world with its demonstration markets, and a browser. */
export function sharedStage(): Promise<Stage> {
  shared ??= start()
  return shared
}

async function start(): Promise<Stage> {
  const world = await startWorld({ demo: true, seed: 'web' })
  afterRun(() => world.stop())
  const browser = await launchBrowser()
  afterRun(() => browser.close())
  return { world, browser, url: world.url }
}

/** A window with separate storage, and the problems in it. */
export interface Window {
  page: Page
  /** Errors in the console, exceptions, and requests to other servers. */
  problems: string[]
  close(): Promise<void>
}

/** How a window is opened. */
export interface WindowOptions extends BrowserContextOptions {
  /** Of the gateway; the shared one by default. */
  url?: string
}

/** Opens a window at a path of the page. */
export async function openWindow(path = '/', options: WindowOptions = {}): Promise<Window> {
  const { browser, url: sharedUrl } = await sharedStage()
  const { url = sharedUrl } = options
  const context = await browser.newContext({ viewport: { width: 1_180, height: 800 }, ...options })
  // A busy machine is slow.
  context.setDefaultTimeout(180_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // On a busy machine the gateway may be behind the chain for a moment and answer 503; the page asks again.
    const isBehind = message.text().includes('responded with a status of 503')
    const isProblem = message.type() === 'error' || message.type() === 'warning'
    if (isProblem && !isBehind) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(url) || request.url().startsWith('data:')
    if (!isOwn) problems.push(`request to ${request.url()}`)
  })
  await page.goto(url + path)
  return { page, problems, close: () => context.close() }
}

/** Chooses the burner wallet in a window, and gives it play money. */
export async function takeBurner(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Play with 10 free SOL' }).click()
  await page.getByText('You got 10 SOL and 1,000 UTILITY to play with.').waitFor()
  const here = page.url()
  await page.goto(new URL('/wallet', here).href)
  const address = await textOf(page.locator('.wallet-address code'))
  await page.goto(here)
  return address
}

/** Fills in the bet form and sends it; waits until the page confirms the bet. */
export async function placeBet(
  page: Page,
  side: 'Yes' | 'No' | 'Up' | 'Down',
  amount: string,
): Promise<void> {
  await page.getByRole('radio', { name: side }).check({ force: true })
  await page.getByLabel(/^Stake/).fill(amount)
  await page.getByRole('button', { name: new RegExp(`^Bet ${amount} \\w+ on ${side}$`) }).click()
  await page.locator('.notice.good').waitFor()
}

/** A market to open; in SOL by default. */
interface GivenMarket {
  question: string
  seconds: number
  currency?: 'SOL' | 'UTILITY'
  initialStake?: object
}

/**
 * Opens a market by the REST interface.
 *
 * @param seconds - until its expiry
 * @param initialStake - of the creator, none by default
 */
export async function givenMarket(
  { url, localnet }: Pick<World, 'url' | 'localnet'>,
  creator: Keypair,
  { question, seconds, currency = 'SOL', initialStake }: GivenMarket,
): Promise<{ id: string; expiry: number }> {
  const expiry = localnet.node.clock.now.unixSecond + seconds
  const body = {
    question,
    outcomes: ['Yes', 'No'],
    expireAt: new Date(expiry * 1_000).toISOString(),
    currency,
    ...(initialStake && { initialStake }),
  }
  const { built } = await act(url, '/v1/markets', body, creator)
  return { id: built.body.id, expiry }
}

/** Waits for an element and returns its text. */
export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? ''
}

/** The balance of SOL in the header. */
export async function shownBalance(page: Page): Promise<number> {
  const text = await textOf(page.getByTestId('balance'))
  return Number(text.replace(' SOL', '').replaceAll(',', ''))
}

/** Expects that axe finds no problem in a window. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(AXE)
  const found = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  const problems = found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect(problems, where).to.deep.equal([])
}
