import type { Keypair } from '@solana/web3.js'
import { z } from 'zod'
import { NODE_SETTINGS, nodeProblems, SOURCE_SETTINGS } from '../chain/settings.ts'
import { readKeypair } from '../deploy/keypair.ts'
import { type Environment, LOG_SETTINGS, port, readSettings, whole } from '../runtime/settings.ts'
import type { KeeperOptions } from './keeper.ts'
import { readShard } from './shard.ts'

const DAY = 86_400

const Settings = z.object({
  KEEPER: z.enum(['0', '1'], 'must be 1, or 0 to leave the keeper out').default('1'),
  KEEPER_KEYPAIRS: z
    .string()
    .transform((text) => text.split(',').map((path) => path.trim()))
    .refine((paths) => paths.every((path) => path !== ''), 'must be one file or several with commas between')
    .optional(),
  KEEPER_PRIORITY_FEE: whole(0, 1_000_000_000).optional(),
  KEEPER_RETENTION_SECONDS: whole(0, 3_650 * DAY).default(7 * DAY),
  KEEPER_SHARD: z
    .string()
    .transform((text, context) => {
      const shard = readShard(text)
      if (!shard) context.addIssue('must be which of how many keepers this is, such as 2/3')
      return shard ?? z.NEVER
    })
    .optional(),
  KEEPER_PORT: port.optional(),
  KEEPER_HOST: z.string().default('127.0.0.1'),
  ...LOG_SETTINGS,
  ...NODE_SETTINGS,
  ...SOURCE_SETTINGS,
})

/** The settings of a keeper. */
export type KeeperConfig = z.output<typeof Settings>

/**
 * Reads the settings from environment variables.
 *
 * @throws Error that names every variable that does not make sense, and what it should be
 */
export function readKeeperConfig(environment: Environment): KeeperConfig {
  return readSettings(Settings, environment, nodeProblems)
}

/** What the settings say about a keeper, whatever chain it works on. */
export function keeperOptions(
  config: KeeperConfig,
): Pick<KeeperOptions, 'priorityFee' | 'retentionSeconds' | 'shard'> {
  const { KEEPER_PRIORITY_FEE: fee, KEEPER_RETENTION_SECONDS: retentionSeconds, KEEPER_SHARD: shard } = config
  return { retentionSeconds, ...(fee !== undefined && { priorityFee: BigInt(fee) }), ...(shard && { shard }) }
}

/**
 * The keys that pay, from their files.
 *
 * @throws Error if there are none; it says which file, and never what is in it
 */
export async function readPayers({ KEEPER_KEYPAIRS }: KeeperConfig): Promise<Keypair[]> {
  if (!KEEPER_KEYPAIRS) {
    throw new Error('KEEPER_KEYPAIRS: is missing: files with the keys that pay, as solana-keygen writes them')
  }
  return Promise.all(KEEPER_KEYPAIRS.map((path) => readKeypair('KEEPER_KEYPAIRS', path)))
}
