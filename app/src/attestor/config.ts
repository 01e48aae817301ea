// Reads the attestor's settings from environment variables.

import { z } from 'zod'
import { checkNodes, NODE_SETTINGS } from '../chain/settings.ts'
import { MAX_LAG_SECONDS } from '../chain/state.ts'
import {
  type Environment,
  isUrl,
  LOG_SETTINGS,
  METRICS_SETTINGS,
  port,
  readSettings,
  url,
  whole,
} from '../runtime/settings.ts'

const Settings = z
  .object({
    ATTESTOR_KEYPAIR: z.string('is missing; set it to the keypair file of the key that signs'),
    ATTESTOR_STATE: z.string(
      'is missing; set it to the file that records what was signed, on a durable disk',
    ),
    ATTESTOR_PORT: port.default(8_910),
    ATTESTOR_HOST: z.string().default('127.0.0.1'),
    ATTESTOR_EVENTS_URL: z
      .string()
      .refine(
        (text) => text.includes('{market}') && isUrl(text.replaceAll('{market}', 'market')),
        'must be a URL with {market} in it, such as https://events.example.com/{market}',
      )
      .optional(),
    TRUSTED_PROXIES: whole(0, 10).default(0),
    DAS_URL: url('https://das.example.com').optional(),
    ...NODE_SETTINGS,
    RPC_URL: NODE_SETTINGS.RPC_URL.unwrap(),
    ...LOG_SETTINGS,
    ...METRICS_SETTINGS,
    MAX_LAG_SECONDS: whole(1, 3_600).default(MAX_LAG_SECONDS),
  })
  .superRefine(checkNodes)

/** The names of all settings. */
export const ATTESTOR_SETTINGS = Object.keys(Settings.shape)

/** The settings of an attestor. */
export type AttestorConfig = z.output<typeof Settings>

/**
 * Reads the settings of an attestor from environment variables.
 *
 * @throws Error that lists every invalid variable and what it must be
 */
export function readAttestorConfig(environment: Environment): AttestorConfig {
  return readSettings(Settings, environment)
}
