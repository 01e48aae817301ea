import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import { decodeProgramData, PROGRAM_DATA_HEADER, programDataAddress, UPGRADEABLE_LOADER } from './loader.ts'
import type { Step } from './set-up.ts'

/** Where the program comes from. */
export interface ProgramSource {
  /** The built program. */
  code: Uint8Array
  /** Puts it at its address, with the deployer as its upgrade authority. */
  deploy(): Promise<void>
}

const AUTHORITY = { commitment: 'confirmed', dataSlice: { offset: 0, length: PROGRAM_DATA_HEADER } } as const

/** The built program, as it comes with the SDK. */
export const PROGRAM_PATH = fileURLToPath(
  new URL('../../../sdk/program/prediction_market.so', import.meta.url),
)

const ELF_MAGIC = Buffer.from('\x7fELF', 'latin1')

/**
 * Reads a built program.
 *
 * @throws Error if the file is missing or something else; it names the file
 */
export async function readProgram(path: string): Promise<Buffer> {
  const code = await readFile(path).catch((cause: Error) => {
    throw new Error(`Cannot read the program ${path}: ${cause.message}`, { cause })
  })
  if (code.subarray(0, ELF_MAGIC.length).equals(ELF_MAGIC)) return code
  throw new Error(`${path} is not a built program: it does not start as an ELF file does`)
}

/** Deploys the program unless there is one at its address. */
export async function ensureProgram(input: {
  connection: Connection
  program: ProgramSource
}): Promise<{ step: Step; upgradeAuthority: PublicKey | null }> {
  const { connection, program } = input
  const isThere = await isDeployed(connection)
  if (!isThere) await program.deploy()

  const address = programDataAddress(PROGRAM_ID)
  const account = await connection.getAccountInfo(address, isThere ? 'confirmed' : AUTHORITY)
  if (!account) throw new Error(`The program ${PROGRAM_ID.toBase58()} has been closed and cannot come back`)
  const { upgradeAuthority, code } = decodeProgramData(account.data)
  const differs = isThere && !isSame(code, program.code)
  const text = [
    PROGRAM_ID.toBase58(),
    `upgrade authority ${upgradeAuthority?.toBase58() ?? 'nobody'}`,
    differs ? 'its code is not that of the file; upgrading is not done here' : undefined,
  ]
  return { step: { name: 'program', changed: !isThere, text: sentence(text) }, upgradeAuthority }
}

async function isDeployed(connection: Connection): Promise<boolean> {
  const account = await connection.getAccountInfo(PROGRAM_ID, 'confirmed')
  if (!account || account.data.length === 0) return false
  if (account.owner.equals(UPGRADEABLE_LOADER)) return true
  throw new Error(
    `${PROGRAM_ID.toBase58()} is no program of the upgradeable loader: its owner is ${account.owner.toBase58()}`,
  )
}

/** Whether a deployed program is that code; the room after it is filled with zeros. */
function isSame(deployed: Buffer, code: Uint8Array): boolean {
  const { length } = code
  return deployed.subarray(0, length).equals(code) && deployed.subarray(length).every((byte) => byte === 0)
}

/** The parts that there are, as one line. */
export function sentence(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('; ')
}
