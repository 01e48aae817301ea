// Looks up the status of transactions in the store, on nodes and in the history.

import type { PredictionMarketClient } from '@prediction-market/sdk'
import { readStatuses } from '@prediction-market/sdk/transaction'
import type { Connection, SignatureStatus } from '@solana/web3.js'
import { finalSlots } from '../../history/queries/transactions.ts'
import type { Database } from '../../store/database.ts'
import { lastBlocksOf } from '../../store/idempotency.ts'

/** The state of a transaction according to store, nodes and history. */
export interface KnownStatus {
  /** The last block that can include it; `null` if no replica has sent it. */
  lastValidBlockHeight: number | null
  /** The status that the nodes report, or why there is none. */
  status: SignatureStatus | 'expired' | null | Error
  /** Its slot, if no node has it but the history does. */
  finalSlot: number | null
}

interface StatusSources {
  connection: Connection
  /** For transactions that no replica has sent. */
  callerClient: Pick<PredictionMarketClient, 'connection'>
  db: Database
}

/**
 * Looks transactions up, at most `MAX_STATUSES`, in their order: for those that a replica has sent and for the others
 * one call to a node each, and two statements for all of them.
 */
export async function readKnownStatuses(
  signatures: readonly string[],
  { connection, callerClient, db }: StatusSources,
): Promise<KnownStatus[]> {
  const lastBlocks = await lastBlocksOf(db, signatures)
  const queries = signatures.map((signature) => {
    return { signature, lastValidBlockHeight: lastBlocks.get(signature) ?? null }
  })
  const isSent = ({ signature }: { signature: string }) => lastBlocks.has(signature)
  const statuses = new Map<string, KnownStatus['status']>()
  const read = async (from: Connection, asked: typeof queries) => {
    const options = { finality: 'confirmed', searchTransactionHistory: true } as const
    const found = asked.length > 0 ? await readStatuses(from, asked, options) : []
    for (const [index, { signature }] of asked.entries()) statuses.set(signature, found[index] ?? null)
  }
  const [sent, unknown] = [queries.filter(isSent), queries.filter((query) => !isSent(query))]
  await Promise.all([
    read(connection, sent),
    // Unknown signatures have a limit of their own: they must not delay the status of known ones.
    read(callerClient.connection, unknown).catch((error: Error) => {
      for (const { signature } of unknown) statuses.set(signature, error)
    }),
  ])
  const missing = signatures.filter((signature) => isMissing(statuses.get(signature)))
  const slots = missing.length > 0 ? await finalSlots(db, missing) : new Map<string, number>()
  return queries.map(({ signature, lastValidBlockHeight }) => ({
    lastValidBlockHeight,
    status: statuses.get(signature) ?? null,
    finalSlot: slots.get(signature) ?? null,
  }))
}

function isMissing(status: KnownStatus['status'] | undefined): boolean {
  return !status || status === 'expired' || status instanceof Error
}
