import { HermesPrices } from '@prediction-market/sdk/oracle/pyth'
import { z } from 'zod'
import { url, urls } from '../runtime/settings.ts'
import { PriceFailover } from './failover.ts'
import type { PriceSource } from './source.ts'

/** Where prices and attestations come from, settings of the gateway and the keeper. */
export const SOURCE_SETTINGS = {
  HERMES_URL: urls('https://hermes.pyth.network').optional(),
  HERMES_API_KEY: z.string().optional(),
  HERMES_PRO_URL: urls('https://hermes.example.com').optional(),
  BENCHMARKS_URL: url('https://benchmarks.pyth.network').optional(),
  ATTESTOR_URLS: urls('https://attestor.example.com').optional(),
}

/** Hermes servers, the preferred one first, if there are any. */
export function hermesOf(
  servers: readonly string[] | undefined,
  { HERMES_API_KEY: apiKey }: { HERMES_API_KEY?: string | undefined },
  benchmarksUrl?: string,
): PriceSource | undefined {
  if (servers === undefined) return undefined
  return new PriceFailover(servers.map((server) => new HermesPrices({ url: server, apiKey, benchmarksUrl })))
}
