// Deploys a program with the upgradeable loader, in chunks.

import { PredictionMarketClient, TransactionFailedError } from '@prediction-market/sdk'
import type { Keypair } from '@solana/web3.js'
import { type BufferInput, writeProgramBuffer } from './buffer.ts'
import { decodeProgramData, PROGRAM_SIZE, programDataAddress } from './loader.ts'
import { deployBuffer } from './loader-instructions.ts'

/** A program to deploy. The deployer pays for it and may upgrade it. */
export interface Upload extends BufferInput {
  /** The key of the program's address. */
  program: Keypair
}

/** Milliseconds to wait for the next slot. */
const NEXT_SLOT_MS = 60_000

/**
 * Deploys a program with the upgradeable loader: its code is written to a buffer in chunks, and deployed from there.
 * After an interruption, a run with the same code and deployer continues where the last one stopped.
 *
 * @throws Error if the deployer cannot pay for it, or chunks could not be written
 */
export async function uploadProgram(upload: Upload): Promise<void> {
  const { connection, deployer, program, code, progress = () => {} } = upload
  const client = new PredictionMarketClient(connection, {
    signer: deployer,
    priorityFee: upload.priorityFee,
  })
  const buffer = await writeProgramBuffer(upload)
  const payer = deployer.publicKey

  progress('activating')
  const lamports = await connection.getMinimumBalanceForRentExemption(PROGRAM_SIZE)
  const deploy = deployBuffer({
    payer,
    program: program.publicKey,
    buffer,
    upgradeAuthority: payer,
    lamports,
    maxLength: code.length,
  })
  await client.send(deploy, { signers: [program] }).catch(explainVersion)
  await untilItRuns(upload)
}

/** Explains the loader's refusal of an SBPF version. */
function explainVersion(error: unknown): never {
  const logs = error instanceof TransactionFailedError ? error.logs.join('\n') : ''
  if (!logs.includes('sbpf_version required by the executable')) throw error
  throw new Error(
    'This chain does not accept programs of this SBPF version: build the program for a later one',
    {
      cause: error,
    },
  )
}

/** Waits until the program can be called: from the slot after its deployment. */
async function untilItRuns({ connection, program }: Upload): Promise<void> {
  const account = await connection.getAccountInfo(programDataAddress(program.publicKey))
  if (!account) throw new Error('The program was deployed, but its program data account does not exist')
  const { slot } = decodeProgramData(account.data)
  for (const deadline = Date.now() + NEXT_SLOT_MS; ; ) {
    if (BigInt(await connection.getSlot('confirmed')) > slot) return
    if (Date.now() > deadline)
      throw new Error(`No slot after ${slot} within ${NEXT_SLOT_MS / 1_000} seconds: is the node stuck?`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
