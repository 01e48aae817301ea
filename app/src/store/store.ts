import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { lockForProcess } from '../runtime/process-lock.ts'
import type { Database } from './database.ts'
import { startPglite } from './embedded.ts'
import { migratePostgres } from './migrate.ts'
import * as schema from './schema/index.ts'
import { startSweeping } from './sweep.ts'

/** Where the store is. */
export interface StoreOptions {
  /** A Postgres, which any number of replicas can share. */
  databaseUrl?: string | undefined
  /** A folder for the embedded database of one process; memory without this and `databaseUrl`. */
  path?: string | undefined
  /** The most connections to Postgres. */
  connections?: number | undefined
  /** Called on errors between requests: a lost connection, a failed sweep. */
  onError?: ((error: Error) => void) | undefined
}

/** The open store. */
export interface Store {
  db: Database
  close(): Promise<void>
}

/** How long a statement, or the wait for a connection, may take. */
const TIMEOUT_MS = 10_000

/**
 * Opens the store and migrates its schema.
 *
 * @example
 * const store = await openStore({ databaseUrl: process.env.DATABASE_URL })
 */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const onError = options.onError ?? (() => {})
  const { db, close } = options.databaseUrl
    ? await openPostgres(options.databaseUrl, options.connections ?? 10, onError)
    : await openPglite(options.path)
  const stopSweeping = startSweeping(db, onError)
  return {
    db,
    async close() {
      await stopSweeping()
      await close()
    },
  }
}

async function openPostgres(url: string, max: number, onError: (error: Error) => void): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    application_name: 'prediction-market',
  })
  // Without a listener, losing an idle connection would end the process.
  pool.on('error', onError)
  const close = () => pool.end()
  try {
    await migratePostgres(pool)
  } catch (error) {
    await close()
    throw error
  }
  return { db: drizzlePostgres(pool, { schema }) as unknown as Database, close }
}

async function openPglite(path: string | undefined): Promise<Store> {
  const unlock = path === undefined ? async () => {} : await lockFolder(path)
  try {
    const client = await startPglite(path)
    const close = () => client.close().finally(unlock)
    return { db: drizzlePglite(client, { schema }) as unknown as Database, close }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Creates a folder if it is missing, and keeps other processes out of it. */
async function lockFolder(path: string): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true })
  return lockForProcess(
    join(await realpath(path), 'process.sock'),
    `The store ${path} is in use by another process, and an embedded database is for one alone: set STORE_PATH to another folder, or DATABASE_URL to a Postgres, which many can share`,
  )
}
