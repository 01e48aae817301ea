// Writes a built program to a buffer of the upgradeable loader, in chunks.

import { createHash } from 'node:crypto'
import { formatAmount, PredictionMarketClient, SOL_DECIMALS } from '@prediction-market/sdk'
import { type Confirmation, compileTransaction } from '@prediction-market/sdk/transaction'
import { type Connection, Keypair, LAMPORTS_PER_SOL, type PublicKey } from '@solana/web3.js'
import { BUFFER_HEADER, decodeBuffer, UPGRADEABLE_LOADER } from './loader.ts'
import { createBuffer, writeBuffer } from './loader-instructions.ts'
import { broadcast, inGroups } from './transactions.ts'

export interface BufferInput {
  connection: Connection
  /** Pays for the buffer, and is its authority. */
  deployer: Keypair
  code: Uint8Array
  /** Micro-lamports offered for each compute unit; none by default. */
  priorityFee?: bigint | undefined
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
/** Lamports for the fees and for the rent of the program's account. */
const SPARE = LAMPORTS_PER_SOL / 10

/**
 * Writes a program to a buffer. After an interruption, a run with the same code and deployer continues where the last
 * one stopped.
 *
 * @returns the buffer's address
 * @throws Error if the deployer cannot pay for it, or chunks could not be written
 */
export async function writeProgramBuffer(input: BufferInput): Promise<PublicKey> {
  const { connection, deployer, code } = input
  const client = new PredictionMarketClient(connection, { signer: deployer, priorityFee: input.priorityFee })
  const buffer = bufferKey(input)
  const length = code.length
  const payer = deployer.publicKey

  const rent = await connection.getMinimumBalanceForRentExemption(BUFFER_HEADER + length)
  const account = await connection.getAccountInfo(buffer.publicKey)
  if (!account) {
    await requireFunds(input, rent + SPARE)
    const create = createBuffer({ payer, buffer: buffer.publicKey }, rent, length)
    await client.send(create, { signers: [buffer] })
  }
  await fill(input, buffer)
  return buffer.publicKey
}

/** The key of the buffer. It follows from deployer and code, so that a deployment can be continued. */
export function bufferKey({ deployer, code }: Pick<BufferInput, 'deployer' | 'code'>): Keypair {
  const hash = createHash('sha256').update('prediction-market buffer').update(deployer.secretKey).update(code)
  return Keypair.fromSeed(hash.digest())
}

/** Writes the chunks that are missing in the buffer, until none is. */
async function fill(input: BufferInput, buffer: Keypair): Promise<void> {
  const { connection, code, progress = () => {} } = input
  const chunks = Array.from({ length: Math.ceil(code.length / CHUNK) }, (_, index) => ({
    offset: index * CHUNK,
    bytes: code.subarray(index * CHUNK, (index + 1) * CHUNK),
  }))
  let reason = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await connection.getAccountInfo(buffer.publicKey)
    if (!account?.owner.equals(UPGRADEABLE_LOADER))
      throw new Error(`The buffer ${buffer.publicKey.toBase58()} has disappeared: run the command again`)
    const { code: written } = decodeBuffer(account.data)
    const missing = chunks.filter(({ offset, bytes }) => {
      return !written.subarray(offset, offset + bytes.length).equals(bytes)
    })
    if (missing.length === 0) return
    let done = chunks.length - missing.length
    for (const wave of inGroups(missing, WAVE)) {
      progress(`uploading: ${Math.floor((100 * done) / chunks.length)} % of ${code.length} bytes`)
      for (const confirmation of await write(input, buffer, wave)) {
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
  { connection, deployer, priorityFee }: BufferInput,
  { publicKey: buffer }: Keypair,
  chunks: { offset: number; bytes: Uint8Array }[],
): Promise<Confirmation[]> {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed')
  const authority = deployer.publicKey
  const transactions = chunks.map(({ offset, bytes }) => {
    const transaction = compileTransaction({
      payer: authority,
      instructions: [writeBuffer({ buffer, authority }, offset, bytes)],
      blockhash,
      computeUnits: WRITE_UNITS,
      priorityFee,
    })
    transaction.sign([deployer])
    return transaction
  })
  return broadcast(connection, transactions, lastValidBlockHeight)
}

async function requireFunds({ connection, deployer }: BufferInput, lamports: number): Promise<void> {
  const balance = await connection.getBalance(deployer.publicKey)
  if (balance >= lamports) return
  const sol = (amount: number) => formatAmount(BigInt(amount), SOL_DECIMALS)
  throw new Error(
    `${deployer.publicKey.toBase58()} holds ${sol(balance)} SOL, but the rent of the program takes ` +
      `${sol(lamports)} SOL: send it more`,
  )
}
