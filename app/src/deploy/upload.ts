// Deploys a program with the upgradeable loader, in chunks.

import { createHash } from 'node:crypto'
import {
  formatAmount,
  PredictionMarketClient,
  SOL_DECIMALS,
  TransactionFailedError,
} from '@prediction-market/sdk'
import { type Confirmation, compileTransaction } from '@prediction-market/sdk/transaction'
import { type Connection, Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import {
  BUFFER_HEADER,
  createBuffer,
  decodeBuffer,
  decodeProgramData,
  deployBuffer,
  PROGRAM_SIZE,
  programDataAddress,
  UPGRADEABLE_LOADER,
  writeBuffer,
} from './loader.ts'
import { broadcast, inGroups } from './transactions.ts'

/** A program to deploy. */
export interface Upload {
  connection: Connection
  /** Pays for it and may upgrade it. */
  deployer: Keypair
  /** The key of the program's address. */
  program: Keypair
  /** The built program. */
  code: Uint8Array
  /** Micro-lamports offered for each compute unit; none by default. */
  priorityFee?: bigint | undefined
  /** Called with the progress. */
  progress?: (text: string) => void
}

/** Bytes of code in a transaction, with a compute limit and a priority fee. */
const CHUNK = 900
/** The most transactions with one blockhash. */
const WAVE = 200
/** How often missing chunks are sent again. */
const ATTEMPTS = 5
/** The compute limit of a write, which takes less. */
const WRITE_UNITS = 5_000
/** Milliseconds to wait for the next slot. */
const NEXT_SLOT_MS = 60_000
/** Lamports for the fees and for the rent of the program's account. */
const SPARE = LAMPORTS_PER_SOL / 10

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
  const buffer = bufferKey(upload)
  const length = code.length
  const payer = deployer.publicKey

  const rent = await connection.getMinimumBalanceForRentExemption(BUFFER_HEADER + length)
  const account = await connection.getAccountInfo(buffer.publicKey)
  if (!account) {
    await requireFunds(upload, rent + SPARE)
    const create = { payer, buffer: buffer.publicKey, authority: payer, lamports: rent, length }
    await client.send(createBuffer(create), { signers: [buffer] })
  }
  await fill(upload, buffer)

  progress('activating')
  const lamports = await connection.getMinimumBalanceForRentExemption(PROGRAM_SIZE)
  const deploy = deployBuffer({
    payer,
    program: program.publicKey,
    buffer: buffer.publicKey,
    upgradeAuthority: payer,
    lamports,
    maxLength: length,
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

/** The key of the buffer. It follows from deployer and code, so that a deployment can be continued. */
function bufferKey({ deployer, code }: Upload): Keypair {
  const hash = createHash('sha256').update('prediction-market buffer').update(deployer.secretKey).update(code)
  return Keypair.fromSeed(hash.digest())
}

/** Writes the chunks that are missing in the buffer, until none is. */
async function fill(upload: Upload, buffer: Keypair): Promise<void> {
  const { connection, code, progress = () => {} } = upload
  const chunks = Array.from({ length: Math.ceil(code.length / CHUNK) }, (_, index) => ({
    offset: index * CHUNK,
    bytes: code.subarray(index * CHUNK, (index + 1) * CHUNK),
  }))
  let reason = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await connection.getAccountInfo(buffer.publicKey)
    if (!account?.owner.equals(UPGRADEABLE_LOADER))
      throw new Error(`The buffer ${buffer.publicKey.toBase58()} has disappeared: run the command again`)
    const written = decodeBuffer(account.data)
    const missing = chunks.filter(({ offset, bytes }) => {
      return !written.subarray(offset, offset + bytes.length).equals(bytes)
    })
    if (missing.length === 0) return
    let done = chunks.length - missing.length
    for (const wave of inGroups(missing, WAVE)) {
      progress(`uploading: ${Math.floor((100 * done) / chunks.length)} % of ${code.length} bytes`)
      for (const confirmation of await write(upload, buffer, wave)) {
        if (confirmation.status === 'confirmed') done += 1
        else reason = confirmation.error.message
      }
    }
  }
  throw new Error(
    `The program could not be uploaded in ${ATTEMPTS} attempts (${reason}): run the command again to continue`,
  )
}

async function write(
  { connection, deployer, priorityFee }: Upload,
  { publicKey: buffer }: Keypair,
  chunks: { offset: number; bytes: Uint8Array }[],
): Promise<Confirmation[]> {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed')
  const authority = deployer.publicKey
  const transactions = chunks.map(({ offset, bytes }) => {
    const transaction = compileTransaction({
      payer: authority,
      instructions: [writeBuffer({ buffer, authority, offset, bytes })],
      blockhash,
      computeUnits: WRITE_UNITS,
      priorityFee,
    })
    transaction.sign([deployer])
    return transaction
  })
  return broadcast(connection, transactions, lastValidBlockHeight)
}

async function requireFunds({ connection, deployer }: Upload, lamports: number): Promise<void> {
  const balance = await connection.getBalance(deployer.publicKey)
  if (balance >= lamports) return
  const sol = (amount: number) => formatAmount(BigInt(amount), SOL_DECIMALS)
  throw new Error(
    `${deployer.publicKey.toBase58()} holds ${sol(balance)} SOL, but the rent of the program takes ` +
      `${sol(lamports)} SOL: send it more`,
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
