// Connects a command to its node, packs instructions into transactions, sends them and waits for their confirmation.

import {
  type Confirmation,
  compileTransaction,
  fitsTransaction,
  NO_BLOCKHASH,
  PendingTransactions,
} from '@prediction-market/sdk/transaction'
import {
  Connection,
  type Keypair,
  type PublicKey,
  type TransactionInstruction,
  type VersionedTransaction,
} from '@solana/web3.js'
import pLimit from 'p-limit'

/** Instructions of one transaction, and the keys that sign them besides the payer. */
export interface Batch {
  instructions: TransactionInstruction[]
  signers?: Keypair[]
}

/** The most transactions that are pending at once. */
const MAX_PENDING = 64
/** Milliseconds to the first status poll: a localnet confirms at once. */
const POLL_MS = 25

/** Packs batches, in order, into as few transactions as possible. A batch is never split: it is atomic. */
export function joinBatches(payer: PublicKey, batches: readonly Batch[]): Required<Batch>[] {
  const joined: Required<Batch>[] = []
  for (const { instructions, signers = [] } of batches) {
    const last = joined.at(-1)
    const together = [...(last?.instructions ?? []), ...instructions]
    if (last && fits(payer, together)) {
      last.instructions = together
      last.signers = [...new Set([...last.signers, ...signers])]
    } else {
      joined.push({ instructions: [...instructions], signers: [...signers] })
    }
  }
  return joined
}

function fits(payer: PublicKey, instructions: TransactionInstruction[]): boolean {
  // A compute limit is added when it is sent.
  return fitsTransaction(
    compileTransaction({ payer, instructions, blockhash: NO_BLOCKHASH, computeUnits: 1 }),
  )
}

/**
 * Sends signed transactions and waits until each is confirmed or can no longer be.
 *
 * @param commitment - `processed` if the next ones only have to come after them on the same node
 */
export async function broadcast(
  connection: Connection,
  transactions: readonly VersionedTransaction[],
  lastValidBlockHeight: number,
  commitment: 'processed' | 'confirmed' = 'confirmed',
): Promise<Confirmation[]> {
  const pending = new PendingTransactions(connection, { commitment, pollMs: POLL_MS })
  const limit = pLimit(MAX_PENDING)
  return Promise.all(
    transactions.map((transaction) => limit(() => pending.submit({ transaction, lastValidBlockHeight }))),
  )
}

/** Splits a list into groups of at most `size`. */
export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/**
 * A connection to a node that answers.
 *
 * @param setting - the setting or option that names the node
 * @throws Error that names the setting and the URL if it does not answer
 */
export async function connect(setting: string, rpcUrl: string): Promise<Connection> {
  const connection = new Connection(rpcUrl, 'confirmed')
  await connection.getVersion().catch((error: Error) => {
    throw new Error(`${setting}: no node answers at ${rpcUrl}: ${error.message}`)
  })
  return connection
}
