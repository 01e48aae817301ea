import { compileTransaction, fitsTransaction, type WalletSigner } from '@prediction-market/sdk'
import {
  type Connection,
  type Keypair,
  PublicKey,
  type TransactionInstruction,
  type VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'

/** Instructions that stay together, and who signs them besides the payer. */
export interface Batch {
  instructions: TransactionInstruction[]
  signers?: Keypair[]
}

/** How many transactions are on their way to the node at once. */
const CONCURRENCY = 20
/** Milliseconds until the first look at what became of them; then less and less often. */
const FIRST_POLL_MS = 25
const LAST_POLL_MS = 400
/** The most signatures that a node tells the status of in one answer. */
const STATUSES = 256

/**
 * Joins batches, in their order, into as few transactions as carry them. A batch is never split, so that all
 * of it takes effect or nothing.
 */
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
  // A compute limit takes its place too.
  const measured = { payer, instructions, blockhash: PublicKey.default.toBase58(), computeUnits: 1 }
  return fitsTransaction(compileTransaction(measured))
}

/** What became of a transaction: `error` is the runtime's reason, the node's refusal, or that it expired. */
export interface Fate {
  signature: string
  error?: unknown
}

/**
 * Sends signed transactions, many at a time, and waits until all of them are confirmed or can no longer be.
 * A failure of one is told and holds up no other.
 *
 * @param until - `processed` if what follows only has to come after them on the same node
 */
export async function broadcast(
  connection: Connection,
  transactions: readonly VersionedTransaction[],
  lastValidBlockHeight: number,
  until: 'processed' | 'confirmed' = 'confirmed',
): Promise<Fate[]> {
  const fates: Fate[] = transactions.map(({ signatures }) => ({
    signature: bs58.encode(signatures[0] ?? new Uint8Array(64)),
  }))
  const queue = [...transactions.entries()]
  const send = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, transaction] = next
      const options = { skipPreflight: true, maxRetries: 5 }
      await connection.sendRawTransaction(transaction.serialize(), options).catch((error: unknown) => {
        fates[index] = { ...(fates[index] as Fate), error }
      })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, send))
  await settle(connection, fates, lastValidBlockHeight, until)
  return fates
}

/** Waits for the transactions that were sent, and fills in what went wrong. */
async function settle(
  connection: Connection,
  fates: Fate[],
  lastValidBlockHeight: number,
  until: 'processed' | 'confirmed',
): Promise<void> {
  let open = fates.filter(({ error }) => error === undefined)
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(2 * wait, LAST_POLL_MS)) {
    const isLate = (await connection.getBlockHeight('confirmed')) > lastValidBlockHeight
    for (const group of inGroups(open, STATUSES)) {
      const signatures = group.map(({ signature }) => signature)
      const { value } = await connection.getSignatureStatuses(signatures)
      for (const [index, fate] of group.entries()) {
        const status = value[index]
        if (status && (until === 'processed' || status.confirmationStatus !== 'processed')) {
          open = open.filter((other) => other !== fate)
          if (status.err) fate.error = status.err
        }
      }
    }
    if (open.length === 0) return
    if (isLate) {
      for (const fate of open) fate.error = new Error('no block took it in before it expired')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Cuts a list into groups of at most so many. */
export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Several keys as the one signer that the client asks for; the first pays. */
export function signers(payer: Keypair, ...others: Keypair[]): WalletSigner {
  return {
    publicKey: payer.publicKey,
    async signTransaction(transaction) {
      transaction.sign([payer, ...others])
      return transaction
    },
  }
}
