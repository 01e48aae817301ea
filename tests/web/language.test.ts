import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/localnet/index.ts'
import {
  expectAccessible,
  openWindow,
  sharedStage,
  takeBurner,
  textOf,
  type Window,
} from '../helpers/web/index.ts'

const QUESTION = 'Will BTC reach $150k?'

/** The id of a market of the demonstration. */
async function givenMarket(): Promise<string> {
  const { world } = await sharedStage()
  return world.localnet.demo.find(({ question }) => question === QUESTION)?.id ?? expect.fail()
}

const languageOf = (page: Page) => page.evaluate('document.documentElement.lang')

/** Chooses a language in the footer, and waits until the page says that it is its own. */
async function choose(page: Page, name: string, id: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click()
  await until(`the page in ${name}`, async () => (await languageOf(page)) === id)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** The scripts of languages that a page has loaded. */
const loadedLanguages = (page: Page) =>
  page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => /assets.es-/.test(name)).length`,
  )

/** Parts of the view that are wider than it, and are not scrolled. */
const TOO_WIDE = `[...document.querySelectorAll('main *')]
  .filter((part) => !part.closest('svg, .sr-only, .topics, .bet-bar, dialog, thead'))
  .filter((part) => part.getBoundingClientRect().right > innerWidth - 15)
  .map((part) => part.outerHTML.slice(0, 120))`

describe('web: languages', () => {
  let window: Window

  afterEach(async () => {
    const { problems } = window
    await window.close()
    expect(problems).to.deep.equal([])
  })

  it('change in the footer without losing what is there, and stay after a reload', async () => {
    // Given somebody with a wallet who reads English, and has typed a stake.
    const id = await givenMarket()
    window = await openWindow(`/markets/${id}`)
    const { page } = window
    await takeBurner(page)
    await page.getByLabel(/^Stake/).fill('0.5')
    await page.getByRole('button', { name: 'Bet 0.5 SOL on Yes' }).waitFor()
    expect(await languageOf(page)).to.equal('en')
    expect(await loadedLanguages(page)).to.equal(0)

    // When she chooses Spanish.
    await choose(page, 'Español', 'es')

    // Then the market is in Spanish but for its question and its rule, and her stake is still there.
    await page.getByRole('heading', { name: 'Haz una apuesta' }).waitFor()
    await page.getByRole('heading', { name: 'Qué lo decide' }).waitFor()
    await page.getByText('Yes as soon as the Pyth price of BTC/USD').waitFor()
    await heading(page, QUESTION).waitFor()
    expect(await page.getByRole('textbox', { name: /^Apuesta/ }).inputValue()).to.equal('0.5')
    await page.getByRole('button', { name: 'Apostar 0,5 SOL a Sí' }).waitFor()
    expect(await page.title()).to.match(/^Will BTC .* hasta el .* · Predicciones$/)
    expect(await loadedLanguages(page)).to.equal(1)

    // And the list and the portfolio, also after a reload.
    await page.getByRole('link', { name: 'Mercados' }).click()
    await heading(page, 'Apuesta Sí o No. Decide una prueba.').waitFor()
    const card = page.getByRole('article').filter({ hasText: QUESTION })
    expect(await textOf(card.getByTestId('odds-yes'))).to.match(/^\d+,\d\s%$/)
    expect(await textOf(card)).to.match(/quedan 29d 23h/)
    await page.reload()
    await heading(page, 'Apuesta Sí o No. Decide una prueba.').waitFor()
    expect(await languageOf(page)).to.equal('es')
    await page.getByRole('link', { name: /^Tu monedero/ }).click()
    await heading(page, 'Cartera').waitFor()
    await page.getByRole('tab', { name: 'Mercados creados' }).waitFor()
    await page.getByText('Monedero desechable', { exact: false }).first().waitFor()

    // And in English again when that is chosen.
    await choose(page, 'English', 'en')
    await heading(page, 'Portfolio').waitFor()
    await page.reload()
    await heading(page, 'Portfolio').waitFor()
    expect(await languageOf(page)).to.equal('en')
  })

  it('are the one of the browser at first', async () => {
    window = await openWindow('/', { locale: 'es-MX' })
    const { page } = window
    await heading(page, 'Apuesta Sí o No. Decide una prueba.').waitFor()
    expect(await languageOf(page)).to.equal('es')
    const chosen = page.getByRole('button', { name: 'Español' })
    expect(await chosen.getAttribute('aria-pressed')).to.equal('true')
    // A choice counts more than the browser.
    await choose(page, 'English', 'en')
    await page.reload()
    await heading(page, 'Bet Yes or No. A proof decides.').waitFor()
    expect(await loadedLanguages(page)).to.equal(0)
  })

  it('are English in a browser whose language the page does not have', async () => {
    window = await openWindow('/', { locale: 'eo' })
    const { page } = window
    await heading(page, 'Bet Yes or No. A proof decides.').waitFor()
    expect(await languageOf(page)).to.equal('en')
  })

  it('are for betting too: the same stake is read and placed', async () => {
    const id = await givenMarket()
    window = await openWindow(`/markets/${id}`)
    const { page } = window
    const address = await takeBurner(page)
    await choose(page, 'Español', 'es')
    await page.getByRole('radio', { name: 'Sí' }).check({ force: true })
    await page.getByRole('textbox', { name: /^Apuesta/ }).fill('1,000')
    await page.getByText('puede leerse de dos maneras').waitFor()
    await page.getByRole('textbox', { name: /^Apuesta/ }).fill('0,25')
    await page.getByRole('button', { name: 'Apostar 0,25 SOL a Sí' }).click()
    const own = page.getByTestId('own-position')
    await own.getByText('0,25 SOL').first().waitFor()
    expect(await textOf(own)).to.match(/Apostado a Sí\s*0,25 SOL/)
    const { url } = await sharedStage()
    const answer = await fetch(`${url}/v1/wallets/${address}/positions`)
    const [position] = (await answer.json()) as { stake: { Yes: number } }[]
    expect(position?.stake.Yes).to.equal(0.25)
  })

  it('are the same in a frame on another site', async () => {
    const id = await givenMarket()
    window = await openWindow(`/embed/markets/${id}`, { locale: 'es' })
    const { page } = window
    await page.getByRole('link', { name: /^Sí 0,1 → [\d,]+: apostar/ }).waitFor()
    await until('what is measured', async () =>
      /Ahora \$[\d.,]+ · a un [\d.,]+\s%/.test(await textOf(page.getByTestId('measured'))),
    )
    expect(await languageOf(page)).to.equal('es')
    await expectAccessible(page, 'embed')
  })

  it('have nothing for axe in Spanish, and fit on a phone', async () => {
    const id = await givenMarket()
    const phone = { width: 360, height: 740 }
    window = await openWindow('/', { locale: 'es', viewport: phone })
    const { page } = window
    await page.getByRole('button', { name: 'Juega con 10 SOL gratis' }).click()
    await page.getByText('para jugar.').waitFor()
    const { url } = await sharedStage()
    await page.goto(`${url}/markets/${id}`)
    await page.locator('.market-title .chip').first().waitFor()
    const labels = await page.evaluate(
      "[...document.querySelectorAll('.market-title .chip')].map((chip) => chip.getBoundingClientRect().top)",
    )
    expect(labels).to.have.length(3)
    expect(new Set(labels as number[]).size, 'lines of labels').to.equal(1)
    await page.locator('.bet-bar').getByRole('button', { name: 'Sí' }).click()
    await page.getByRole('textbox', { name: /^Apuesta/ }).fill('0,25')
    await page.getByRole('button', { name: 'Apostar 0,25 SOL a Sí' }).click()
    await page.getByTestId('own-position').waitFor()
    const views: [path: string, title: string][] = [
      ['/', 'Apuesta Sí o No. Decide una prueba.'],
      [`/markets/${id}`, QUESTION],
      ['/wallet', 'Cartera'],
      ['/new', 'Preguntar'],
      ['/leaderboard', 'Clasificación'],
      ['/burns', 'Quemas'],
      ['/developers', 'Desarrolladores'],
      ['/how', 'Cómo funciona'],
      ['/activity', 'Actividad'],
    ]
    for (const [path, title] of views) {
      await page.goto(url + path)
      await heading(page, title).waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      await expectAccessible(page, path)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow, `${path} is wider than a phone`).to.be.at.most(0)
      expect(await page.evaluate(TOO_WIDE), path).to.deep.equal([])
    }
  })

  it('stay as they are, and say so, if text cannot be loaded', async () => {
    window = await openWindow('/how')
    const { page } = window
    await page.route('**/assets/es-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByText('The server does not answer.').waitFor()
    expect(await languageOf(page)).to.equal('en')
    await heading(page, 'How it works').waitFor()
    // The browser reports the request that was cut.
    const told = window.problems.splice(0)
    expect(told.join()).to.contain('Failed to load resource')
  })
})
