// Reads the keeper's settings from environment variables.

import type { Keypair } from '@solana/web3.js'
import { z } from 'zod'
import { checkNodes, NODE_SETTINGS, yellowstoneOf } from '../chain/settings.ts'
import { SOURCE_SETTINGS } from '../prices/settings.ts'
import {
  flag,
  LOG_SETTINGS,
  list,
  METRICS_SETTINGS,
  microLamports,
  port,
  priorityFee,
  readKeypair,
  whole,
} from '../runtime/settings.ts'
import type { BurnOptions } from './burner.ts'
import type { KeeperOptions } from './keeper.ts'
import type { RoundsOptions } from './rounds/opener.ts'
import { readSeries } from './rounds/series.ts'
import { readShard } from './shard.ts'
import { MIN_BALANCE } from './transactions/payers.ts'

const DAY = 86_400

/** Every setting; `docs/settings.md` is made from their descriptions. */
export const KeeperSettings = z
  .object({
    KEEPER: flag.default(true).describe('`0` leaves the keeper out of `npm start`'),
    KEEPER_KEYPAIRS: list
      .refine(
        (paths) => paths.every((path) => path !== ''),
        'must be one file or several separated by commas',
      )
      .optional()
      .describe("keypair files of the payers, separated by commas; several pay in parallel [the localnet's]"),
    KEEPER_PRIORITY_FEE: priorityFee
      .default('auto')
      .describe('first offer in micro-lamports per compute unit; `auto`: what others paid recently'),
    KEEPER_MAX_PRIORITY_FEE: microLamports
      .optional()
      .describe('the highest offer; the value of the market is a limit too'),
    KEEPER_AT_LOSS: flag
      .default(true)
      .describe('`0` skips steps that earn less than they cost, such as those of empty markets'),
    KEEPER_MIN_BALANCE: whole(0, 1_000_000_000_000)
      .default(MIN_BALANCE)
      .describe('lamports below which a payer is low: `/health` names it, and fails once all are low'),
    KEEPER_RETENTION_SECONDS: whole(0, 3_650 * DAY)
      .default(7 * DAY)
      .describe('seconds until a settled market is closed'),
    KEEPER_SHARD: z
      .string()
      .transform((text, context) => {
        const shard = readShard(text)
        if (!shard)
          context.addIssue('must be the number of this keeper and the number of keepers, such as 2/3')
        return shard ?? z.NEVER
      })
      .optional()
      .describe('share of the markets, such as `2/3`; takes others once they have been due for 30 s [all]'),
    BURN_KEYPAIR: z
      .string()
      .optional()
      .describe("keypair file of a wallet with UTILITY that buys in the burn auction [the localnet's]"),
    BURN_MAX_PRICE: z
      .string()
      .regex(/^(0|[1-9]\d*)(\.\d+)?$/, 'must be a plain decimal in UTILITY for one SOL, such as 1500')
      .optional()
      .describe('the most UTILITY that it pays for one SOL; 0 buys nothing [none; localnet: 2000]'),
    ROUNDS: z
      .string()
      .transform((text, context) => {
        try {
          return readSeries(text)
        } catch (error) {
          context.addIssue((error as Error).message)
          return z.NEVER
        }
      })
      .optional()
      .describe(
        "series to open: number, feed, length, currency; `1:SOL/USD:5m:SOL,2:BTC/USD:1h:SOL` [the localnet's]",
      ),
    ROUNDS_KEYPAIR: z
      .string()
      .optional()
      .describe(
        "keypair file of the wallet that opens rounds; the keeper can spend everything in it [the localnet's]",
      ),
    KEEPER_PORT: port.optional().describe('port of its `/metrics` and `/health` [8920; in npm start none]'),
    KEEPER_HOST: z.string().default('127.0.0.1').describe('address of its `/metrics` and `/health`'),
    ...LOG_SETTINGS,
    ...METRICS_SETTINGS,
    ...NODE_SETTINGS,
    ...SOURCE_SETTINGS,
  })
  .superRefine(checkNodes)

export type KeeperConfig = z.output<typeof KeeperSettings>

/** The keeper's options that do not depend on the chain it works on. */
export function keeperOptions(config: KeeperConfig) {
  return {
    yellowstone: yellowstoneOf(config),
    priorityFee: config.KEEPER_PRIORITY_FEE,
    maxPriorityFee: config.KEEPER_MAX_PRIORITY_FEE,
    atLoss: config.KEEPER_AT_LOSS,
    minBalance: config.KEEPER_MIN_BALANCE,
    retentionSeconds: config.KEEPER_RETENTION_SECONDS,
    shard: config.KEEPER_SHARD,
  } satisfies Partial<KeeperOptions>
}

/**
 * Reads how the keeper buys in the burn auction; `undefined` if it does not.
 *
 * @param local - the default on a localnet
 * @throws Error if one of `BURN_KEYPAIR` and `BURN_MAX_PRICE` is missing, or the file holds no keypair
 */
export async function readBurn(
  { BURN_KEYPAIR: path, BURN_MAX_PRICE: maxPrice }: KeeperConfig,
  local?: BurnOptions,
): Promise<BurnOptions | undefined> {
  if (path === undefined) {
    if (local) return { wallet: local.wallet, maxPrice: maxPrice ?? local.maxPrice }
    if (maxPrice === undefined) return undefined
    throw new Error('BURN_KEYPAIR: is missing; set it to the keypair file of the wallet that holds UTILITY')
  }
  if (maxPrice === undefined) {
    throw new Error('BURN_MAX_PRICE: is missing; set it to the most UTILITY to pay for one SOL')
  }
  return { wallet: await readKeypair('BURN_KEYPAIR', path), maxPrice }
}

/**
 * Reads which rounds the keeper opens; `undefined` if none.
 *
 * @param local - the default on a localnet
 * @throws Error if one of `ROUNDS` and `ROUNDS_KEYPAIR` is missing, or the file holds no keypair
 */
export async function readRounds(
  { ROUNDS: series, ROUNDS_KEYPAIR: path }: KeeperConfig,
  local?: RoundsOptions,
): Promise<RoundsOptions | undefined> {
  if (path === undefined) {
    if (local) return { wallet: local.wallet, series: series ?? local.series }
    if (series === undefined) return undefined
    throw new Error('ROUNDS_KEYPAIR: is missing; set it to the keypair file of the wallet that opens rounds')
  }
  if (series === undefined) {
    throw new Error('ROUNDS: is missing; set it to the series to open, such as 1:SOL/USD:5m:SOL')
  }
  return { wallet: await readKeypair('ROUNDS_KEYPAIR', path), series }
}

/**
 * Reads the keypairs of the wallets that pay for transactions.
 *
 * @throws Error if `KEEPER_KEYPAIRS` is missing or one of its files holds no keypair
 */
export async function readPayers({ KEEPER_KEYPAIRS }: KeeperConfig): Promise<Keypair[]> {
  if (!KEEPER_KEYPAIRS) {
    throw new Error('KEEPER_KEYPAIRS: is missing; set it to the keypair files of the wallets that pay')
  }
  return Promise.all(KEEPER_KEYPAIRS.map((path) => readKeypair('KEEPER_KEYPAIRS', path)))
}
