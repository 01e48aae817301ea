import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { expectAccessible, openWindow, sharedStage, takeBurner } from '../helpers/web/index.ts'

const PHONE = { width: 360, height: 740 }

describe('web: for everyone', () => {
  /** The views, each with something that shows that it is loaded. */
  async function views(): Promise<[path: string, isLoaded: (page: Page) => Promise<void>][]> {
    const { world } = await sharedStage()
    const market = world.localnet.demo.find(({ question }) => question === 'Will BTC reach $150k?')
    return [
      ['/', (page) => page.getByRole('article').first().waitFor()],
      [`/markets/${market?.id}`, (page) => page.getByRole('img', { name: /^Odds of Yes/ }).waitFor()],
      ['/new', (page) => page.getByTestId('sentence').waitFor()],
      ['/wallet', (page) => page.getByText('No positions yet').waitFor()],
      ['/developers', (page) => page.getByText('No webhooks yet.').waitFor()],
      // 1 SOL, and a fifth of 6 SOL less the fees of a tenth.
      ['/how', (page) => page.getByTestId('example').getByText('2.08 SOL').waitFor()],
      ['/leaderboard', (page) => page.getByRole('heading', { name: 'Leaderboard' }).waitFor()],
      ['/burns', (page) => page.getByTestId('burn-price').waitFor()],
    ]
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has nothing for axe, on a phone and ${colorScheme}`, async () => {
      const { url } = await sharedStage()
      const { page, problems, close } = await openWindow('/wallet', { colorScheme, viewport: PHONE })
      await takeBurner(page)
      for (const [path, isLoaded] of await views()) {
        await page.goto(url + path)
        await isLoaded(page)
        await expectAccessible(page, `${path} ${colorScheme}`)
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect(overflow, `${path} is wider than a phone`).to.be.at.most(0)
      }
      await close()
      expect(problems).to.deep.equal([])
    })
  }

  it('moves nothing for people who ask for less motion', async () => {
    const path = (await views())[1]?.[0]
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page, close } = await openWindow(path, { reducedMotion })
      await page.getByTestId('odds-yes').waitFor()
      const transition = `getComputedStyle(document.querySelector('.odds-yes')).transitionDuration`
      const isStill = (await page.evaluate(transition)) === '0s'
      expect(isStill, reducedMotion).to.equal(reducedMotion === 'reduce')
      await close()
    }
  })

  it('has nothing for axe in its dialog, which the keyboard opens and closes', async () => {
    const { page, problems, close } = await openWindow('/wallet')
    await page.getByRole('button', { name: 'Choose a wallet' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Choose a wallet' }).waitFor()
    await expectAccessible(page, 'dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await close()
    expect(problems).to.deep.equal([])
  })

  it('takes the whole way to a bet by keyboard', async () => {
    const { url, world } = await sharedStage()
    const market = world.localnet.demo.find(({ question }) => question === 'Will BTC reach $150k?')
    const { page, problems, close } = await openWindow('/wallet')
    await takeBurner(page)
    await page.goto(`${url}/markets/${market?.id}`)
    await page.getByRole('radio', { name: 'Yes' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'No' }).isChecked()).to.equal(true)
    await page.keyboard.press('Tab')
    await page.keyboard.type('0.125')
    await page.getByTestId('payout').waitFor()
    await page.keyboard.press('Enter')
    await page.getByTestId('own-position').filter({ hasText: '0.125 SOL' }).waitFor()
    await close()
    expect(problems).to.deep.equal([])
  })
})
