// Plans an upgrade of the program, and says which code a transaction replaces by which.

import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  type Connection,
  type PublicKey,
  TransactionMessage,
  type VersionedTransaction,
} from '@solana/web3.js'
import { upgradeOf, upgradeProgram } from '../deploy/loader-instructions.ts'
import { hashOfCode } from '../deploy/program.ts'
import { sha256 } from '../deploy/sources.ts'
import { readBuffer, readProgramData } from '../deploy/upload.ts'

/**
 * Plans an upgrade to the code of a buffer.
 *
 * @throws Error that says why the program cannot be upgraded to it
 */
export async function planUpgrade(connection: Connection, buffer: PublicKey) {
  const { upgradeAuthority, code } = await readProgramData(connection, PROGRAM_ID)
  if (!upgradeAuthority) throw new Error('The program is final and cannot be upgraded')
  const next = await readBuffer(connection, buffer)
  if (!next.authority?.equals(upgradeAuthority)) {
    const found = next.authority?.toBase58() ?? 'none'
    throw new Error(
      `The authority of the buffer must be the upgrade authority ${upgradeAuthority.toBase58()}, is ${found}`,
    )
  }
  if (next.code.length > code.length) {
    throw new Error(
      `The program has room for ${code.length} bytes, the buffer has ${next.code.length}: run npm run deploy -- --buffer`,
    )
  }
  const instruction = upgradeProgram({ program: PROGRAM_ID, buffer, upgradeAuthority })
  return { signer: upgradeAuthority, instruction }
}

/**
 * What a transaction changes in the program's code. Also for a transaction that somebody else has built.
 *
 * @returns one text an upgrade, with the SHA-256 of the code before, without the zeros after it, and of the buffer
 */
export async function upgradesOf(
  connection: Connection,
  transaction: VersionedTransaction,
): Promise<string[]> {
  const { instructions } = TransactionMessage.decompile(transaction.message)
  const upgrades = instructions.map(upgradeOf).filter((upgrade) => upgrade !== null)
  return Promise.all(
    upgrades.map(async ({ program, buffer }) => {
      const { code } = await readProgramData(connection, program)
      const next = await readBuffer(connection, buffer)
      return `code of ${program.toBase58()}: sha256 ${hashOfCode(code)} → ${sha256(next.code)}`
    }),
  )
}
