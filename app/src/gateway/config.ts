import { z } from 'zod'
import { NODE_SETTINGS, nodeProblems, SOURCE_SETTINGS } from '../chain/settings.ts'
import { type Environment, LOG_SETTINGS, port, readSettings, whole } from '../runtime/settings.ts'
import type { GatewayOptions } from './gateway.ts'
import { DEFAULT_RATE } from './limits/rate.ts'
import { DEFAULT_STREAM_LIMITS } from './stream/limits.ts'

const CLUSTERS = ['mainnet-beta', 'devnet', 'testnet', 'custom'] as const

const origins = z.string().transform((text, context): '*' | string[] => {
  if (text === '*') return '*'
  const list = text.split(',').map((part) => part.trim())
  if (list.every((part) => URL.canParse(part) && new URL(part).origin === part)) return list
  context.addIssue('must be * or origins with commas between, such as https://app.example.com')
  return z.NEVER
})

const Settings = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  ...LOG_SETTINGS,
  ...NODE_SETTINGS,
  CLUSTER: z.enum(CLUSTERS, `must be one of ${CLUSTERS.join(', ')}`).default('custom'),
  ...SOURCE_SETTINGS,
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be the address of a Postgres: postgres://user:password@host/database')
    .optional(),
  STORE_PATH: z.string().optional(),
  CORS_ORIGINS: origins.default('*'),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  RATE_LIMIT_READS: whole(1, 10_000_000).default(DEFAULT_RATE.reads),
  RATE_LIMIT_WRITES: whole(1, 10_000_000).default(DEFAULT_RATE.writes),
  MAX_STREAMS: whole(0, 100_000).default(DEFAULT_STREAM_LIMITS.total),
  MAX_STREAMS_PER_CALLER: whole(0, 100_000).default(DEFAULT_STREAM_LIMITS.perCaller),
  MAX_SLOT_LAG: whole(1, 100_000).default(50),
  RECONCILE_SECONDS: whole(1, 86_400).default(60),
})

/** The settings of the app, read and checked. */
export type AppConfig = z.output<typeof Settings>

/**
 * Reads the settings from environment variables; what is not set keeps its default.
 *
 * @throws Error that names every variable that does not make sense, and what it should be
 */
export function readConfig(environment: Environment): AppConfig {
  return readSettings(Settings, environment, nodeProblems)
}

/** What the settings say about the gateway, whatever chain it works on. */
export function gatewayOptions(config: AppConfig): Omit<GatewayOptions, 'nodes' | 'log'> {
  const rate = { reads: config.RATE_LIMIT_READS, writes: config.RATE_LIMIT_WRITES }
  return {
    port: config.PORT,
    host: config.HOST,
    store: { databaseUrl: config.DATABASE_URL, path: storePath(config) },
    attestorUrls: config.ATTESTOR_URLS,
    limits: {
      rates: { address: rate, wallet: rate, key: rate },
      origins: config.CORS_ORIGINS,
      trustedProxies: config.TRUSTED_PROXIES,
    },
    streams: { total: config.MAX_STREAMS, perCaller: config.MAX_STREAMS_PER_CALLER },
    deployment: { maxSlotLag: config.MAX_SLOT_LAG },
    reconcileMs: config.RECONCILE_SECONDS * 1_000,
  }
}

/** What happens on a cluster is kept; a localnet's past ends with it. */
function storePath({ STORE_PATH, RPC_URL, DATABASE_URL }: AppConfig): string | undefined {
  return STORE_PATH ?? (RPC_URL && !DATABASE_URL ? 'data/store' : undefined)
}
