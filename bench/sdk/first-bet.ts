// Measures how a stranger gets to a first bet: clicks, and seconds from opening the page until the bet is confirmed.

import { placeFirstBet } from '../../tests/helpers/web/first-bet.ts'
import { launchBrowser } from '../../tools/web/browser.ts'
import { startWorld } from '../../tools/web/world.ts'
import { conclude, setting } from '../run.ts'
import { printTable } from '../table.ts'

const RUNS = setting('RUNS', 5)

const MOST_CLICKS = 3
const MOST_SECONDS = 20

const rows: { run: number; clicks: number; seconds: number }[] = []
const world = await startWorld({ demo: true, seed: 'first-bet', rounds: true })
const browser = await launchBrowser()
try {
  for (let run = 1; run <= RUNS; run++) {
    // A new window has neither a wallet nor anything in its cache.
    const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } })
    const page = await context.newPage()
    const start = performance.now()
    await page.goto(world.url)
    const clicks = await placeFirstBet(page)
    const seconds = Number(((performance.now() - start) / 1_000).toFixed(1))
    rows.push({ run, clicks, seconds })
    await context.close()
  }
} finally {
  await browser.close()
  await world.stop()
}

printTable('A first bet with the burner wallet, from opening the page on', rows)
const clicks = Math.max(...rows.map((row) => row.clicks))
const seconds = Math.max(...rows.map((row) => row.seconds))
conclude([
  ...(clicks > MOST_CLICKS ? [`${clicks} clicks; at most ${MOST_CLICKS}`] : []),
  ...(seconds > MOST_SECONDS ? [`${seconds} s at the slowest; at most ${MOST_SECONDS}`] : []),
])
