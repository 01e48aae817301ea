// Stores for tests: one that all files share, or a new database.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
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
