import { z } from 'zod'
import { NODE_SETTINGS } from '../../chain/settings.ts'
import { fail } from '../../runtime/service.ts'
import { readSettings } from '../../runtime/settings.ts'
import { projection } from '../../store/history/schema.ts'
import { STORE_SETTINGS, storeOptions } from '../../store/settings.ts'
import { openStore } from '../../store/store.ts'

/** Marks the history as made by version 0 of the projector, so that the next start rebuilds it from the chain. */
async function main(): Promise<void> {
  const settings = readSettings(z.object({ ...NODE_SETTINGS, ...STORE_SETTINGS }), process.env)
  const store = await openStore(storeOptions(settings))
  const marked = await store.db.update(projection).set({ version: 0 }).returning()
  await store.close()
  console.log(marked.length > 0 ? 'The next start rebuilds the history.' : 'There is no history yet.')
}

main().catch(fail)
