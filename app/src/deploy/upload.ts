// Deploys a program with the upgradeable loader, or prepares an upgrade: the code is written to a buffer, in chunks.

import { PredictionMarketClient, TransactionFailedError } from '@prediction-market/sdk'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { type BufferInput, writeProgramBuffer } from './buffer.ts'
import {
  decodeBuffer,
  decodeProgramData,
  PROGRAM_SIZE,
  type ProgramData,
  programDataAddress,
} from './loader.ts'
import { deployBuffer, extendProgram, setBufferAuthority } from './loader-instructions.ts'
import { isSame } from './program.ts'

/** A program to deploy. The deployer pays for it and may upgrade it. */
export interface Upload extends BufferInput {
  /** The key of the program's address. */
  program: Keypair
}

const NEXT_SLOT_MS = 60_000

/**
 * Deploys a program with the upgradeable loader: its code is written to a buffer in chunks, and deployed from there.
 * After an interruption, a run with the same code and deployer continues where the last one stopped.
 *
 * @throws Error if the deployer cannot pay for it, or chunks could not be written
 */
export async function uploadProgram(upload: Upload): Promise<void> {
  const { connection, deployer, program, code, progress = () => {} } = upload
  const client = new PredictionMarketClient(connection, { signer: deployer, priorityFee: upload.priorityFee })
  const buffer = await writeProgramBuffer(upload)
  const payer = deployer.publicKey

  progress('activating')
  const lamports = await connection.getMinimumBalanceForRentExemption(PROGRAM_SIZE)
  const deploy = deployBuffer({ payer, program: program.publicKey, buffer }, lamports, code.length)
  await client.send(deploy, { signers: [program] }).catch(explainVersion)
  await untilItRuns(upload)
}

function explainVersion(error: unknown): never {
  const logs = error instanceof TransactionFailedError ? error.logs.join('\n') : ''
  if (!logs.includes('sbpf_version required by the executable')) throw error
  const reason = 'This chain does not accept programs of this SBPF version: build the program for a later one'
  throw new Error(reason, { cause: error })
}

/** Waits until the program can be called: from the slot after its deployment. */
async function untilItRuns({ connection, program }: Upload): Promise<void> {
  const { slot } = await readProgramData(connection, program.publicKey)
  for (const deadline = Date.now() + NEXT_SLOT_MS; ; ) {
    if (BigInt(await connection.getSlot('confirmed')) > slot) return
    if (Date.now() > deadline)
      throw new Error(`No slot after ${slot} within ${NEXT_SLOT_MS / 1_000} seconds: is the node stuck?`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** An upgrade to prepare. The deployer pays, and needs no right over the program. */
export interface UpgradeInput extends BufferInput {
  program: PublicKey
}

export interface PreparedUpgrade {
  buffer: PublicKey
  upgradeAuthority: PublicKey
  /** Bytes that were added for the program's code; 0 if it had room. */
  extendedBy: number
}

/** The fewest bytes that a program can be extended by. */
const MIN_EXTENSION = 10_240

/**
 * Writes the new code of a deployed program to a buffer, makes room for it and hands the buffer to the program's upgrade
 * authority. The program itself stays as it is. After an interruption, it continues where it stopped.
 *
 * @returns `null` if the program has this code already
 * @throws Error if there is no such program, or it is final
 */
export async function prepareUpgrade(input: UpgradeInput): Promise<PreparedUpgrade | null> {
  const { connection, deployer, program, code } = input
  const { upgradeAuthority, code: deployed } = await readProgramData(connection, program)
  if (!upgradeAuthority) throw new Error(`The program ${program.toBase58()} is final and cannot be upgraded`)
  if (isSame(deployed, code)) return null

  const client = new PredictionMarketClient(connection, { signer: deployer, priorityFee: input.priorityFee })
  const payer = deployer.publicKey
  const missing = code.length - deployed.length
  const extendedBy = missing > 0 ? Math.max(missing, MIN_EXTENSION) : 0
  if (extendedBy > 0) await client.send([extendProgram({ payer, program }, extendedBy)])

  const buffer = await writeProgramBuffer(input)
  const { authority } = await readBuffer(connection, buffer)
  if (!authority?.equals(upgradeAuthority)) {
    await client.send([setBufferAuthority({ buffer, authority: payer, newAuthority: upgradeAuthority })])
  }
  return { buffer, upgradeAuthority, extendedBy }
}

/**
 * Reads the code and the upgrade authority of a deployed program.
 *
 * @throws Error if there is no such program
 */
export async function readProgramData(connection: Connection, program: PublicKey): Promise<ProgramData> {
  const account = await connection.getAccountInfo(programDataAddress(program), 'confirmed')
  if (!account) throw new Error(`There is no program of the upgradeable loader at ${program.toBase58()}`)
  return decodeProgramData(account.data)
}

/**
 * Reads a buffer.
 *
 * @throws Error if there is none at that address
 */
export async function readBuffer(connection: Connection, buffer: PublicKey) {
  const account = await connection.getAccountInfo(buffer, 'confirmed')
  if (!account) throw new Error(`There is no buffer at ${buffer.toBase58()}`)
  return decodeBuffer(account.data)
}
