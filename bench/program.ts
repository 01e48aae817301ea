// Compute units of every instruction, bytes and rent of every account, settlements a transaction: what users
// pay for. On LiteSVM, whose costs are those of the current runtime: `npm run bench:program`.

process.env.CHAIN = 'litesvm'

const { printTable } = await import('./table.ts')
const { startUnconfigured } = await import('../tests/helpers/program/world.ts')
const { measureAdmin } = await import('./program/admin.ts')
const { measureLife } = await import('./program/life.ts')
const { measureDecisions } = await import('./program/decisions.ts')
const { measureFirstBets, measureSettlements } = await import('./program/batches.ts')
const { measureAccounts } = await import('./program/accounts.ts')

const world = await startUnconfigured()
const rows = await measureAdmin(world)
for (const currency of [null, world.utility]) rows.push(...(await measureLife(world, currency)))
rows.push(...(await measureDecisions(world)))

printTable('Compute units', rows)
printTable('First bets, by how often the address of a position is tried', await measureFirstBets(world))
printTable('Settlement in full transactions', await measureSettlements(world))
printTable('Bytes and rent', await measureAccounts(world))
