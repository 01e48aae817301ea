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
    ATTESTOR_KEYPAIR: z
      .string('is missing; set it to the keypair file of the key that signs')
      .describe('keypair file, as solana-keygen writes it; another key for each cluster'),
    ATTESTOR_STATE: z
      .string('is missing; set it to the file that records what was signed, on a durable disk')
      .describe('journal of what was signed; keep it on a persistent disk as long as the key'),
    ATTESTOR_PORT: port.default(8_910).describe('port to listen on'),
    ATTESTOR_HOST: z.string().default('127.0.0.1').describe('address to listen on'),
    ATTESTOR_EVENTS_URL: z
      .string()
      .refine(
        (text) => text.includes('{market}') && isUrl(text.replaceAll('{market}', 'market')),
        'must be a URL with {market} in it, such as https://events.example.com/{market}',
      )
      .optional()
      .describe(
        '`https://…/{market}`, answering `{ "value": true, false, 1, 0 or null }`; 404 or null: it may still change [events are not attested]',
      ),
    TRUSTED_PROXIES: whole(0, 10)
      .default(0)
      .describe('number of proxies in front whose `X-Forwarded-For` is trusted'),
    DAS_URL: url('https://das.example.com')
      .optional()
      .describe(
        'DAS server, whose `getTokenAccounts` is used for tokens with very many accounts [getProgramAccounts]',
      ),
    ...NODE_SETTINGS,
    RPC_URL: NODE_SETTINGS.RPC_URL.unwrap().describe(
      'nodes, separated by commas, the preferred one first: failover',
    ),
    ...LOG_SETTINGS,
    ...METRICS_SETTINGS,
    MAX_LAG_SECONDS: whole(1, 3_600)
      .default(MAX_LAG_SECONDS)
      .describe('seconds behind the chain from which `/health` fails'),
  })
  .superRefine(checkNodes)

/** The schemas of all settings, by name; `docs/settings.md` is made from their descriptions. */
export const ATTESTOR_SHAPE = Settings.shape

/** The names of all settings. */
export const ATTESTOR_SETTINGS = Object.keys(ATTESTOR_SHAPE)

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
