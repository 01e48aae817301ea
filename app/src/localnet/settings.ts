// Reads the localnet's options from environment variables.

import { z } from 'zod'
import { checkVoidDelay, PROGRAM_SETTINGS } from '../deploy/settings.ts'
import { type Environment, flag, port, readSettings, whole } from '../runtime/settings.ts'
import type { LocalnetOptions } from './localnet.ts'
import { LOCALNET_TIMES } from './market-program.ts'

/** Every setting; `docs/settings.md` is made from their descriptions. */
export const LocalnetSettings = z
  .object({
    LOCALNET_PORT: port.optional().describe('JSON-RPC [8899]'),
    LOCALNET_WS_PORT: port.optional().describe('websocket [8900]'),
    LOCALNET_PRICES_PORT: port.optional().describe('prices, as Hermes and Benchmarks serve them [8901]'),
    LOCALNET_ATTESTORS_PORT: port
      .optional()
      .describe('the first of four attestors; the others follow [8902]'),
    LOCALNET_HOST: z.string().optional().describe('address to listen on [127.0.0.1]'),
    LOCALNET_SLOT_MS: whole(50, 2_000).optional().describe('milliseconds of a slot [400]'),
    LOCALNET_SEED: z.string().optional().describe('seed of prices and demonstration'),
    DEMO: flag.optional().describe('`0`: no demonstration markets [1]'),
    PROOF_WINDOW: PROGRAM_SETTINGS.PROOF_WINDOW.removeDefault()
      .default(LOCALNET_TIMES.proofWindow)
      .describe('seconds after expiry in which an early Yes can still be submitted'),
    VOID_DELAY: PROGRAM_SETTINGS.VOID_DELAY.describe(
      `seconds after expiry until an undecided market is refunded; at least twice PROOF_WINDOW [${LOCALNET_TIMES.voidDelay}]`,
    ),
    FEED_VOID_DELAY: PROGRAM_SETTINGS.FEED_VOID_DELAY.describe(
      `the same for prices and market caps by expiry [${LOCALNET_TIMES.feedVoidDelay}]`,
    ),
  })
  .superRefine(checkVoidDelay)

/**
 * Reads the localnet's options from environment variables.
 *
 * @throws Error that lists every invalid variable and what it must be
 */
export function localnetOptions(environment: Environment): LocalnetOptions {
  const read = readSettings(LocalnetSettings, environment)
  const { PROOF_WINDOW: proofWindow, VOID_DELAY, FEED_VOID_DELAY } = read
  const atLeast = (seconds: number) => Math.max(seconds, 2 * proofWindow)
  return {
    rpcPort: read.LOCALNET_PORT,
    wsPort: read.LOCALNET_WS_PORT,
    pricesPort: read.LOCALNET_PRICES_PORT,
    attestorsPort: read.LOCALNET_ATTESTORS_PORT,
    host: read.LOCALNET_HOST,
    slotTimeMs: read.LOCALNET_SLOT_MS,
    seed: read.LOCALNET_SEED,
    demo: read.DEMO,
    settings: {
      proofWindow,
      voidDelay: VOID_DELAY ?? atLeast(LOCALNET_TIMES.voidDelay),
      feedVoidDelay: FEED_VOID_DELAY ?? atLeast(LOCALNET_TIMES.feedVoidDelay),
    },
  }
}
