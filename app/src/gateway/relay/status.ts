// Looks up the status of transactions in the store, on nodes and in the history.

import { readStatuses } from '@prediction-market/sdk/transaction'
import type { Connection, SignatureStatus } from '@solana/web3.js'
import { finalSlots } from '../../history/queries/transactions.ts'
import type { Database } from '../../store/database.ts'
import { lastBlocksOf } from '../../store/relayed.ts'

/** The state of a transaction according to store, nodes and history. */
export interface KnownStatus {
  /** The last block that can include it; `null` if no replica has sent it. */
  lastValidBlockHeight: number | null
  /** The status that the nodes report. */
  status: SignatureStatus | 'expired' | null
  /** Its slot, if no node has it but the history does. */
  finalSlot: number | null
}

/**
 * Looks transactions up, at most `MAX_STATUSES`, in their order: one call to a node and two statements for all of them.
 */
export async function readKnownStatuses(
  signatures: readonly string[],
  { connection, db }: { connection: Connection; db: Database },
): Promise<KnownStatus[]> {
  const lastBlocks = await lastBlocksOf(db, signatures)
  const queries = signatures.map((signature) => {
    return { signature, lastValidBlockHeight: lastBlocks.get(signature) ?? null }
  })
  const options = { finality: 'confirmed', searchTransactionHistory: true } as const
  const statuses = await readStatuses(connection, queries, options)
  const missing = signatures.filter((_, index) => isMissing(statuses[index]))
  const slots = missing.length > 0 ? await finalSlots(db, missing) : new Map<string, number>()
  return queries.map(({ signature, lastValidBlockHeight }, index) => ({
    lastValidBlockHeight,
    status: statuses[index] ?? null,
    finalSlot: slots.get(signature) ?? null,
  }))
}

function isMissing(status: KnownStatus['status'] | undefined): boolean {
  return !status || status === 'expired'
}
