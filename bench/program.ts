// Measures the costs of users: compute units of every instruction, size and rent of every account, positions settled by
// one transaction. Fails if a bar is missed. Runs on LiteSVM, which charges what the current runtime charges. `npm run
// bench:program`

process.env.CHAIN = 'litesvm'

const { printTable } = await import('./table.ts')
const { startUnconfigured } = await import('../tests/helpers/program/world.ts')
const { measureAdmin } = await import('./program/admin.ts')
const { measureLife } = await import('./program/life.ts')
const { measureAuction } = await import('./program/auction.ts')
const { measureBankroll } = await import('./program/bankroll.ts')
const { measureDecisions } = await import('./program/decisions.ts')
const { measureCreations, measureFirstBets, measureSettlements, WALLETS } = await import(
  './program/batches.ts'
)
const { measureAccounts } = await import('./program/accounts.ts')
const { missedBars, withBars } = await import('./program/bars.ts')

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
