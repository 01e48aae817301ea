// Reads the settings of the deploy command.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { ATTESTOR_SET_SIZES } from '@prediction-market/sdk/rules'
import { NATIVE_MINT, NATIVE_MINT_2022 } from '@solana/spl-token'
import { Keypair } from '@solana/web3.js'
import { z } from 'zod'
import {
  address,
  type Environment,
  flag,
  list,
  readKeypair,
  readSettings,
  url,
  whole,
} from '../runtime/settings.ts'
import { PUBLIC_PROGRAM_KEYPAIR, readProgram } from './program.ts'
import { AUCTION_SETTINGS, checkVoidDelay, PROGRAM_SETTINGS, toAuction, toSettings } from './settings.ts'
import type { SetUpInput } from './types.ts'

const CHAIN = {
  RPC_URL: url('https://api.devnet.solana.com')
    .default('http://127.0.0.1:8899')
    .describe('URL of the node [http://127.0.0.1:8899]'),
  KEYPAIR: z
    .string()
    .default(join(homedir(), '.config', 'solana', 'id.json'))
    .describe('keypair file of the deployer, who pays and becomes admin [~/.config/solana/id.json]'),
  PRIORITY_FEE: whole(0, 100_000_000).optional().describe('micro-lamports for each compute unit [none]'),
}

const PROGRAM = {
  PROGRAM: z
    .string()
    .optional()
    .describe('file of the built program [the one of sdk/program/ with the SBPF version of the cluster]'),
  PROGRAM_KEYPAIR: z
    .string()
    .optional()
    .describe("keypair file of the program's address [the localnet's, which is public]"),
}

/** The wrapped SOL of either token program. */
const WRAPPED_SOL = [NATIVE_MINT, NATIVE_MINT_2022]

const CONFIGURATION = {
  UTILITY_MINT: address
    .refine(
      (mint) => !WRAPPED_SOL.some((native) => native.equals(mint)),
      'must not be wrapped SOL, which cannot be burned',
    )
    .optional()
    .describe('mint of UTILITY, which never changes; not wrapped SOL [a new mint]'),
  ALLOW_MINT_AUTHORITY: flag
    .default(false)
    .describe(
      "whether UTILITY may have a mint authority, who can buy the fee vault's SOL for nothing; a new mint has one [0]",
    ),
  UTILITY_DECIMALS: whole(0, 18).default(6).describe('decimals of a new mint [6]'),
  TREASURY: address.optional().describe('wallet that gets the developer share [the deployer]'),
  ...PROGRAM_SETTINGS,
}

const ATTESTOR_SETTINGS = {
  ATTESTORS: list
    .pipe(z.array(address))
    .refine((keys) => new Set(keys.map(String)).size === keys.length, 'must not name an address twice')
    .refine(
      (keys) => ATTESTOR_SET_SIZES.includes(keys.length),
      'must be 4, 5, 7 or 8 addresses: more than two thirds of them, but never all, must sign',
    )
    .optional()
    .describe('addresses of the first attestor set, 4, 5, 7 or 8, separated by commas [none]'),
}

/** The command's settings, grouped as in its help. */
export const SETTING_GROUPS = {
  'The chain': CHAIN,
  'The program, deployed if it does not exist': PROGRAM,
  'The configuration, created if there is none; afterwards the admin changes it with update_config':
    CONFIGURATION,
  'The burn auction; these settings can never be changed': AUCTION_SETTINGS,
  'The first attestor set, for markets about holders and events': ATTESTOR_SETTINGS,
}

const DeploySettings = z
  .object({ ...CHAIN, ...PROGRAM, ...CONFIGURATION, ...AUCTION_SETTINGS, ...ATTESTOR_SETTINGS })
  .superRefine(checkVoidDelay)

export interface DeployOptions extends Omit<SetUpInput, 'connection' | 'program' | 'report'> {
  rpcUrl: string
  /** The keypair of the program's address, which a first deployment needs. */
  programKey: Keypair
  /** The built program; the SDK's if `null`. */
  code: Uint8Array | null
}

/**
 * Reads the settings of the deploy command from environment variables.
 *
 * @throws Error that lists every invalid variable and what it must be, or names a file that cannot be read
 */
export async function readOptions(environment: Environment): Promise<DeployOptions> {
  const read = readSettings(DeploySettings, environment)
  const { UTILITY_DECIMALS } = read
  const common = await toCommon(read)
  const settings = toSettings(read, read.TREASURY ?? common.deployer.publicKey)
  const auction = toAuction(read)
  // Checks the amounts in UTILITY of a new mint before anything is deployed.
  if (!read.UTILITY_MINT) {
    settings(UTILITY_DECIMALS)
    auction(UTILITY_DECIMALS)
  }
  return {
    ...common,
    attestors: read.ATTESTORS ?? null,
    utilityMint: read.UTILITY_MINT ?? { key: Keypair.generate(), decimals: UTILITY_DECIMALS },
    settings,
    auction,
    allowMintAuthority: read.ALLOW_MINT_AUTHORITY,
    programKey: await readProgramKey(read.PROGRAM_KEYPAIR),
  }
}

const BufferSettings = z.object({ ...CHAIN, PROGRAM: PROGRAM.PROGRAM })

export type BufferOptions = Pick<DeployOptions, 'rpcUrl' | 'deployer' | 'priorityFee' | 'code'>

/**
 * Reads the settings of `--buffer` from environment variables.
 *
 * @throws Error as {@link readOptions}
 */
export async function readBufferOptions(environment: Environment): Promise<BufferOptions> {
  return toCommon(readSettings(BufferSettings, environment))
}

async function toCommon(read: z.output<typeof BufferSettings>): Promise<BufferOptions> {
  const { RPC_URL, KEYPAIR, PRIORITY_FEE, PROGRAM } = read
  return {
    rpcUrl: RPC_URL,
    deployer: await readKeypair('KEYPAIR', KEYPAIR),
    priorityFee: PRIORITY_FEE ? BigInt(PRIORITY_FEE) : undefined,
    code: PROGRAM === undefined ? null : await readProgram(PROGRAM),
  }
}

/** The keypair of the program's address; the public one by default. */
async function readProgramKey(path: string | undefined): Promise<Keypair> {
  const key = path === undefined ? PUBLIC_PROGRAM_KEYPAIR : await readKeypair('PROGRAM_KEYPAIR', path)
  if (key.publicKey.equals(PROGRAM_ID)) return key
  const id = PROGRAM_ID.toBase58()
  throw new Error(
    `PROGRAM_KEYPAIR: must be the keypair of the program's id ${id}, got ${key.publicKey.toBase58()}`,
  )
}

const NAMES = Object.values(SETTING_GROUPS).flatMap((settings) => Object.keys(settings))
const WIDTH = Math.max(...NAMES.map((name) => name.length))

/** The text of `--help`, made of the descriptions of all settings. */
export const HELP = `Deploys and configures the prediction market program. A second run changes nothing.

  npm run deploy
  npm run deploy -- --buffer    prepares an upgrade of the deployed program: writes the built one to a buffer, for
                                its upgrade authority, who continues with npm run admin -- upgrade BUFFER. Takes
                                RPC_URL, KEYPAIR, PRIORITY_FEE and PROGRAM

Settings are environment variables, with their defaults in brackets.

${Object.entries(SETTING_GROUPS)
  .map(([title, settings]) => `${title}\n${table(settings)}`)
  .join('\n\n')}`

function table(settings: Record<string, { description?: string | undefined }>): string {
  return Object.entries(settings)
    .map(([name, { description }]) => `  ${name.padEnd(WIDTH)}  ${description}`)
    .join('\n')
}
