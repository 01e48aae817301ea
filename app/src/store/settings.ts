import { z } from 'zod'
import type { StoreOptions } from './store.ts'

/** Environment variables that name the store. */
export const STORE_SETTINGS = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be the address of a Postgres: postgres://user:password@host/database')
    .optional(),
  STORE_PATH: z.string().optional(),
}

/** The store that settings name. Without a name it is a folder on a cluster and memory on a localnet. */
export function storeOptions(settings: {
  DATABASE_URL?: string | undefined
  STORE_PATH?: string | undefined
  RPC_URL?: unknown
}): StoreOptions {
  const { DATABASE_URL, STORE_PATH, RPC_URL } = settings
  return {
    databaseUrl: DATABASE_URL,
    path: STORE_PATH ?? (RPC_URL && !DATABASE_URL ? 'data/store' : undefined),
  }
}
