// The way of a stranger from the list of markets to a first bet.

import type { Page } from 'playwright-core'

/** Bets 0.1 SOL with a new burner wallet, from the list of markets on; returns how many clicks that took. */
export async function placeFirstBet(page: Page): Promise<number> {
  let clicks = 0
  const click = async (name: string | RegExp, role: 'link' | 'button' = 'button') => {
    await page.getByRole(role, { name }).first().click()
    clicks += 1
  }
  await click(/^Yes 0\.1 → [\d.]+: bet on “Will BTC reach \$150k\?”/, 'link')
  await click('Bet 0.1 SOL on Yes')
  await click(/Burner wallet/)
  await page.getByTestId('own-position').filter({ hasText: '0.1 SOL' }).waitFor()
  return clicks
}
