import { createHash } from 'node:crypto'
import {
  type Confirmation,
  compileTransaction,
  formatAmount,
  PredictionMarketClient,
  SOL_DECIMALS,
  TransactionFailedError,
} from '@prediction-market/sdk'
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

/** A program to deploy by transactions, on any node. */
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
  /** Told how far it is. */
  progress?: (text: string) => void
}

/** Bytes of code a transaction: what fits beside a compute limit and a priority fee. */
const CHUNK = 900
/** Transactions in a row with one blockhash. */
const WAVE = 200
/** How often chunks that did not arrive are sent again. */
const ATTEMPTS = 5
/** More than a write takes. */
const WRITE_UNITS = 5_000
/** Milliseconds that the next slot may take. */
const NEXT_SLOT_MS = 60_000
/** Lamports for the fees of all transactions and the rents of small accounts. */
const SPARE = LAMPORTS_PER_SOL / 10

/**
 * Deploys a program through the upgradeable loader: into a buffer, piece by piece, and from there to its
 * address. Interrupted and run again with the same code and deployer, it goes on where it was.
 *
 * @throws Error if the deployer cannot pay for it, or the node does not take the transactions
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

/** What the loader's refusal of an executable's version means to whoever built it. */
function explainVersion(error: unknown): never {
  const logs = error instanceof TransactionFailedError ? error.logs.join('\n') : ''
  if (!logs.includes('sbpf_version required by the executable')) throw error
  throw new Error('This chain takes no programs of this SBPF version any more: build it for a later one', {
    cause: error,
  })
}

/** The same for the same deployer and code, so that a deployment can be taken up again; nobody else knows it. */
function bufferKey({ deployer, code }: Upload): Keypair {
  const hash = createHash('sha256').update('prediction-market buffer').update(deployer.secretKey).update(code)
  return Keypair.fromSeed(hash.digest())
}

/** Writes what is not in the buffer yet, until nothing is missing. */
async function fill(upload: Upload, buffer: Keypair): Promise<void> {
  const { connection, code, progress = () => {} } = upload
  const chunks = Array.from({ length: Math.ceil(code.length / CHUNK) }, (_, index) => ({
    offset: index * CHUNK,
    bytes: code.subarray(index * CHUNK, (index + 1) * CHUNK),
  }))
  let reason = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await connection.getAccountInfo(buffer.publicKey)
    if (!account?.owner.equals(UPGRADEABLE_LOADER)) throw new Error('The buffer for the program is gone')
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
    `The program could not be uploaded in ${ATTEMPTS} attempts (${reason}): run it again to continue`,
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

/** A program runs from the slot after its deployment on. */
async function untilItRuns({ connection, program }: Upload): Promise<void> {
  const account = await connection.getAccountInfo(programDataAddress(program.publicKey))
  if (!account) throw new Error('The program was deployed, but its account is not there')
  const { slot } = decodeProgramData(account.data)
  for (const deadline = Date.now() + NEXT_SLOT_MS; ; ) {
    if (BigInt(await connection.getSlot('confirmed')) > slot) return
    if (Date.now() > deadline) throw new Error(`The chain has made no slot after ${slot}: is the node stuck?`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
