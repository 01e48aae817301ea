// Reads the localnet's options from environment variables.

import { z } from 'zod'
import { checkVoidDelay, PROGRAM_SETTINGS } from '../deploy/settings.ts'
import { type Environment, flag, port, readSettings, whole } from '../runtime/settings.ts'
import type { LocalnetOptions } from './localnet.ts'
import { LOCALNET_TIMES } from './market-program.ts'

const LocalnetSettings = z
  .object({
    LOCALNET_PORT: port.optional(),
    LOCALNET_WS_PORT: port.optional(),
    LOCALNET_PRICES_PORT: port.optional(),
    LOCALNET_ATTESTORS_PORT: port.optional(),
    LOCALNET_HOST: z.string().optional(),
    LOCALNET_SLOT_MS: whole(50, 2_000).optional(),
    LOCALNET_SEED: z.string().optional(),
    DEMO: flag.optional(),
    PROOF_WINDOW: PROGRAM_SETTINGS.PROOF_WINDOW.removeDefault().default(LOCALNET_TIMES.proofWindow),
    VOID_DELAY: PROGRAM_SETTINGS.VOID_DELAY,
    FEED_VOID_DELAY: PROGRAM_SETTINGS.FEED_VOID_DELAY,
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
