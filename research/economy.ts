// Simulates an economy with the SDK's arithmetic, which is the program's: markets on a wandering price with honest
// bettors and one strategy beside them, and every kind of market with bots that wait for the end of betting. Prints who
// earns what, writes docs/economics-results.md and the plot docs/economics.svg, and fails if a strategy earns what
// the rules rule out. `npm run simulate:economy [-- MARKETS]`

import { writeFile } from 'node:fs/promises'
import { percent, printTable, type Row } from '../bench/table.ts'
import { SCENARIOS } from './burn/scenarios.ts'
import { simulate as simulateBurn } from './burn/simulate.ts'
import { splitSaving } from './economy/auction.ts'
import { FORMATS } from './economy/formats.ts'
import { profitOf, shareOf } from './economy/market.ts'
import { plot } from './economy/plot.ts'
import { largestRatios } from './economy/ratios.ts'
import { simulate } from './economy/simulate.ts'
import { STRATEGIES } from './economy/strategies.ts'
import { thinPools } from './economy/thin-pools.ts'
import { playWaiting } from './economy/waiting.ts'

const MARKETS = Number(process.argv[2] ?? 10_000)
const SEED = 1
const DOCUMENT = new URL('../docs/economics-results.md', import.meta.url)
const PLOT = new URL('../docs/economics.svg', import.meta.url)

const sol = (units: bigint) => (Number(units) / 1e9).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** Prints what runs next and the seconds since the start, because all of it takes minutes. */
function step<Result>(about: string, run: () => Result): Result {
  console.error(`${Math.round(performance.now() / 1_000)} s: ${about}`)
  return run()
}

const problems: string[] = []
const runs = STRATEGIES.map((strategy) => ({
  strategy,
  totals: step(strategy.name, () => simulate(strategy, MARKETS, SEED)),
}))
for (const { strategy, totals } of runs) {
  if (strategy.earnsNothing && totals.profits.some((profit) => profit !== 0)) {
    problems.push(`${strategy.name}: earned or lost something in a market`)
  }
  if (totals.splitGain > 0n) problems.push(`${strategy.name}: splitting a stake gained ${totals.splitGain}`)
  if (totals.kept < 0n) problems.push(`${strategy.name}: more was paid than staked`)
}

const strategies: Row[] = runs.map(({ strategy, totals }) => ({
  strategy: strategy.name,
  'staked, SOL': sol(totals.strategy.staked),
  'refunded as late, SOL': sol(totals.strategy.refund),
  'profit, SOL': sol(profitOf(totals.strategy)),
  'profit / stake': percent(shareOf(totals.strategy)),
  'honest profit': percent(shareOf(totals.honest)),
  'fees and dust, SOL': sol(totals.kept),
}))

/** How much bots stake at most, in multiples of what stands in the pools. */
const MULTIPLES = [0, 1, 10, 100]
const waiting: Row[] = FORMATS.flatMap((format) =>
  MULTIPLES.map((multiple) => {
    const about = `${format.name}, bots with ${multiple} × the pools`
    const { early, later, bots } = step(about, () => playWaiting(format, MARKETS, multiple, SEED))
    return {
      market: format.name,
      bots: multiple === 0 ? 'none' : `${multiple} ×`,
      'honest profit, first half': percent(shareOf(early)),
      'honest profit, second half': percent(shareOf(later)),
      'profit of bots': multiple === 0 ? '' : percent(shareOf(bots)),
      refunded: percent(Number(early.refund + later.refund) / Number(early.staked + later.staked)),
    }
  }),
)

const thin = step('few and many bettors', () => thinPools(2 * MARKETS, SEED))
problems.push(...thin.problems)
const ratios = step('largest ratios', () => largestRatios(2 * MARKETS, SEED))
problems.push(...ratios.problems)

const { most, mean } = step('purchases in parts', () => splitSaving(MARKETS, SEED))
if (most > 0n) problems.push(`splitting a purchase saved ${most} base units`)
const bidders: Row[] = SCENARIOS.filter(({ inflowName }) => inflowName === '50 SOL a week').map(
  (scenario) => {
    const { share, sold, purchases } = step(`bidders: ${scenario.market}`, () => simulateBurn(scenario))
    return {
      bidders: scenario.market,
      'SOL bought': sold.toFixed(1),
      purchases: purchases.length,
      'share of fair value paid': percent(share),
      'share kept by bidders': percent(1 - share),
    }
  },
)

const count = MARKETS.toLocaleString('en-US')
const tables: readonly [title: string, rows: Row[]][] = [
  [`Strategies, each beside the same honest bettors in the same ${count} markets`, strategies],
  ['What honest bettors of the first and second half of the betting time earn', waiting],
  ['What one bot that waits until betting ends takes from few and many bettors', thin.rows],
  ['What a bot at the close takes from up-or-down markets, by their largest ratio', ratios.rows],
  ['Bidders of the burn auction over eight weeks, 50 SOL a week', bidders],
]
for (const [title, rows] of tables) printTable(title, rows)
const split = `In ${count} random states of the vault, a purchase in 2, 4 or 16 parts cost ${percent(-mean)} more than in one on average, and never less.`
console.log(`\n${split}`)

const bars = runs
  .filter(({ totals }) => totals.strategy.staked > 0n)
  .map(({ strategy, totals }) => ({
    name: strategy.name,
    share: shareOf(totals.strategy),
    isPromised: strategy.earnsNothing ?? false,
  }))
await writeFile(PLOT, plot(bars))
const sections = tables.map(([title, rows]) => `## ${title}\n\n${markdown(rows)}`)
await writeFile(
  DOCUMENT,
  `# The economy in figures

Written by \`npm run simulate:economy\`. [economics.md](economics.md) explains the model and what the tables show.

${sections.join('\n\n')}

${split}
`,
)
console.log('\nWritten: docs/economics-results.md, docs/economics.svg')
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

/** A table in Markdown, aligned as the formatter does it: names to the left, figures to the right. */
function markdown(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const widthOf = (column: string) => Math.max(column.length, ...rows.map((row) => `${row[column]}`.length))
  const widths = columns.map(widthOf)
  const line = (cells: readonly string[], fill = ' ') => {
    const padded = cells.map((cell, index) => {
      const width = widths[index] ?? 0
      return index === 0 ? cell.padEnd(width, fill) : cell.padStart(width, fill)
    })
    return `| ${padded.join(' | ')} |`
  }
  const rule = columns.map((_, index) => (index === 0 ? '-' : '-:'))
  return [columns, rule, ...rows.map((row) => columns.map((column) => `${row[column]}`))]
    .map((cells, index) => line(cells, index === 1 ? '-' : ' '))
    .join('\n')
}
