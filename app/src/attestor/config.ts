import { z } from 'zod'
import { NODE_SETTINGS, nodeProblems, RPC_URLS } from '../chain/settings.ts'
import { type Environment, LOG_SETTINGS, port, readSettings, whole } from '../runtime/settings.ts'

const Settings = z.object({
  ATTESTOR_KEYPAIR: z.string('is missing: the file with the key that signs, as solana-keygen writes it'),
  ATTESTOR_STATE: z.string('is missing: the file that remembers what was signed, on a disk that stays'),
  ATTESTOR_PORT: port.default(8_910),
  ATTESTOR_HOST: z.string().default('127.0.0.1'),
  ATTESTOR_EVENTS_URL: z
    .string()
    .refine(
      (text) => text.includes('{market}') && isHttp(text.replaceAll('{market}', 'market')),
      'must be an address with {market} in it, such as https://events.example.com/{market}',
    )
    .optional(),
  DAS_URL: z.string().refine(isHttp, 'must be an address such as https://das.example.com').optional(),
  ...NODE_SETTINGS,
  RPC_URL: z.preprocess((value) => value ?? '', RPC_URLS),
  ...LOG_SETTINGS,
  MAX_SLOT_LAG: whole(1, 100_000).default(50),
})

/** The settings of an attestor that runs alone. */
export type AttestorConfig = z.output<typeof Settings>

/**
 * Reads the settings from environment variables.
 *
 * @throws Error that names every variable that does not make sense, and what it should be
 */
export function readAttestorConfig(environment: Environment): AttestorConfig {
  return readSettings(Settings, environment, nodeProblems)
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
