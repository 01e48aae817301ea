// Measures the costs of users: compute units of every instruction, size and rent of every account, positions settled by
// one transaction. Fails if a bar is missed. `npm run bench:program`

import { startUnconfigured } from '../../tests/helpers/program/world.ts'
import { printTable, type Row } from '../table.ts'
import { measureAccounts, measureBankroll } from './bankroll.ts'
import { measureCreations, measureFirstBets, measureSettlements, WALLETS } from './batches.ts'
import { measureDecisions } from './decisions.ts'
import { measureAdmin, measureAuction, measureLife } from './life.ts'

/** The maximum compute units of an instruction, or bytes of an account, by its name in the tables. */
const BARS: Record<string, number> = {
  'place_bet, first, SOL': 8_000,
  'place_bet, later, SOL': 7_000,
  'place_bet, first, UTILITY': 10_400,
  'place_bet, later, UTILITY': 8_000,
  'first bets in SOL, mean': 9_500,
  'first bets in UTILITY, mean': 12_000,
  'new markets in UTILITY, worst': 200_000,
  'new markets about a migration, worst': 200_000,
  'resolve_market, price': 3_400,
  'resolve_market, migration': 7_000,
  'resolve_market, holders, 6 signatures': 5_200,
  'resolve_market, reference recorded': 3_000,
  'resolve_market, change': 3_700,
  'settle_positions, SOL, atExpiry': 1_850,
  'settle_positions, SOL, byExpiry': 1_850,
  'place_bet_from_bankroll, first, SOL': 13_000,
  'place_bet_from_bankroll, later, SOL': 13_000,
  'place_bet_from_bankroll, first, UTILITY': 13_000,
  'place_bet_from_bankroll, later, UTILITY': 13_000,
  burn_auction_buy: 9_000,
  Market: 600,
  Position: 160,
  program: 385_000,
}

const nameOf = (row: Row) => String(row.instruction ?? row.account)

/** Adds the bar of each row that has one. */
function withBars(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, 'at most': BARS[nameOf(row)] ?? '' }))
}

/** One message per bar that is missed or not measured. */
function missedBars(rows: readonly Row[]): string[] {
  const aboveBar = Object.entries(BARS).flatMap(([name, bar]) => {
    const row = rows.find((row) => nameOf(row) === name)
    const amount = row?.units ?? row?.bytes
    if (amount === undefined) return [`${name}: not measured`]
    return Number(amount) > bar ? [`${name}: ${amount}, at most ${bar}`] : []
  })
  const belowBar = rows
    .filter(({ positions, 'at least': bar }) => Number(positions ?? 0) < Number(bar ?? 0))
    .map((row) => `${nameOf(row)}: ${row.positions} positions, at least ${row['at least']}`)
  return [...aboveBar, ...belowBar]
}

const world = await startUnconfigured()
const rows = await measureAdmin(world)
const bets = [...(await measureFirstBets(world)), ...(await measureCreations(world))]
for (const currency of [null, world.utility]) rows.push(...(await measureLife(world, currency)))
rows.push(
  ...(await measureDecisions(world)),
  ...(await measureAuction(world)),
  ...(await measureBankroll(world)),
)

const settlements = await measureSettlements(world)
const accounts = await measureAccounts(world)

printTable('Compute units', withBars(rows))
printTable(`First bets and markets of ${WALLETS.toLocaleString('en-US')} random wallets`, withBars(bets))
printTable(
  'Settlement, full transactions: positions in one, and compute units for each',
  withBars(settlements),
)
printTable('Bytes and rent', withBars(accounts))

const missed = missedBars([...rows, ...bets, ...settlements, ...accounts])
for (const bar of missed) console.error(`bar missed: ${bar}`)
if (missed.length > 0) process.exitCode = 1
