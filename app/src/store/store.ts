import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { lockForProcess } from '../runtime/process-lock.ts'
import type { Database } from './database.ts'
import { startPglite } from './embedded.ts'
import { migrate } from './migrations.ts'
import * as schema from './schema/index.ts'
import { startSweeping } from './sweep.ts'

/** Where the store lives. */
export interface StoreOptions {
  /** A Postgres, shared by every replica. */
  databaseUrl?: string | undefined
  /** A folder for the embedded database, of one process; without it and `databaseUrl`, memory. */
  path?: string | undefined
  /** Connections to Postgres at most. */
  connections?: number | undefined
  /** What goes wrong between requests: a lost connection, a failed sweep. */
  onError?: ((error: Error) => void) | undefined
}

/** The open store. */
export interface Store {
  db: Database
  /** Finishes what runs and lets go of the database. */
  close(): Promise<void>
}

/** How long a statement, or the wait for a connection, may take: no request hangs on the store. */
const PATIENCE_MS = 10_000

/**
 * Opens the store and brings its schema up to date.
 *
 * @example
 * const store = await openStore({ databaseUrl: process.env.DATABASE_URL })
 */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const onError = options.onError ?? (() => {})
  const { db, end } = options.databaseUrl
    ? openPostgres(options.databaseUrl, options.connections ?? 10, onError)
    : await openPglite(options.path)
  try {
    await migrate(db)
  } catch (error) {
    await end()
    throw error
  }
  const stopSweeping = startSweeping(db, onError)
  return {
    db,
    async close() {
      await stopSweeping()
      await end()
    },
  }
}

interface Opened {
  db: Database
  end(): Promise<void>
}

function openPostgres(connectionString: string, max: number, onError: (error: Error) => void): Opened {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
    application_name: 'prediction-market',
  })
  // Without a listener, a connection that is lost while idle would end the process.
  pool.on('error', onError)
  return { db: drizzlePostgres(pool, { schema }) as unknown as Database, end: () => pool.end() }
}

async function openPglite(path: string | undefined): Promise<Opened> {
  const unlock = path === undefined ? async () => {} : await lockFolder(path)
  try {
    const client = await startPglite(path)
    const end = () => client.close().finally(unlock)
    return { db: drizzlePglite(client, { schema }) as unknown as Database, end }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Makes a folder if need be, and keeps other processes out of it. */
async function lockFolder(path: string): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true })
  return lockForProcess(
    join(await realpath(path), 'process.sock'),
    `The store ${path} is in use by another process, and an embedded database is for one alone: set STORE_PATH to another folder, or DATABASE_URL to a Postgres, which many can share`,
  )
}
