// Requests a rebuild of the history of this release: the next start begins it. Other tables are left alone.

import { z } from 'zod'
import { NODE_SETTINGS } from '../chain/settings.ts'
import { readSettings } from '../runtime/settings.ts'
import { projection } from '../store/schema/history.ts'
import { STORE_SETTINGS, storeOptions } from '../store/settings.ts'
import { openStore } from '../store/store.ts'

const HELP = `Requests a rebuild of the history. Stop the gateways first: the next start begins it.

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
  const marked = await store.db.update(projection).set({ rebuildRequested: true }).returning()
  await store.close()
  console.log(marked.length > 0 ? 'The next start rebuilds the history.' : 'There is no history yet.')
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
