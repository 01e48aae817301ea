// Reads the sources of prices and attestations from settings.

import { HermesPrices } from '@prediction-market/sdk/oracle/pyth'
import { z } from 'zod'
import { url, urls } from '../runtime/settings.ts'
import { PriceFailover } from './failover.ts'
import type { PriceSource } from './source.ts'

/** Clusters on which prices come from Pyth itself. */
const PUBLIC_CLUSTERS: readonly string[] = ['mainnet-beta', 'devnet', 'testnet']

/** The settings of the gateway and the keeper that name sources of prices and attestations. */
export const SOURCE_SETTINGS = {
  HERMES_URL: urls('https://hermes.pyth.network')
    .optional()
    .describe("Pyth price services, separated by commas: failover [the localnet's]"),
  HERMES_API_KEY: z.string().optional().describe('its API key; a keeper on a public cluster needs it'),
  HERMES_PRO_URL: urls('https://hermes.example.com')
    .optional()
    .describe("the same for markets whose terms name Pyth's second receiver [HERMES_URL]"),
  BENCHMARKS_URL: url('https://benchmarks.pyth.network')
    .optional()
    .describe('Pyth Benchmarks, where the keeper looks up prices that it missed; the same API key'),
  ATTESTOR_URLS: urls('https://attestor.example.com')
    .optional()
    .describe("attestors to ask about holders and events, separated by commas [the localnet's]"),
}

const Sources = z.object({ ...SOURCE_SETTINGS, CLUSTER: z.string() })

/** The sources as they were read, and the cluster. */
type SourceConfig = Partial<z.output<typeof Sources>> & { CLUSTER: string }

/**
 * Requests in ten seconds that each service may make: together less than the 30 that Pyth allows an address, so that
 * neither uses up what the other needs.
 */
export const HERMES_BUDGETS = { keeper: 17, gateway: 8 } as const

/**
 * Hermes servers, the preferred one first, if there are any. A host that serves both deployments of Pyth counts the
 * requests for both: each gets half of its budget.
 */
export function hermesOf(
  servers: readonly string[] | undefined,
  { HERMES_URL, HERMES_PRO_URL, HERMES_API_KEY: apiKey, BENCHMARKS_URL: benchmarksUrl }: SourceConfig,
  budget: number,
): PriceSource | undefined {
  if (servers === undefined) return undefined
  const others = new Set((servers === HERMES_URL ? HERMES_PRO_URL : HERMES_URL)?.map(hostOf))
  return new PriceFailover(
    servers.map((url) => {
      const share = others.has(hostOf(url)) ? Math.floor(budget / 2) : budget
      return new HermesPrices({ url, apiKey, benchmarksUrl, budget: share })
    }),
  )
}

/** @throws Error if a keeper on a public cluster has no API key, without which Hermes answers nothing */
export function requireApiKey({ CLUSTER, HERMES_URL, HERMES_API_KEY }: SourceConfig): void {
  if (!PUBLIC_CLUSTERS.includes(CLUSTER) || !HERMES_URL || HERMES_API_KEY) return
  throw new Error(
    "HERMES_API_KEY: is missing; set it to the key of your plan, without which Pyth's Hermes refuses all requests",
  )
}

const hostOf = (server: string): string => new URL(server).host
