// Folders with an empty store, for tests.

import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { schemaVersion } from '../../../app/src/store/migrate.ts'
import { openStore } from '../../../app/src/store/store.ts'

let empty: Promise<string> | undefined

/**
 * A new folder with an empty store, which the test removes. It is a copy of one that stays beside the installed
 * package: creating a database takes 3 s of CPU time, copying it 0.1 s.
 */
export async function newStoreFolder(): Promise<string> {
  empty ??= emptyStore()
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  await cp(await empty, folder, { recursive: true })
  return folder
}

/** The folder that is copied, created if there is none for this version of the schema. */
async function emptyStore(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const parent = join(dirname(entry), '../.cache')
  const folder = join(parent, `store-${schemaVersion()}`)
  if (existsSync(folder)) return folder
  await mkdir(parent, { recursive: true })
  const created = await mkdtemp(`${folder}.`)
  const store = await openStore({ path: created })
  await store.close()
  // Another process may have created it first.
  await rename(created, folder).catch(() => rm(created, { recursive: true }))
  return folder
}
