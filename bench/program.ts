// Measures what users pay for: compute units of every instruction, size and rent of every account, positions
// settled by one transaction. Runs on LiteSVM, which charges what the current runtime charges.
// `npm run bench:program`

process.env.CHAIN = 'litesvm'

const { printTable } = await import('./table.ts')
const { startUnconfigured } = await import('../tests/helpers/program/world.ts')
const { measureAdmin } = await import('./program/admin.ts')
const { measureLife } = await import('./program/life.ts')
const { measureAuction } = await import('./program/auction.ts')
const { measureBankroll } = await import('./program/bankroll.ts')
const { measureDecisions } = await import('./program/decisions.ts')
const { measureFirstBets, measureSettlements } = await import('./program/batches.ts')
const { measureAccounts } = await import('./program/accounts.ts')

const world = await startUnconfigured()
const rows = await measureAdmin(world)
for (const currency of [null, world.utility]) rows.push(...(await measureLife(world, currency)))
rows.push(
  ...(await measureDecisions(world)),
  ...(await measureAuction(world)),
  ...(await measureBankroll(world)),
)

printTable('Compute units', rows)
printTable('First bets, by the tries that the PDA of the position takes', await measureFirstBets(world))
printTable('Settlement, full transactions', await measureSettlements(world))
printTable('Bytes and rent', await measureAccounts(world))
