import { homedir } from 'node:os'
import { join } from 'node:path'
import { MAX_ATTESTORS, MAX_QUORUM, PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { z } from 'zod'
import { readKeypair } from '../runtime/keypair.ts'
import { address, type Environment, list, readSettings, url, whole } from '../runtime/settings.ts'
import { PROGRAM_PATH, PUBLIC_PROGRAM_KEYPAIR, readProgram } from './program.ts'
import { checkVoidDelay, PROGRAM_SETTINGS, toSettings } from './settings.ts'
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
    .default(PROGRAM_PATH)
    .describe('file of the built program [sdk/program/prediction_market.so]'),
  PROGRAM_KEYPAIR: z
    .string()
    .optional()
    .describe("keypair file of the program's address [the localnet's, which is public]"),
}

const CONFIGURATION = {
  UTILITY_MINT: address.optional().describe('mint of UTILITY, which never changes [a new mint]'),
  UTILITY_DECIMALS: whole(0, 18).default(6).describe('decimals of a new mint [6]'),
  TREASURY: address.optional().describe('wallet that gets the developer share [the deployer]'),
  ...PROGRAM_SETTINGS,
}

const ATTESTOR_SETTINGS = {
  ATTESTORS: list
    .pipe(z.array(address).max(MAX_ATTESTORS, `must be at most ${MAX_ATTESTORS} addresses`))
    .refine((keys) => new Set(keys.map(String)).size === keys.length, 'must not name an address twice')
    .optional()
    .describe('addresses of the first attestor set, separated by commas [none]'),
  ATTESTOR_THRESHOLD: whole(1, MAX_QUORUM)
    .optional()
    .describe(`attestors that must sign, at most ${MAX_QUORUM} [more than half]`),
}

/** The command's settings, grouped as in its help. */
export const SETTING_GROUPS = {
  'The chain': CHAIN,
  'The program, deployed if it is not there': PROGRAM,
  'The configuration, created if there is none; afterwards the admin changes it with update_config':
    CONFIGURATION,
  'The first attestor set, for markets about holders and events': ATTESTOR_SETTINGS,
}

const DeploySettings = z
  .object({ ...CHAIN, ...PROGRAM, ...CONFIGURATION, ...ATTESTOR_SETTINGS })
  .superRefine(checkVoidDelay)
  .superRefine(checkThreshold)

/** A deployment by the command. */
export interface DeployOptions extends Omit<SetUpInput, 'connection' | 'program' | 'report'> {
  rpcUrl: string
  /** The keypair of the program's address, which a first deployment needs. */
  programKey: Keypair
  /** The built program. */
  code: Uint8Array
}

/**
 * Reads the settings of the deploy command from environment variables.
 *
 * @throws Error that lists every invalid variable and what it must be, or names a file that cannot be read
 */
export async function readOptions(environment: Environment): Promise<DeployOptions> {
  const read = readSettings(DeploySettings, environment)
  const { ATTESTORS, PRIORITY_FEE, UTILITY_DECIMALS } = read
  const deployer = await readKeypair('KEYPAIR', read.KEYPAIR)
  const settings = toSettings(read, read.TREASURY ?? deployer.publicKey)
  // Checks the smallest bet in UTILITY of a new mint before anything is deployed.
  if (!read.UTILITY_MINT) settings(UTILITY_DECIMALS)
  return {
    rpcUrl: read.RPC_URL,
    deployer,
    attestors: ATTESTORS
      ? { keys: ATTESTORS, threshold: read.ATTESTOR_THRESHOLD ?? majority(ATTESTORS) }
      : null,
    utilityMint: read.UTILITY_MINT ?? { key: Keypair.generate(), decimals: UTILITY_DECIMALS },
    settings,
    priorityFee: PRIORITY_FEE ? BigInt(PRIORITY_FEE) : undefined,
    programKey: await readProgramKey(read.PROGRAM_KEYPAIR),
    code: await readProgram(read.PROGRAM),
  }
}

function majority(keys: readonly PublicKey[]): number {
  return Math.floor(keys.length / 2) + 1
}

/** Refuses a threshold that the attestors cannot reach or a transaction cannot carry. */
function checkThreshold(
  { ATTESTORS, ATTESTOR_THRESHOLD }: z.output<z.ZodObject<typeof ATTESTOR_SETTINGS>>,
  context: z.RefinementCtx,
): void {
  const refuse = (message: string) =>
    context.addIssue({ code: 'custom', path: ['ATTESTOR_THRESHOLD'], message })
  if (!ATTESTORS) {
    if (ATTESTOR_THRESHOLD !== undefined) refuse('is set, but ATTESTORS is not')
  } else if (ATTESTOR_THRESHOLD === undefined) {
    if (majority(ATTESTORS) <= MAX_QUORUM) return
    refuse(
      `is missing: a transaction carries ${MAX_QUORUM} signatures, not a majority of ${ATTESTORS.length}`,
    )
  } else if (ATTESTOR_THRESHOLD > ATTESTORS.length) {
    refuse(`must be at most the number of ATTESTORS, ${ATTESTORS.length}, got ${ATTESTOR_THRESHOLD}`)
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
