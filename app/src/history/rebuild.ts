// Applies the log to the tables of this release again: gateways do so at once. The log and other tables are left alone.

import { z } from 'zod'
import { NODE_SETTINGS } from '../chain/settings.ts'
import { readSettings } from '../runtime/settings.ts'
import { openStore, STORE_SETTINGS, storeOptions } from '../store/store.ts'
import { rebuildTables } from './projection/project.ts'

const HELP = `Applies the log again to the tables of this release. Gateways go on, and lack what is not applied yet.

  npm run history:rebuild

  DATABASE_URL  the Postgres of the gateways
  STORE_PATH    the folder of an embedded store`

const Settings = z.object({ ...NODE_SETTINGS, ...STORE_SETTINGS })

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(HELP)
  if (args.length > 0) throw new Error(`Unknown arguments: ${args.join(' ')}; see --help`)
  const options = storeOptions(readSettings(Settings, process.env))
  if (!options.databaseUrl && !options.path) {
    throw new Error(
      'DATABASE_URL: is missing; set it to the Postgres of the gateways, or STORE_PATH to a folder',
    )
  }
  const store = await openStore(options)
  const isBegun = await rebuildTables(store.db)
  await store.close()
  console.log(isBegun ? 'The gateways apply the log again.' : 'There is no history yet.')
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
