// Opens the store: a Postgres, or an embedded database.

import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { lt } from 'drizzle-orm'
import { drizzle as drizzlePostgres, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { z } from 'zod'
import { lockForProcess } from '../runtime/process-lock.ts'
import type { Database } from './database.ts'
import { startPglite } from './embedded.ts'
import { migratePostgres, sessionSettings } from './migrate.ts'
import { idempotency, nonces, relayed, unpaidFees, webhookDeliveries, webhooks } from './schema/gateway.ts'

/** Environment variables that name the store. */
export const STORE_SETTINGS = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be the address of a Postgres: postgres://user:password@host/database')
    .optional()
    .describe('Postgres, shared by any number of gateways [the embedded store]'),
  STORE_PATH: z
    .string()
    .optional()
    .describe('folder of the embedded store, for one process [data/store with RPC_URL, otherwise memory]'),
  NODE_ENV: z
    .string()
    .optional()
    .describe('`production`: runs the build, and on a cluster the store must be named'),
}

/**
 * The store that the settings name; by default a folder on a cluster, and memory on a localnet.
 *
 * @throws Error in production on a cluster if none is named: a default folder would not be backed up
 */
export function storeOptions(settings: {
  DATABASE_URL?: string | undefined
  STORE_PATH?: string | undefined
  NODE_ENV?: string | undefined
  RPC_URL?: unknown
}): StoreOptions {
  const { DATABASE_URL, STORE_PATH, NODE_ENV, RPC_URL } = settings
  if (DATABASE_URL) return { databaseUrl: DATABASE_URL, path: STORE_PATH }
  if (STORE_PATH || !RPC_URL) return { path: STORE_PATH }
  if (NODE_ENV !== 'production') return { path: 'data/store' }
  throw new Error(
    'DATABASE_URL: in production, name a Postgres; or set STORE_PATH to a folder on a persistent disk, for one gateway alone',
  )
}

const SWEEP_EVERY_MS = 60_000

/** Milliseconds that a disabled webhook is kept for a replay. */
const DISABLED_MS = 30 * 86_400_000

/** Deletes expired nonces, responses, records of sent transactions, unpaid fees, deliveries and disabled webhooks. */
export async function sweep(db: Database, now: Date): Promise<void> {
  await db.delete(nonces).where(lt(nonces.expiresAt, now))
  await db.delete(idempotency).where(lt(idempotency.expiresAt, now))
  await db.delete(relayed).where(lt(relayed.expiresAt, now))
  await db.delete(unpaidFees).where(lt(unpaidFees.expiresAt, now))
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.expiresAt, now))
  await db.delete(webhooks).where(lt(webhooks.disabledAt, new Date(now.getTime() - DISABLED_MS)))
}

/**
 * Sweeps on a timer, which does not keep the process alive.
 *
 * @returns a function that stops the timer and waits for the current sweep
 */
function startSweeping(db: Database, onError: (error: Error) => void): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => sweep(db, new Date())).catch(onError)
  }, SWEEP_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

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

export interface Store {
  db: Database
  close(): Promise<void>
}

/** How long a statement, or the wait for a connection, may take. */
const TIMEOUT_MS = 10_000

/**
 * Milliseconds that a statement waits for a lock, and that a transaction may be idle. The idle limit takes the locks
 * from a frozen replica.
 */
const STANDSTILL_MS = 3_000

/** Milliseconds after which the client gives up on a frozen server or a dead connection, which never answers. */
const SILENCE_MS = TIMEOUT_MS + 2_000

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

async function openPostgres(
  databaseUrl: string,
  max: number,
  onError: (error: Error) => void,
): Promise<Store> {
  const session = sessionSettings({
    statement_timeout: TIMEOUT_MS,
    lock_timeout: STANDSTILL_MS,
    idle_in_transaction_session_timeout: STANDSTILL_MS,
  })
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: SILENCE_MS,
    onConnect: (client) => client.query(session),
    keepAlive: true,
    application_name: 'prediction-market',
  })
  // Without a listener, losing a connection would end the process. The pool's listener covers idle connections only.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const close = () => pool.end()
  try {
    await migratePostgres(databaseUrl)
  } catch (error) {
    await close()
    throw error
  }
  const db = drizzlePostgres(pool)
  const transaction = transactionsOn(pool)
  return { db: Object.assign(db, { transaction }) as unknown as Database, close }
}

/**
 * Runs transactions on a pool. Drizzle's own never returns a connection on which `begin` failed, and returns ones that
 * no longer answer: after some lost connections the pool would stay empty.
 */
function transactionsOn(pool: pg.Pool): NodePgDatabase['transaction'] {
  return async (work, config) => {
    const client = await pool.connect()
    let hasFailed = true
    try {
      const result = await drizzlePostgres(client).transaction(work, config)
      hasFailed = false
      return result
    } finally {
      client.release(hasFailed)
    }
  }
}

async function openPglite(path: string | undefined): Promise<Store> {
  const unlock = path === undefined ? async () => {} : await lockFolder(path)
  try {
    const client = await startPglite(path)
    const close = () => client.close().finally(unlock)
    return { db: drizzlePglite(client) as unknown as Database, close }
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
    `The store ${path} is in use by another process, and an embedded database serves only one: set STORE_PATH to another folder, or DATABASE_URL to a Postgres, which many can share`,
  )
}
