import { z } from 'zod'
import type { SocketAddress } from './gateway/book/follower.ts'
import { socketUrl } from './gateway/chain/socket.ts'
import type { GatewayOptions } from './gateway/gateway.ts'
import { DEFAULT_RATE } from './gateway/limits/rate.ts'
import { DEFAULT_STREAM_LIMITS } from './gateway/stream/limits.ts'
import { type Environment, port, readSettings, urls, whole } from './settings.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
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
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(', ')}`).default('info'),
  RPC_URL: urls('http: https:', 'https://api.devnet.solana.com').optional(),
  WS_URL: urls('ws: wss:', 'wss://api.devnet.solana.com').optional(),
  CLUSTER: z.enum(CLUSTERS, `must be one of ${CLUSTERS.join(', ')}`).default('custom'),
  HERMES_URL: urls('http: https:', 'https://hermes.pyth.network').optional(),
  HERMES_API_KEY: z.string().optional(),
  ATTESTOR_URLS: urls('http: https:', 'https://attestor.example.com').optional(),
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
  return readSettings(Settings, environment, consistency)
}

/** The nodes to talk to; none for the localnet. */
export function nodesOf({ RPC_URL, WS_URL }: AppConfig): readonly [SocketAddress, ...SocketAddress[]] | null {
  const [first, ...others] = (RPC_URL ?? []).map((rpcUrl, index) => ({
    rpcUrl,
    wsUrl: WS_URL?.[index] ?? socketUrl(rpcUrl),
  }))
  return first ? [first, ...others] : null
}

/** What the settings say about the gateway, whatever chain it works on. */
export function gatewayOptions(config: AppConfig): Omit<GatewayOptions, 'nodes' | 'log'> {
  const rate = { reads: config.RATE_LIMIT_READS, writes: config.RATE_LIMIT_WRITES }
  return {
    port: config.PORT,
    host: config.HOST,
    store: { databaseUrl: config.DATABASE_URL, path: storePath(config) },
    attestorUrls: config.ATTESTOR_URLS,
    guards: {
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

function consistency({ RPC_URL, WS_URL }: AppConfig): string[] {
  if (WS_URL && !RPC_URL) return ['WS_URL: is set, but RPC_URL is not']
  if (WS_URL && WS_URL.length !== RPC_URL?.length)
    return ['WS_URL: must have one address for each of RPC_URL']
  return []
}
