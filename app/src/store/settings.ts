// Reads which store to use from environment variables.

import { z } from 'zod'
import type { StoreOptions } from './store.ts'

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
