// The views that pictures are taken of, in which themes and sizes.

import type { Page } from 'playwright-core'

/** A view of the page, and what shows that it is complete. */
export interface View {
  name: string
  path: string
  /**
   * Fills in what belongs to the picture, and waits until the view is complete.
   *
   * @param type - Calls the function that fills in a field, by default at once
   */
  ready(page: Page, type?: (fill: () => Promise<void>) => Promise<void>): Promise<void>
}

/** The markets of the pictures, by their public ids. */
export interface PicturedMarkets {
  open: string
  decided: string
}

export const THEMES = ['light', 'dark'] as const

/** Sizes of the window: tall enough for most of a view, and small enough for the repository. */
export const SIZES = {
  desktop: { width: 1_280, height: 900 },
  phone: { width: 390, height: 1_000 },
}

export type Size = keyof typeof SIZES

/** The views, in the order in which they are recorded. */
export function viewsOf(markets: PicturedMarkets): View[] {
  return [
    {
      name: 'markets',
      path: '/',
      async ready(page) {
        await page.getByRole('article').first().waitFor()
        await page.locator('.round-chart svg').waitFor()
        await page.getByTestId('just-decided').waitFor()
      },
    },
    {
      name: 'market-open',
      path: `/markets/${markets.open}`,
      async ready(page, type = (fill) => fill()) {
        await page.locator('.market-chart svg').waitFor()
        await page.getByTestId('own-position').waitFor()
        // On a phone the form is in a sheet.
        const stake = page.locator('.market-side input[name="amount"]')
        if ((await stake.count()) === 0) return
        await type(() => stake.fill('100'))
        await page.getByTestId('payout').waitFor()
      },
    },
    {
      name: 'rounds',
      path: '/rounds/1',
      async ready(page) {
        await page.locator('.round-chart svg').waitFor()
        await page.getByTestId('own-rounds').waitFor()
        await page.locator('.result-list li').first().waitFor()
      },
    },
    {
      name: 'market-decided',
      path: `/markets/${markets.decided}`,
      async ready(page) {
        await page.getByTestId('decision').waitFor()
        await page.getByTestId('own-position').waitFor()
        await page.locator('.proof li').nth(1).waitFor()
      },
    },
    {
      name: 'new-market',
      path: '/new',
      async ready(page) {
        await page.locator('input[name="words"]').fill('Will SOL be above $250 on Friday?')
        await page.getByTestId('meaning').filter({ hasText: '$250' }).waitFor()
      },
    },
    {
      name: 'portfolio',
      path: '/wallet',
      async ready(page) {
        await page.getByTestId('balance').waitFor()
        await page.locator('.profit-chart').waitFor()
        await page.locator('td').first().waitFor()
      },
    },
    { name: 'how', path: '/how', ready: (page) => page.getByTestId('example').waitFor() },
  ]
}
