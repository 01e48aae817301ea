// Requests a rebuild of the history of this release: the next start begins it. Other tables are left alone.

import { z } from 'zod'
import { NODE_SETTINGS } from '../chain/settings.ts'
import { readSettings } from '../runtime/settings.ts'
import { projection } from '../store/schema/history.ts'
import { STORE_SETTINGS, storeOptions } from '../store/settings.ts'
import { openStore } from '../store/store.ts'

const Settings = z.object({ ...NODE_SETTINGS, ...STORE_SETTINGS })
try {
  const store = await openStore(storeOptions(readSettings(Settings, process.env)))
  const marked = await store.db.update(projection).set({ rebuildRequested: true }).returning()
  await store.close()
  console.log(marked.length > 0 ? 'The next start rebuilds the history.' : 'There is no history yet.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
