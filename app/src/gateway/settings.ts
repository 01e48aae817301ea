// Reads the gateway's settings from environment variables.

import { MAX_PRIORITY_FEE } from '@prediction-market/sdk/transaction'
import type { Keypair } from '@solana/web3.js'
import { z } from 'zod'
import { RECONCILE_MS } from '../book/follow-chain.ts'
import { checkNodes, NODE_SETTINGS, yellowstoneOf } from '../chain/settings.ts'
import { MAX_LAG_SECONDS } from '../chain/state.ts'
import { SOURCE_SETTINGS } from '../prices/settings.ts'
import {
  flag,
  isUrl,
  LOG_SETTINGS,
  list,
  METRICS_SETTINGS,
  microLamports,
  port,
  priorityFee,
  readKeypair,
  whole,
} from '../runtime/settings.ts'
import { STORE_SETTINGS, storeOptions } from '../store/store.ts'
import { isAddress } from './http/fields/schemas.ts'
import { DEFAULT_RATE } from './limits/rate.ts'
import { FEE_BUDGET, type GatewayOptions } from './options.ts'
import { MAX_HISTORY_LAG_SECONDS } from './services.ts'
import { DEFAULT_STREAM_LIMITS } from './stream/limits.ts'

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

/** Whether the content security policy of `/verify/{id}` lets a browser call a node. */
const isForBrowsers = (text: string) =>
  isUrl(text, ['https:']) || (isUrl(text) && new URL(text).hostname === '127.0.0.1')

const origins = list
  .refine(
    (parts) => parts.join() === '*' || parts.every(isOrigin),
    'must be * or origins separated by commas, such as https://app.example.com',
  )
  .transform((parts): '*' | string[] => (parts[0] === '*' ? '*' : parts))

const hosts = list
  .transform((parts) => parts.map((part) => part.toLowerCase()))
  .refine(
    (parts) =>
      parts.every((part) => URL.canParse(`http://${part}`) && new URL(`http://${part}`).host === part),
    'must be hosts separated by commas, such as api.example.com',
  )

/** `MINT:TOKENS` pairs, separated by commas. */
const circulatingTokens = list
  .refine(
    (parts) => parts.every((part) => /^[1-9A-HJ-NP-Za-km-z]{32,44}:[1-9]\d{0,17}$/.test(part)),
    'must be mints and whole tokens, such as MINT:1000000, separated by commas',
  )
  .transform((parts) => new Map(parts.map((part) => part.split(':') as [mint: string, tokens: string])))

/** Every setting; `docs/settings.md` is made from their descriptions. */
export const GatewaySettings = z
  .object({
    PORT: port.default(8080).describe('port to listen on'),
    HOST: z.string().default('127.0.0.1').describe('address to listen on'),
    PUBLIC_HOSTS: hosts
      .optional()
      .describe(
        'hosts that requests may be signed for, separated by commas; required on mainnet [the Host header]',
      ),
    PUBLIC_RPC_URL: z
      .string()
      .refine(isForBrowsers, 'must be an https URL or http://127.0.0.1: the page may call no other node')
      .optional()
      .describe('node that `/v1/config` names to browsers, which check decisions by it'),
    ...LOG_SETTINGS,
    ...METRICS_SETTINGS,
    ...NODE_SETTINGS,
    ...SOURCE_SETTINGS,
    ...STORE_SETTINGS,
    ATTESTORS_ANSWER_EVENTS: flag
      .default(false)
      .describe('`1`: a question about no asset becomes a market that attestors decide [0; localnet: 1]'),
    CIRCULATING_TOKENS: circulatingTokens
      .optional()
      .describe(
        '`MINT:TOKENS,…` in circulation, if fewer than minted: a question about such a market cap also gets the matching price',
      ),
    ROUNDS_OPENER: z
      .string()
      .refine(isAddress, 'must be the address of a wallet in base58')
      .optional()
      .describe(
        'wallet whose series of rounds `GET /v1/rounds` lists [that of ROUNDS_KEYPAIR in the same process]',
      ),
    CORS_ORIGINS: origins.default('*').describe('`*`, or origins separated by commas [*]'),
    TRUSTED_PROXIES: whole(0, 10)
      .default(0)
      .describe('number of proxies in front whose `X-Forwarded-For` is trusted'),
    RATE_LIMIT_READS: whole(1, 10_000_000).default(DEFAULT_RATE.reads).describe('reads a minute and caller'),
    RATE_LIMIT_WRITES: whole(1, 10_000_000)
      .default(DEFAULT_RATE.writes)
      .describe('writes a minute and caller; a request with bad credentials counts as ten'),
    MAX_STREAMS: whole(0, 100_000)
      .default(DEFAULT_STREAM_LIMITS.total)
      .describe('open event streams of the process'),
    MAX_STREAMS_PER_CALLER: whole(0, 100_000)
      .default(DEFAULT_STREAM_LIMITS.perCaller)
      .describe('open event streams of an IP address or wallet'),
    MAX_LAG_SECONDS: whole(1, 3_600)
      .default(MAX_LAG_SECONDS)
      .describe('seconds behind the chain from which `/health` fails'),
    MAX_HISTORY_LAG_SECONDS: whole(1, 3_600)
      .default(MAX_HISTORY_LAG_SECONDS)
      .describe('seconds that the history may be behind before its routes answer 503'),
    PRIORITY_FEE: priorityFee
      .default('auto')
      .describe('micro-lamports per compute unit of built transactions, or `auto`'),
    MAX_PRIORITY_FEE: microLamports.default(MAX_PRIORITY_FEE).describe('limit of `auto`'),
    DELEGATE_KEYPAIR: list
      .optional()
      .describe(
        "keypair file of the co-signing key of one-call bets; two with a comma to rotate, the new one first [the localnet's]",
      ),
    FEE_BUDGET: whole(0, 1_000_000_000_000)
      .transform(BigInt)
      .default(FEE_BUDGET)
      .describe(
        'lamports a day for fees that no bankroll pays back; one wallet may lose 40,000, its bets in flight included',
      ),
    RECONCILE_SECONDS: whole(1, 86_400)
      .default(RECONCILE_MS / 1_000)
      .describe('how often all markets are read again'),
  })
  .superRefine(checkNodes)
  .superRefine(({ CLUSTER, PUBLIC_HOSTS }, context) => {
    // Otherwise a request that was signed for another gateway would be accepted.
    if (CLUSTER !== 'mainnet-beta' || PUBLIC_HOSTS) return
    const message = 'is missing; set it to the names that clients use, such as api.example.com'
    context.addIssue({ code: 'custom', path: ['PUBLIC_HOSTS'], message })
  })

export type GatewayConfig = z.output<typeof GatewaySettings>

export async function readCosigners({ DELEGATE_KEYPAIR }: GatewayConfig): Promise<Keypair[] | undefined> {
  if (!DELEGATE_KEYPAIR) return undefined
  return Promise.all(DELEGATE_KEYPAIR.map((path) => readKeypair('DELEGATE_KEYPAIR', path)))
}

/** The gateway's options that do not depend on the chain it serves. */
export function gatewayOptions(config: GatewayConfig): Omit<GatewayOptions, 'nodes' | 'log'> {
  const rate = { reads: config.RATE_LIMIT_READS, writes: config.RATE_LIMIT_WRITES }
  return {
    port: config.PORT,
    host: config.HOST,
    publicHosts: config.PUBLIC_HOSTS,
    metricsPort: config.METRICS_PORT,
    yellowstone: yellowstoneOf(config),
    store: storeOptions(config),
    attestorUrls: config.ATTESTOR_URLS,
    limits: {
      rates: { address: rate, wallet: rate, key: rate },
      origins: config.CORS_ORIGINS,
      trustedProxies: config.TRUSTED_PROXIES,
    },
    streams: { total: config.MAX_STREAMS, perCaller: config.MAX_STREAMS_PER_CALLER },
    deployment: {
      rpcUrl: config.PUBLIC_RPC_URL,
      answersEvents: config.ATTESTORS_ANSWER_EVENTS,
      circulatingTokens: config.CIRCULATING_TOKENS,
      roundsOpener: config.ROUNDS_OPENER,
      maxLagSeconds: config.MAX_LAG_SECONDS,
      maxHistoryLagSeconds: config.MAX_HISTORY_LAG_SECONDS,
    },
    feeBudget: config.FEE_BUDGET,
    priorityFee: config.PRIORITY_FEE,
    maxPriorityFee: config.MAX_PRIORITY_FEE,
    reconcileMs: config.RECONCILE_SECONDS * 1_000,
  }
}
