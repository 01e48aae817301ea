// Simulates the burn auction of a cluster over eight weeks with the SDK's arithmetic: who bids, how SOL comes in, how
// the token's price moves. Prints how much of the fair value is burned and how long SOL waits, and writes the plot
// docs/burn-auction.svg. `npm run simulate:burn`

import { writeFile } from 'node:fs/promises'
import { printTable } from '../bench/table.ts'
import { type Panel, plot } from './burn/plot.ts'
import { SCENARIOS } from './burn/scenarios.ts'
import { simulate } from './burn/simulate.ts'

const PLOT = new URL('../docs/burn-auction.svg', import.meta.url)

/** The inflow that is plotted. */
const PLOTTED = '50 SOL a week'

const rows: Record<string, string | number>[] = []
const panels: Panel[] = []
for (const scenario of SCENARIOS) {
  const sale = simulate(scenario)
  rows.push({
    scenario: scenario.market,
    inflow: scenario.inflowName,
    'burned, % of fair value': (100 * sale.share).toFixed(2),
    'SOL waits, h': sale.meanHours.toFixed(1),
    'at most': sale.longestHours.toFixed(0),
    purchases: sale.purchases.length,
    'SOL sold': sale.sold.toFixed(1),
    left: sale.left.toFixed(1),
  })
  if (scenario.inflowName === PLOTTED) panels.push({ title: scenario.market, sale })
}
printTable('The burn auction over eight weeks', rows)
await writeFile(PLOT, plot(panels))
console.log(`\nThe plot of ${PLOTTED} is docs/burn-auction.svg`)
