// Finds, reads and deploys the built program.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { type Connection, Keypair, PublicKey } from '@solana/web3.js'
import { decodeProgramData, PROGRAM_DATA_HEADER, programDataAddress, UPGRADEABLE_LOADER } from './loader.ts'
import { checkSources, ROOT, sha256 } from './sources.ts'
import { joinText, type SetUpInput, type Step } from './types.ts'

/** The built program that comes with the SDK: SBPF v3. */
export const PROGRAM_PATH = builtProgram('prediction_market.so')

/** The same in SBPF v0, for clusters that do not accept v3 yet. */
export const PROGRAM_V0_PATH = builtProgram('prediction_market-v0.so')

/** The feature that lets a cluster deploy and run SBPF v3, `enable_sbpf_v3_deployment_and_execution`. */
const SBPF_V3_FEATURE = new PublicKey('5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC')

/** The keypair of the program's id, derived from a public label: anyone can deploy the program to a new chain. */
export const PUBLIC_PROGRAM_KEYPAIR = Keypair.fromSeed(
  createHash('sha256').update('prediction-market localnet: program').digest(),
)

const HEADER = { commitment: 'confirmed', dataSlice: { offset: 0, length: PROGRAM_DATA_HEADER } } as const

const ELF_MAGIC = Buffer.from('\x7fELF', 'latin1')

/**
 * Reads a built program.
 *
 * @throws Error that names the file, if it is missing, not a program, or older than the sources of this clone
 */
export async function readProgram(path: string): Promise<Buffer> {
  const code = await readFile(path).catch((cause: Error) => {
    throw new Error(`Cannot read the program ${path}: ${cause.message}`, { cause })
  })
  if (!code.subarray(0, ELF_MAGIC.length).equals(ELF_MAGIC))
    throw new Error(`${path} is not a built program: it is not an ELF file`)
  checkSources(path)
  return code
}

/**
 * The file of the built program that a cluster accepts. Clusters with SIMD-0500 refuse SBPF below v3, older ones refuse
 * v3.
 */
export async function programFor(connection: Connection): Promise<string> {
  const feature = await connection.getAccountInfo(SBPF_V3_FEATURE, 'confirmed')
  // The account exists from the proposal on; its first byte says whether an activation slot follows.
  return feature?.data[0] === 1 ? PROGRAM_PATH : PROGRAM_V0_PATH
}

/** Deploys the program unless there is one at its address. */
export async function ensureProgram({
  connection,
  program,
}: Pick<SetUpInput, 'connection' | 'program'>): Promise<{ step: Step; upgradeAuthority: PublicKey | null }> {
  const exists = await isDeployed(connection)
  if (!exists) await program.deploy()

  const address = programDataAddress(PROGRAM_ID)
  const account = await connection.getAccountInfo(address, exists ? 'confirmed' : HEADER)
  if (!account)
    throw new Error(`The program ${PROGRAM_ID.toBase58()} was closed and cannot be deployed again`)
  const { upgradeAuthority, code } = decodeProgramData(account.data)
  const text = joinText(
    PROGRAM_ID.toBase58(),
    `upgrade authority ${upgradeAuthority?.toBase58() ?? 'none'}`,
    exists && !isSame(code, program.code)
      ? 'its code differs from the file: --buffer prepares an upgrade'
      : undefined,
  )
  return { step: { name: 'program', changed: !exists, text }, upgradeAuthority }
}

async function isDeployed(connection: Connection): Promise<boolean> {
  const account = await connection.getAccountInfo(PROGRAM_ID, 'confirmed')
  if (!account || account.data.length === 0) return false
  if (account.owner.equals(UPGRADEABLE_LOADER)) return true
  throw new Error(
    `${PROGRAM_ID.toBase58()} is not a program of the upgradeable loader: its owner is ${account.owner.toBase58()}`,
  )
}

/** Whether a deployed program has this code; the space after it is filled with zeros. */
export function isSame(deployed: Buffer, code: Uint8Array): boolean {
  const rest = deployed.subarray(code.length)
  return deployed.subarray(0, code.length).equals(code) && rest.every((byte) => byte === 0)
}

/** The SHA-256 of deployed code, without the zeros after it. */
export function hashOfCode(deployed: Buffer): string {
  let end = deployed.length
  while (end > 0 && deployed[end - 1] === 0) end -= 1
  return sha256(deployed.subarray(0, end))
}

function builtProgram(name: string): string {
  return join(ROOT, 'sdk/program', name)
}
