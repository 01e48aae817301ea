import { homedir } from 'node:os'
import { join } from 'node:path'
import { MAX_QUORUM, PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { LOCALNET_KEYS } from '../localnet/keys.ts'
import type { WantedAttestors } from './attestors.ts'
import { address, addresses, type Environment, integer, SettingError, text } from './environment.ts'
import { readKeypair } from './keypair.ts'
import { PROGRAM_PATH, readProgram } from './program.ts'
import type { SetUpInput } from './set-up.ts'
import { readSettings } from './settings.ts'

/** What the command does, and to which chain. */
export interface DeployOptions extends Omit<SetUpInput, 'connection' | 'program' | 'report'> {
  rpcUrl: string
  /** The key of the program's address; only a first deployment needs it. */
  programKey: Keypair
  /** The built program. */
  code: Uint8Array
}

const MAX_ATTESTORS = 16

/**
 * What the environment asks for; see `help.ts` for the variables.
 *
 * @throws SettingError for the first that makes no sense
 */
export async function readOptions(environment: Environment): Promise<DeployOptions> {
  const rpcUrl = readUrl(environment)
  const attestors = readAttestors(environment)
  const utilityMint = address(environment, 'UTILITY_MINT') ?? {
    key: Keypair.generate(),
    decimals: integer(environment, 'UTILITY_DECIMALS', 6, { minimum: 0, maximum: 18 }),
  }
  const priorityFee = integer(environment, 'PRIORITY_FEE', 0, { minimum: 0, maximum: 100_000_000 })
  const deployer = await readKeypair('KEYPAIR', text(environment, 'KEYPAIR') ?? defaultKeypair())
  const treasury = address(environment, 'TREASURY') ?? deployer.publicKey
  const settings = readSettings(environment, treasury)
  // A minimum stake that makes no sense is found here, not after the program has been deployed.
  if ('decimals' in utilityMint) settings(utilityMint.decimals)
  return {
    ...{ rpcUrl, deployer, attestors, utilityMint, settings },
    priorityFee: priorityFee > 0 ? BigInt(priorityFee) : undefined,
    programKey: await readProgramKey(environment),
    code: await readProgram(text(environment, 'PROGRAM') ?? PROGRAM_PATH),
  }
}

function readUrl(environment: Environment): string {
  const url = text(environment, 'RPC_URL') ?? 'http://127.0.0.1:8899'
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new SettingError('RPC_URL', `must be an address that starts with http:// or https://, not ${url}`)
  }
  return url
}

function readAttestors(environment: Environment): WantedAttestors | null {
  const keys: PublicKey[] | undefined = addresses(environment, 'ATTESTORS')
  if (!keys) {
    if (text(environment, 'ATTESTOR_THRESHOLD') === undefined) return null
    throw new SettingError('ATTESTOR_THRESHOLD', 'is set, but ATTESTORS is not')
  }
  if (keys.length > MAX_ATTESTORS) {
    throw new SettingError('ATTESTORS', `must be at most ${MAX_ATTESTORS} addresses, not ${keys.length}`)
  }
  if (new Set(keys.map(String)).size < keys.length) {
    throw new SettingError('ATTESTORS', 'must not name the same address twice')
  }
  const range = { minimum: 1, maximum: Math.min(keys.length, MAX_QUORUM) }
  const majority = Math.floor(keys.length / 2) + 1
  if (majority > MAX_QUORUM && text(environment, 'ATTESTOR_THRESHOLD') === undefined) {
    const most = `a transaction carries ${MAX_QUORUM} signatures, which are not more than half of ${keys.length}`
    throw new SettingError('ATTESTOR_THRESHOLD', `must be chosen: ${most}`)
  }
  return { keys, threshold: integer(environment, 'ATTESTOR_THRESHOLD', majority, range) }
}

/** The public key of the localnet will do as long as the program has its address. */
async function readProgramKey(environment: Environment): Promise<Keypair> {
  const path = text(environment, 'PROGRAM_KEYPAIR')
  const key = path === undefined ? LOCALNET_KEYS.program : await readKeypair('PROGRAM_KEYPAIR', path)
  if (key.publicKey.equals(PROGRAM_ID)) return key
  const id = PROGRAM_ID.toBase58()
  if (path === undefined)
    throw new SettingError('PROGRAM_KEYPAIR', `must name the key of ${id}, the program's id`)
  throw new SettingError(
    'PROGRAM_KEYPAIR',
    `is the key of ${key.publicKey.toBase58()}, but the program's id is ${id}`,
  )
}

/** Where the Solana command line keeps its key. */
function defaultKeypair(): string {
  return join(homedir(), '.config', 'solana', 'id.json')
}
