// Measures what a keeper earns and pays for deciding, settling and closing a market, at a fixed priority fee: real
// markets of the built program on LiteSVM, with the keeper's real transactions. Writes
// docs/keeper-rewards.md, and fails if a market costs more than it pays. `npm run bench -- program rewards`

import { writeFile } from 'node:fs/promises'
import { startWorld } from '../../tests/helpers/program/world.ts'
import { printTable } from '../table.ts'
import { PRIORITY_FEE, postingCosts, sharedPostings } from './rewards/fees.ts'
import { DECIDE_REWARD, KINDS, measureMarket, SETTLE_REWARD } from './rewards/market.ts'

const DOCUMENT = new URL('../../docs/keeper-rewards.md', import.meta.url)

const world = await startWorld({ settings: { decideReward: DECIDE_REWARD, settleReward: SETTLE_REWARD } })
const posting = postingCosts()
const rows = []
for (const currency of [null, world.utility]) {
  for (const kind of KINDS) {
    for (const bettors of [2, 100, 10_000]) {
      const { transactions, earned, paid } = await measureMarket(world, { kind, currency, bettors })
      const posted = kind.startsWith('price') ? posting.lamports : 0n
      rows.push({
        market: `${currency ? 'UTILITY' : 'SOL'}, ${kind}`,
        bettors,
        transactions,
        earned,
        paid,
        'profit, price on chain': earned - paid,
        'profit, price posted': earned - paid - posted,
      })
    }
  }
}
printTable(`A keeper at ${PRIORITY_FEE} micro-lamports for each compute unit, in lamports`, rows)
const { transactions, signatures, lamports } = posting
console.log(`\nA price: ${transactions} transactions and ${signatures} signatures more, ${lamports} lamports`)
printTable(
  'Posting a price and deciding markets that share it, without priority fees',
  await sharedPostings(),
)

const format = (value: string | number | bigint) =>
  typeof value === 'string' ? value : value.toLocaleString('en-US')
const columns = Object.keys(rows[0] ?? {})
const cells = [columns, ...rows.map((row) => Object.values(row).map(format))]
const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)))
const line = (texts: string[]) =>
  `| ${texts.map((text, index) => (index === 0 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0))).join(' | ')} |`
const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
const table = [line(columns), `| ${rule.join(' | ')} |`, ...cells.slice(1).map(line)].join('\n')
await writeFile(
  DOCUMENT,
  `# What a keeper earns, in lamports

Written by \`npm run bench -- program rewards\`. [economics.md](economics.md#what-a-keeper-earns) explains it.

${table}
`,
)

const losing = rows.filter((row) => row['profit, price posted'] < 0n)
if (losing.length > 0)
  throw new Error(`A keeper loses money: ${losing.map(({ market }) => market).join('; ')}`)
