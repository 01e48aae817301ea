import {
  type Commitment,
  type Connection,
  type PublicKey,
  SendTransactionError,
  type SignatureStatus,
  type VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { PredictionMarketError } from '../errors.ts'
import { TransactionExpiredError, TransactionUnconfirmedError, toTransactionError } from './errors.ts'

/** How sure a transaction must be before it counts. */
export type Finality = Extract<Commitment, 'confirmed' | 'finalized'>

/** A transaction on its way. */
export interface SendInput {
  connection: Connection
  /** Signed. */
  transaction: VersionedTransaction
  /** The last block that can take it in. */
  lastValidBlockHeight: number
  finality: Finality
  programId: PublicKey
  /** Asks the node not to run it first, because that has been done. */
  skipPreflight?: boolean
}

/** Where a transaction ended up. */
export interface Sent {
  signature: string
  slot: number
}

/** The status is asked for after this long, and then less and less often. */
const FIRST_POLL_MS = 200
const LAST_POLL_MS = 1_000
const REBROADCAST_MS = 2_000

/** How often in a row a node may fail to answer before the wait is given up. */
const MAX_POLL_FAILURES = 10

/**
 * Sends a transaction and waits for it: it is broadcast again and again, since nodes drop transactions under
 * load, until it is confirmed or can no longer be.
 *
 * @throws ProgramError if a program refused it, TransactionFailedError if it failed otherwise,
 *   TransactionExpiredError if no block took it in, TransactionUnconfirmedError if the node stopped answering
 */
export async function sendAndConfirm(input: SendInput): Promise<Sent> {
  const { connection, transaction, programId } = input
  const wire = transaction.serialize()
  const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64))
  await broadcastFirst(input, wire)

  let broadcastAt = Date.now()
  for (let failures = 0, wait = FIRST_POLL_MS; ; wait = Math.min(1.5 * wait, LAST_POLL_MS)) {
    await sleep(wait)
    try {
      const fate = await fateOf(signature, input)
      failures = 0
      if (fate === 'expired') throw new TransactionExpiredError(signature)
      if (fate?.err) throw await failureOf(connection, signature, fate, programId)
      if (fate) return { signature, slot: fate.slot }
    } catch (error) {
      if (error instanceof PredictionMarketError) throw error
      failures += 1
      if (failures >= MAX_POLL_FAILURES) throw new TransactionUnconfirmedError(signature, { cause: error })
    }
    if (Date.now() - broadcastAt >= REBROADCAST_MS) {
      broadcastAt = Date.now()
      // Whatever a node has against it now, the status and the block height decide.
      await broadcast(connection, wire, true).catch(() => undefined)
    }
  }
}

/** What became of the transaction, once that is as final as was asked; `null` while it is not. */
async function fateOf(signature: string, input: SendInput): Promise<SignatureStatus | 'expired' | null> {
  const { connection, finality, lastValidBlockHeight } = input
  const ask = async () => (await connection.getSignatureStatuses([signature])).value[0] ?? null
  let status = await ask()
  if (!status) {
    // What is still unknown after its last block never will be known.
    if ((await connection.getBlockHeight(finality)) <= lastValidBlockHeight) return null
    status = await ask()
    if (!status) return 'expired'
  }
  const { confirmationStatus } = status
  return confirmationStatus === 'finalized' || confirmationStatus === finality ? status : null
}

/**
 * The first broadcast alone can be refused: the node runs the transaction and says what is wrong. Where it
 * does not answer at all, the transaction may have reached it.
 */
async function broadcastFirst(input: SendInput, wire: Uint8Array): Promise<void> {
  try {
    await broadcast(input.connection, wire, input.skipPreflight ?? false)
  } catch (error) {
    const isRefused = error instanceof SendTransactionError
    if (isRefused && !error.message.includes('already been processed')) {
      throw toTransactionError(error, input.programId)
    }
  }
}

function broadcast(connection: Connection, wire: Uint8Array, skipPreflight: boolean): Promise<string> {
  return connection.sendRawTransaction(wire, { skipPreflight, maxRetries: 0 })
}

/** The failure of a transaction that was taken in, with its logs as far as the node still has them. */
async function failureOf(
  connection: Connection,
  signature: string,
  status: SignatureStatus,
  programId: PublicKey,
): Promise<Error> {
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const
  const transaction = await connection.getTransaction(signature, options).catch(() => null)
  return toTransactionError(transaction?.meta ?? status, programId)
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
