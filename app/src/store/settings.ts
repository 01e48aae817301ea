import { z } from 'zod'
import type { StoreOptions } from './store.ts'

/** Where the store is kept, settings of every command that opens it. */
export const STORE_SETTINGS = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be the URL of a Postgres: postgres://user:password@host/database')
    .optional(),
  STORE_PATH: z.string().optional(),
}

/** The store of a cluster is kept on disk by default, that of a localnet in memory. */
export function storeOptions(settings: {
  DATABASE_URL?: string | undefined
  STORE_PATH?: string | undefined
  RPC_URL?: string[] | undefined
}): StoreOptions {
  const { DATABASE_URL: databaseUrl, STORE_PATH, RPC_URL } = settings
  const path = STORE_PATH ?? (RPC_URL && !databaseUrl ? 'data/store' : undefined)
  return { databaseUrl, path }
}
