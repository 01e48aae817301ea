import { gatewayOptions, readConfig } from '../../gateway/config.ts'
import { projection } from '../../store/history/schema.ts'
import { openStore } from '../../store/store.ts'

// Has the history made again from nothing, keys and all else left alone: rows of version 0 were made by no rules
// that there ever were.
try {
  const store = await openStore(gatewayOptions(readConfig(process.env)).store)
  const marked = await store.db.update(projection).set({ version: 0 }).returning()
  await store.close()
  const isThere = marked.length > 0
  console.log(isThere ? 'The history is made again at the next start.' : 'There is no history yet.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
