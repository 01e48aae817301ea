// The stores of tests: one that the files of a process share, and folders.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { schemaVersion } from '../../../app/src/store/migrate.ts'
import { openStore, type Store } from '../../../app/src/store/store.ts'
import { afterRun } from '../run/cleanup.ts'

/** The place of a test's store, and how to remove it. */
interface StorePlace {
  databaseUrl?: string
  remove(): Promise<void>
}

let shared: Promise<Store> | undefined

/**
 * The store that all test files of a process share, since the embedded database takes seconds to start: on
 * Postgres if `DATABASE_URL` is set, embedded otherwise.
 */
export function sharedStore(): Promise<Store> {
  shared ??= newPlace().then(async ({ databaseUrl, remove }) => {
    const store = await openStore({ databaseUrl })
    afterRun(remove)
    afterRun(() => store.close())
    return store
  })
  return shared
}

/** A new Postgres database; an embedded store is always new. */
export async function newPlace(): Promise<StorePlace> {
  const server = process.env.DATABASE_URL
  if (!server) return { remove: async () => {} }
  const name = `test_${randomBytes(8).toString('hex')}`
  await statement(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { databaseUrl: url.href, remove: () => statement(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function statement(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

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
