import { HermesPrices } from '@prediction-market/sdk'
import { z } from 'zod'
import { url, urls } from '../runtime/settings.ts'
import type { PriceSource } from './source.ts'

/** Where prices and attestations come from, settings of the gateway and the keeper. */
export const SOURCE_SETTINGS = {
  HERMES_URL: url('https://hermes.pyth.network').optional(),
  HERMES_API_KEY: z.string().optional(),
  HERMES_PRO_URL: url('https://hermes.example.com').optional(),
  ATTESTOR_URLS: urls('https://attestor.example.com').optional(),
}

/** A Hermes server, if its URL is set. */
export function hermesOf(
  serverUrl: string | undefined,
  { HERMES_API_KEY: apiKey }: { HERMES_API_KEY?: string | undefined },
): PriceSource | undefined {
  return serverUrl === undefined ? undefined : new HermesPrices({ url: serverUrl, apiKey })
}
