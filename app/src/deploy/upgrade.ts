// Prepares an upgrade: writes the new code to a buffer that only the program's upgrade authority can deploy.

import { PredictionMarketClient } from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import { type BufferInput, writeProgramBuffer } from './buffer.ts'
import { decodeBuffer, decodeProgramData, type ProgramData, programDataAddress } from './loader.ts'
import { extendProgram, setBufferAuthority } from './loader-instructions.ts'
import { isSame } from './program.ts'

/** An upgrade to prepare. The deployer pays, and needs no right over the program. */
export interface UpgradeInput extends BufferInput {
  program: PublicKey
}

/** An upgrade that its authority can carry out. */
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
  if (extendedBy > 0) await client.send([extendProgram({ payer, program, bytes: extendedBy })])

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
