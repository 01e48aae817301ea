import { HermesPrices } from '@prediction-market/sdk'
import { z } from 'zod'
import { url, urls } from '../runtime/settings.ts'
import type { PriceSource } from './source.ts'

/** Where prices and attestations come from, settings of the gateway and the keeper. */
export const SOURCE_SETTINGS = {
  HERMES_URL: url('https://hermes.pyth.network').optional(),
  HERMES_API_KEY: z.string().optional(),
  ATTESTOR_URLS: urls('https://attestor.example.com').optional(),
}

/** The Hermes server of `HERMES_URL`, if it is set. */
export function hermesOf(settings: {
  HERMES_URL?: string | undefined
  HERMES_API_KEY?: string | undefined
}): PriceSource | undefined {
  const { HERMES_URL, HERMES_API_KEY: apiKey } = settings
  return HERMES_URL === undefined ? undefined : new HermesPrices({ url: HERMES_URL, apiKey })
}
